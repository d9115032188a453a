// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import OpenHealthStore

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
        do {
            return try HealthDatabase(url: url, mode: mode)
        } catch let error as StoreError {
            guard error.code == .olderSchema else { throw error }
            // Opening the store for writing migrates it.
            return try HealthDatabase(url: url, mode: .readWrite)
        }
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
