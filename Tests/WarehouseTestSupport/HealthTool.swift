// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The built tool, run as a separate process.
package enum HealthTool {
    /// The exit status of a killed tool.
    package static let killed: Int32 = 137

    /// Starts the tool, and appends its output to a file. Another process kills it after a time limit, because a thousand tests
    /// in this process can delay the tool.
    /// - Throws: ``ServerTrouble`` if the tool has not been built or does not start.
    package static func start(
        _ arguments: [String], log: URL, killedAfter time: Duration
    ) async throws -> ServerProcess {
        let limit = ["--signal=KILL", "\(time / .seconds(1))", try path()]
        // Variables of the developer's environment refer to another cohort.
        let environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("HEALTH_COHORT") }
        return try await ServerProcess.start(
            "/usr/bin/timeout", limit + arguments, environment: environment, log: log)
    }

    /// Returns the path of the tool.
    ///
    /// The package manager builds it into the folder of the test bundle. The process that runs the tests has that bundle as its
    /// program, or receives its path.
    /// - Throws: ``ServerTrouble`` if the tool has not been built.
    package static func path() throws -> String {
        let arguments = CommandLine.arguments.filter { $0.contains(".xctest") } + [CommandLine.arguments[0]]
        let folders = arguments.map { argument in
            var folder = URL(fileURLWithPath: argument).deletingLastPathComponent()
            while folder.path.contains(".xctest") { folder.deleteLastPathComponent() }
            return folder
        }
        let candidates = (folders + [Bundle.main.bundleURL]).map { $0.appendingPathComponent("health").path }
        guard let found = candidates.first(where: FileManager.default.isExecutableFile(atPath:)) else {
            throw ServerTrouble("the tool has not been built: none of \(candidates) is there")
        }
        return found
    }
}
