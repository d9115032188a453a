// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A running program.
public struct Running: Sendable {
    private let process: ChildProcess
    private let output: URL
    private let errors: URL

    /// Starts a program whose environment refers only to a home folder.
    public init(_ program: String, _ arguments: [String], in home: Home) throws {
        output = home.file("output-\(UUID().uuidString)")
        errors = home.file("errors-\(UUID().uuidString)")
        process = try ChildProcess(
            [program] + arguments, environment: home.environment, output: output, errors: errors)
    }

    /// Sends a signal.
    public func send(_ signal: Int32) { process.send(signal) }

    /// Waits until the program has ended.
    public func end() throws -> Tool.Result {
        let ending = process.waitForEnd()
        var result = Tool.Result(
            output: String(decoding: try Data(contentsOf: output), as: UTF8.self),
            errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
        switch ending {
        case .status(let status): result.status = status
        case .signal(let signal): result.signal = signal
        }
        return result
    }
}
