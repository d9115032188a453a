// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import OpenHealthModel

/// An error in the tool's input or environment, with its remedy.
///
/// The messages never contain a measured value.
struct ToolError: Error, CustomStringConvertible {
    /// The kind of an error, for comparison.
    typealias Code = ErrorCode<ToolError>

    /// The kind of error.
    let code: Code
    /// The problem.
    let message: String
    /// The remedy.
    let remedy: String

    init(_ code: Code, _ message: String, remedy: String) {
        self.code = code
        self.message = message
        self.remedy = remedy
    }

    /// The problem and its remedy on one line.
    var description: String { "\(message); \(remedy)" }
}

extension ToolError.Code {
    /// The arguments are invalid.
    static let badArgument = Self(rawValue: "badArgument")
    /// The requested object does not exist.
    static let notFound = Self(rawValue: "notFound")
    /// A file of the input cannot be read.
    static let badFile = Self(rawValue: "badFile")
    /// The output cannot be written.
    static let notWritable = Self(rawValue: "notWritable")
    /// The store is damaged.
    static let unhealthy = Self(rawValue: "unhealthy")
    /// The person declined.
    static let declined = Self(rawValue: "declined")
}

extension ToolError: ReportableError {
    var isAboutArguments: Bool { code == .badArgument }
}

/// The report of an error that ends the tool: one line for standard error, and an exit status.
struct ErrorReport {
    /// The exit status of a failed command.
    static let failed: Int32 = 1
    /// The exit status of a command with invalid arguments.
    static let badArguments: Int32 = 2

    /// The line without a line break.
    let line: String
    /// The exit status.
    let status: Int32

    /// Creates the report of an error.
    /// - Parameter arguments: The arguments of the tool, used to refer to the command's help.
    init(_ error: any Error, arguments: [String]) {
        let text: String
        if let error = error as? any ReportableError {
            text = error.description
            status = error.isAboutArguments ? Self.badArguments : Self.failed
        } else if Health.exitCode(for: error) == .validationFailure {
            text = Health.message(for: error) + "; see `\(Self.help(for: arguments))`"
            status = Self.badArguments
        } else {
            text = "\(error); if this persists, report it with the command that you ran"
            status = Self.failed
        }
        line = "health: " + TypedArguments.plain(Self.oneLine(text))
    }

    /// Returns a string without line breaks and terminal control characters.
    private static func oneLine(_ text: String) -> String {
        let lines = text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
        return lines.joined(separator: " ").printable.replacing(".; see", with: "; see")
    }

    private static func help(for arguments: [String]) -> String {
        var path = "health"
        var command: any ParsableCommand.Type = Health.self
        for argument in arguments where !argument.hasPrefix("-") {
            guard let next = command.configuration.subcommands.first(where: { $0._commandName == argument }) else {
                break
            }
            path += " \(argument)"
            command = next
        }
        return path + " --help"
    }
}
