// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import OpenHealthStore

/// Which store a command works on.
struct StoreOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The store; by default $HEALTH_STORE, or the store in your home folder.", valueName: "file"),
        completion: .file())
    var store: String?

    /// The store's file.
    var url: URL {
        store.map { URL(fileURLWithPath: $0) } ?? HealthDatabase.defaultURL()
    }

    /// Checks that the option names a file where it is there.
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
            // Opening it for writing brings it up to date.
            return try HealthDatabase(url: url, mode: .readWrite)
        }
    }

    /// Opens the store to compute something that the store may keep: for writing, or for reading where that is all there
    /// is leave for.
    func openToCompute() throws -> HealthDatabase {
        do {
            return try open(.readWrite)
        } catch let error as StoreError {
            guard error.code == .readOnly || error.code == .notAccessible else { throw error }
            return try open(.readOnly)
        }
    }
}
