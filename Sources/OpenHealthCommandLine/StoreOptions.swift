// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import OpenHealthModel
import OpenHealthStore
import Synchronization

/// The store of a command.
public struct StoreOptions: ParsableArguments, Sendable {
    /// The path of the store as typed.
    @Option(
        help: .value("file", "The store; by default $HEALTH_STORE, or the store in your home folder."),
        completion: .file())
    public var store: String?

    /// Creates the options with their defaults.
    public init() {}

    /// The URL of the store's file.
    package var url: URL {
        store.map { URL(fileURLWithPath: $0) } ?? HealthDatabase.defaultURL()
    }

    /// Checks that the option, if present, is not empty.
    package func check() throws {
        if store?.isEmpty == true {
            throw ToolError(.badArgument, "--store names no file", remedy: "give the path of the store's file")
        }
    }

    /// Opens the store.
    public func open(_ mode: HealthDatabase.Mode) throws -> HealthDatabase {
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
    package func openToCompute() throws -> HealthDatabase {
        do {
            return try open(.readWrite)
        } catch let error as StoreError {
            guard error.code == .readOnly || error.code == .notAccessible else { throw error }
            return try open(.readOnly)
        }
    }
}

/// The store that a command has created. It is removed again if the command fails before it has stored anything.
package enum CreatedStore {
    private static let file = Mutex<URL?>(nil)

    /// Notes that a command opens a store, which it creates if there is none.
    package static func note(_ url: URL) {
        guard !FileManager.default.fileExists(atPath: url.path) else { return }
        file.withLock { $0 = url }
    }

    /// Removes the store if it was created and has nothing but what a new store has.
    package static func removeIfNew() {
        if let url = file.withLock({ $0 }) { HealthDatabase.removeIfNew(url) }
    }
}
