// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Questions to the person at the terminal.
enum Question {
    /// Whether the person can be asked: standard input and standard error are terminals.
    static var canBeAsked: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

    /// Asks a question and returns whether the answer is yes.
    static func yes(_ text: String) -> Bool {
        Terminal.note(text.printable + " [y/N] ")
        guard let answer = readLine()?.trimmingCharacters(in: .whitespaces).lowercased() else {
            Terminal.note("\n")
            return false
        }
        return answer == "y" || answer == "yes"
    }

    /// Asks for the confirmation of an action that removes something.
    /// - Parameters:
    ///   - warning: The message if there is no person to ask.
    ///   - verb: The action: remove or delete.
    /// - Throws: A ``ToolError`` unless the person agrees.
    static func confirm(_ question: String, warning: String, verb: String) throws {
        guard canBeAsked else { throw ToolError(.badArgument, warning, remedy: "add --yes to do it") }
        guard yes(question) else {
            throw ToolError(.declined, "nothing was \(verb)d", remedy: "answer y to \(verb)")
        }
    }
}

extension ToolError.Code {
    /// The person declined.
    static let declined = Self(rawValue: "declined")
}
