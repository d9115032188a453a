// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Asks the person at the terminal.
enum Question {
    /// Whether a terminal can answer.
    static var canBeAsked: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

    /// Asks for a yes. Everything else is a no.
    static func yes(_ text: String) -> Bool {
        Terminal.note(text.printable + " [y/N] ")
        guard let answer = readLine()?.trimmingCharacters(in: .whitespaces).lowercased() else {
            Terminal.note("\n")
            return false
        }
        return answer == "y" || answer == "yes"
    }
}

extension ToolError.Code {
    /// The person was asked and said no.
    static let declined = Self(rawValue: "declined")
}
