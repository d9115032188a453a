// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import OpenHealthModel

/// The report of an error that ends the tool: one line for standard error, and an exit status.
package struct ErrorReport {
    /// The exit status of a failed command.
    package static let failed: Int32 = 1
    /// The exit status of a command with invalid arguments.
    package static let badArguments: Int32 = 2

    /// The line without a line break.
    package let line: String
    /// The exit status.
    package let status: Int32

    /// Creates the report of an error.
    /// - Parameters:
    ///   - tool: The tool, whose help the report refers to.
    ///   - arguments: The arguments of the tool.
    package init(_ error: any Error, of tool: CommandLineTool, arguments: [String]) {
        let text: String
        if let error = error as? any ReportableError {
            text = error.description
            status = error.isAboutArguments ? Self.badArguments : Self.failed
        } else if tool.root.exitCode(for: error) == .validationFailure {
            text = tool.root.message(for: error) + "; see `\(tool.help(for: arguments))`"
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
}
