// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The built tool, as a process of its own.
package enum HealthTool {
    /// The status of a tool that has been killed.
    package static let killed: Int32 = 137

    /// Starts the tool; what it writes is added to a file. It is killed after a time, by another process: a thousand tests
    /// in this one may let it wait.
    /// - Throws: ``ServerTrouble``, also where it has not been built.
    package static func start(
        _ arguments: [String], log: URL, killedAfter time: Duration
    ) async throws -> ServerProcess {
        let limit = ["--signal=KILL", "\(time / .seconds(1))", try path()]
        // What a developer has set is of another cohort.
        let environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("HEALTH_COHORT") }
        return try await ServerProcess.start(
            "/usr/bin/timeout", limit + arguments, environment: environment, log: log)
    }

    /// Where the tool is.
    ///
    /// The package manager puts it into the folder where it puts the bundle of the tests; the process that runs the tests
    /// has that bundle as its program, or receives its path.
    /// - Throws: ``ServerTrouble`` where it has not been built.
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
