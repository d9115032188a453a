// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthDemo
import ProcessTestSupport

/// A demo export and a store with it, created once for all tests that change nothing.
final class DemoStore: Sendable {
    /// The home folder with the tool's default store.
    let home: Home
    /// The contents of the export.
    let truth: DemoTruth
    /// The output of the import.
    let receipt: Tool.Result

    /// The shared store.
    static let shared = Swift.Result { try DemoStore() }

    private init() throws {
        home = try Home()
        truth = try DemoExport(records: 3000, seed: 11).write(to: home.file("demo.zip"))
        receipt = try Tool.run(["import", home.path("demo.zip"), "--json", "--timezone", "Europe/Berlin"], in: home)
    }

    /// Runs the tool on the store.
    static func run(_ arguments: String...) throws -> Tool.Result {
        try Tool.run(arguments, in: try shared.get().home)
    }

    /// Returns the rows of a listing in JSON.
    static func rows(_ arguments: String...) throws -> [[String: Any]] {
        let result = try Tool.run(arguments + ["--format", "json"], in: try shared.get().home)
        return try Parsed.array(result.output)
    }
}
