// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import WarehouseTestSupport

/// Runs the built tool as from a person's shell.
enum Tool {
    /// The result of a run.
    struct Result {
        /// The exit status; `nil` if a signal ended the process.
        var status: Int32?
        /// The signal that ended the process.
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

    /// The path of the built tool.
    static let path: String = {
        do {
            return try HealthTool.path()
        } catch {
            preconditionFailure("\(error)")
        }
    }()

    /// Runs the tool until it ends.
    @discardableResult
    static func run(_ arguments: [String], in home: Home) throws -> Result {
        try start(arguments, in: home).end()
    }

    /// Starts the tool.
    static func start(_ arguments: [String], in home: Home) throws -> Running {
        try Running(path, arguments, in: home)
    }

    /// Runs a shell command in which `$health` is the tool.
    static func shell(_ line: String, in home: Home) throws -> Result {
        try Running("/bin/sh", ["-c", line], in: home).end()
    }
}
