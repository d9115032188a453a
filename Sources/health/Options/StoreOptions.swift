// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import OpenHealthModel
import OpenHealthStore
import Synchronization

/// The store of a command.
struct StoreOptions: ParsableArguments {
    @Option(
        help: .value("file", "The store; by default $HEALTH_STORE, or the store in your home folder."),
        completion: .file())
    var store: String?

    /// The URL of the store's file.
    var url: URL {
        store.map { URL(fileURLWithPath: $0) } ?? HealthDatabase.defaultURL()
    }

    /// Checks that the option, if present, is not empty.
    func check() throws {
        if store?.isEmpty == true {
            throw ToolError(.badArgument, "--store names no file", remedy: "give the path of the store's file")
        }
    }

    /// Opens the store.
    func open(_ mode: HealthDatabase.Mode) throws -> HealthDatabase {
        try check()
        if mode == .create { CreatedStore.note(url) }
        let database: HealthDatabase
        do {
            database = try HealthDatabase(url: url, mode: mode)
        } catch let error as StoreError {
            guard error.code == .olderSchema else { throw error }
            // Opening the store for writing migrates it.
            database = try HealthDatabase(url: url, mode: .readWrite)
        }
        if let migration = database.migration { Terminal.note(migration.description.printable + "\n") }
        return database
    }

    /// Opens the store for a computation whose results the store can cache: for writing, or for reading if writing is not
    /// permitted.
    func openToCompute() throws -> HealthDatabase {
        do {
            return try open(.readWrite)
        } catch let error as StoreError {
            guard error.code == .readOnly || error.code == .notAccessible else { throw error }
            return try open(.readOnly)
        }
    }
}

/// The store that a command has created. It is removed again if the command fails before it has stored anything.
enum CreatedStore {
    private static let file = Mutex<URL?>(nil)

    /// Notes that a command opens a store, which it creates if there is none.
    static func note(_ url: URL) {
        guard !FileManager.default.fileExists(atPath: url.path) else { return }
        file.withLock { $0 = url }
    }

    /// Removes the store if it was created and has nothing but what a new store has.
    static func removeIfNew() {
        if let url = file.withLock({ $0 }) { HealthDatabase.removeIfNew(url) }
    }
}

/// The common options of commands that change a store or report on it: the store and the format of the output.
struct StoreOutputOptions: ParsableArguments {
    @OptionGroup var storeOptions: StoreOptions
    @OptionGroup private var outputOptions: OutputOptions

    /// Whether the output is JSON.
    var isJSON: Bool { outputOptions.isJSON }

    /// Opens the store.
    func open(_ mode: HealthDatabase.Mode) throws -> HealthDatabase {
        try storeOptions.open(mode)
    }

    /// Prints the output; see ``OutputOptions/print(_:text:)``.
    func print(_ object: KeyValuePairs<String, JSONValue>, text: [String] = []) throws {
        try outputOptions.print(object, text: text)
    }
}

/// The output format of commands other than listings.
struct OutputOptions: ParsableArguments {
    /// The output formats.
    enum Format: String, CaseIterable, ExpressibleByArgument {
        /// Lines of text for people.
        case text
        /// A JSON object on one line.
        case json
    }

    @Option(help: "The format of the answer: text, or one JSON object.")
    var format: Format = .text

    /// Whether the output is JSON.
    var isJSON: Bool { format == .json }

    /// Prints the output.
    /// - Parameters:
    ///   - object: The JSON object.
    ///   - text: The lines of the text format; empty if it prints nothing.
    func print(_ object: KeyValuePairs<String, JSONValue>, text: [String] = []) throws {
        let output = Output.standard()
        if isJSON {
            try output.line(JSONValue.object(object.map { ($0.key, $0.value) }).text)
        } else {
            for line in text { try output.line(line) }
        }
        try output.flush()
    }
}

extension JSONValue {
    /// Returns an array of strings.
    static func texts(_ texts: [String]) -> JSONValue { .array(texts.map(JSONValue.string)) }
}
