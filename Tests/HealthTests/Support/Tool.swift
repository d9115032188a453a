// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import WarehouseTestSupport

/// Runs the built tool as a person's shell would.
enum Tool {
    /// How a run ended.
    struct Result {
        /// The exit status; nil where a signal ended it.
        var status: Int32?
        /// The signal that ended it.
        var signal: Int32?
        /// Standard output.
        var output: String
        /// Standard error.
        var errors: String

        /// The lines of standard output.
        var lines: [String] { output.split(separator: "\n").map(String.init) }
        /// The lines of standard error.
        var errorLines: [String] { errors.split(separator: "\n").map(String.init) }
    }

    /// The built tool.
    static let path: String = {
        do {
            return try HealthTool.path()
        } catch {
            preconditionFailure("\(error)")
        }
    }()

    /// Runs the tool to its end.
    @discardableResult
    static func run(_ arguments: [String], in home: Home) throws -> Result {
        try start(arguments, in: home).end()
    }

    /// Starts the tool.
    static func start(_ arguments: [String], in home: Home) throws -> Running {
        try Running(path, arguments, in: home)
    }

    /// Runs a line of shell in which `$health` is the tool.
    static func shell(_ line: String, in home: Home) throws -> Result {
        try Running("/bin/sh", ["-c", line], in: home).end()
    }
}
