// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessTestSupport

/// The built tool, run as a separate process.
package enum HealthTool {
    /// The exit status of a killed tool.
    package static let killed: Int32 = 137

    /// Starts the tool, and appends its output to a file. Another process kills it after a time limit, because a thousand tests
    /// in this process can delay the tool.
    /// - Throws: ``ServerTrouble`` or `ProcessTrouble` if the tool has not been built or does not start.
    package static func start(
        _ arguments: [String], log: URL, killedAfter time: Duration
    ) async throws -> ServerProcess {
        let limit = ["--signal=KILL", "\(time / .seconds(1))", try Tool.builtPath()]
        // Variables of the developer's environment refer to another cohort.
        let environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("HEALTH_COHORT") }
        return try await ServerProcess.start(
            "/usr/bin/timeout", limit + arguments, environment: environment, log: log)
    }
}
