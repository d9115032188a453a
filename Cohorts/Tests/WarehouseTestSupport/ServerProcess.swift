// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessTestSupport
import Synchronization

/// A process, usually of a server. It ends when the test process ends, at the latest.
package final class ServerProcess: Sendable {
    /// The file with its output and errors.
    package let log: URL
    private let process: ChildProcess
    private static let running = Mutex<[Started]>([])

    /// A reference to a started process.
    private struct Started {
        weak var process: ChildProcess?
    }

    /// Starts a program.
    /// - Parameters:
    ///   - program: The path, or the name of a program on the `PATH`.
    ///   - environment: The complete environment.
    ///   - log: The file to which output and errors are appended.
    package static func start(
        _ program: String, _ arguments: [String], environment: [String: String] = ProcessInfo.processInfo.environment,
        log: URL
    ) async throws -> ServerProcess {
        let parent = "/usr/bin/setpriv"
        guard FileManager.default.isExecutableFile(atPath: parent) else {
            throw ServerTrouble.missing(parent, "install util-linux")
        }
        let command = [parent, "--pdeathsig", "KILL", program] + arguments
        return try await ServerLauncher.shared.onItsThread {
            ServerProcess(try ChildProcess(command, environment: environment, output: log), log: log)
        }
    }

    private init(_ process: ChildProcess, log: URL) {
        self.process = process
        self.log = log
        Self.running.withLock { running in
            running.removeAll { $0.process == nil }
            running.append(Started(process: process))
        }
    }

    /// Whether the process runs.
    package var isRunning: Bool { process.isRunning }

    /// Sends a signal, unless the process has ended.
    package func send(_ signal: Int32) { process.send(signal) }

    /// Waits until the process has ended, and kills it if the time limit of the test ends the wait.
    /// - Throws: `CancellationError` if the task is cancelled.
    @discardableResult
    package func end() async throws -> ChildProcess.Ending {
        let ending = await withTaskCancellationHandler {
            await process.end()
        } onCancel: {
            process.send(SIGKILL)
        }
        try Task.checkCancellation()
        return ending
    }

    /// Kills all running processes; called when this process ends.
    static func killAll() {
        let left = running.withLock { $0.compactMap(\.process) }
        for process in left { process.send(SIGKILL) }
        for process in left { process.waitForEnd() }
    }
}
