// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Runs the built tool `health` as from a person's shell.
public enum Tool {
    /// The result of a run.
    public struct Result: Sendable {
        /// The exit status; `nil` if a signal ended the process.
        public var status: Int32?
        /// The signal that ended the process.
        public var signal: Int32?
        /// Standard output.
        public var output: String
        /// Standard error.
        public var errors: String

        /// The lines of standard output.
        public var lines: [String] { output.split(separator: "\n").map(String.init) }
        /// The lines of standard error.
        public var errorLines: [String] { errors.split(separator: "\n").map(String.init) }
    }

    /// The path of the built tool.
    public static let path: String = {
        do {
            return try builtPath()
        } catch {
            preconditionFailure("\(error)")
        }
    }()

    /// Returns the path of the built tool.
    ///
    /// The package manager builds it into the folder of the test bundle. The process that runs the tests has that bundle as its
    /// program, or receives its path.
    /// - Throws: ``ProcessTrouble`` if the tool has not been built.
    public static func builtPath() throws -> String {
        let arguments = CommandLine.arguments.filter { $0.contains(".xctest") } + [CommandLine.arguments[0]]
        let folders = arguments.map { argument in
            var folder = URL(fileURLWithPath: argument).deletingLastPathComponent()
            while folder.path.contains(".xctest") { folder.deleteLastPathComponent() }
            return folder
        }
        let candidates = (folders + [Bundle.main.bundleURL]).map { $0.appendingPathComponent("health").path }
        guard let found = candidates.first(where: FileManager.default.isExecutableFile(atPath:)) else {
            throw ProcessTrouble("the tool has not been built: none of \(candidates) is there")
        }
        return found
    }

    /// Runs the tool until it ends.
    @discardableResult
    public static func run(_ arguments: [String], in home: Home) throws -> Result {
        try start(arguments, in: home).end()
    }

    /// Starts the tool.
    public static func start(_ arguments: [String], in home: Home) throws -> Running {
        try Running(path, arguments, in: home)
    }

    /// Runs a shell command in which `$health` is the tool.
    public static func shell(_ line: String, in home: Home) throws -> Result {
        try Running("/bin/sh", ["-c", line], in: home).end()
    }
}
