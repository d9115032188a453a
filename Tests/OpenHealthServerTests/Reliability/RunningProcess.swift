// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessTestSupport

/// A child process with separate output files and a numeric exit status. It is killed when its last reference is released.
struct RunningProcess: Sendable {
    private let process: ChildProcess

    /// Starts a program from a path or the `PATH`.
    /// - Parameters:
    ///   - output: The file for its output, which is emptied.
    ///   - errors: The file for its errors, which is emptied.
    init(_ command: [String], output: URL, errors: URL) throws {
        for file in [output, errors] { try Data().write(to: file) }
        process = try ChildProcess(command, output: output, errors: errors)
    }

    var number: pid_t { process.number }

    /// The exit status, or the negated number of the signal that ended the process; `nil` while it runs.
    var status: Int32? { process.ending.map(Self.status) }

    /// Whether the process runs.
    var isRunning: Bool { process.isRunning }

    /// Sends a signal.
    func send(_ signal: Int32) { process.send(signal) }

    /// Waits until the process has ended.
    /// - Returns: The exit status, or the negated number of the signal that ended the process.
    func end() async -> Int32 { Self.status(await process.end()) }

    /// Blocks the thread until the process has ended.
    /// - Returns: The exit status, or the negated number of the signal that ended the process.
    func waitForEnd() -> Int32 { Self.status(process.waitForEnd()) }

    private static func status(_ ending: ChildProcess.Ending) -> Int32 {
        switch ending {
        case .status(let status): status
        case .signal(let signal): -signal
        }
    }
}
