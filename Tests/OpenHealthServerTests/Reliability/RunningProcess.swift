// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessTestSupport

/// A child of this process with files of its own, whose end is a number. It is killed when its last reference goes.
struct RunningProcess: Sendable {
    private let process: ChildProcess

    /// Starts a program, by its path or one that is found in the usual folders.
    /// - Parameters:
    ///   - output: the file for its output, which it begins anew.
    ///   - errors: that for its errors.
    init(_ command: [String], output: URL, errors: URL) throws {
        for file in [output, errors] { try Data().write(to: file) }
        process = try ChildProcess(command, output: output, errors: errors)
    }

    var number: pid_t { process.number }

    /// How it ended: the exit status, or the signal that ended it, below zero; nil where it has not.
    var status: Int32? { process.ending.map(Self.status) }

    /// Whether it has not ended.
    var isRunning: Bool { process.isRunning }

    /// Sends a signal.
    func send(_ signal: Int32) { process.send(signal) }

    /// Waits for the end.
    /// - Returns: the exit status, or the signal that ended it, below zero.
    func end() async -> Int32 { Self.status(await process.end()) }

    private static func status(_ ending: ChildProcess.Ending) -> Int32 {
        switch ending {
        case .status(let status): status
        case .signal(let signal): -signal
        }
    }
}
