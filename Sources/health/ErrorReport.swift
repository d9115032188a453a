// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import OpenHealthModel

/// An error as the tool ends with it: one line for standard error, and an exit status.
struct ErrorReport {
    /// The status of a command that failed.
    static let failed: Int32 = 1
    /// The status of a command whose arguments were wrong.
    static let badArguments: Int32 = 2

    /// The line, without its end.
    let line: String
    /// The exit status.
    let status: Int32

    /// Creates the report of an error.
    /// - Parameter arguments: the arguments of the tool, to name the command whose help may be of use.
    init(_ error: any Error, arguments: [String]) {
        let text: String
        if let error = error as? any ReportableError {
            text = error.description
            status = error.isAboutArguments ? Self.badArguments : Self.failed
        } else if Health.exitCode(for: error) == .validationFailure {
            text = Health.message(for: error) + "; see `\(Self.help(for: arguments))`"
            status = Self.badArguments
        } else {
            text = "\(error); if this goes on, report it with the command that you ran"
            status = Self.failed
        }
        line = "health: " + TypedArguments.plain(Self.oneLine(text))
    }

    /// A text without line breaks and without what could drive a terminal.
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
