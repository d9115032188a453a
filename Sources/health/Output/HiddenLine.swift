// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A line of standard input that the terminal does not echo.
enum HiddenLine {
    /// Whether standard input is a terminal.
    static var isTerminal: Bool { isatty(STDIN_FILENO) == 1 }

    /// Reads a line.
    /// - Parameter prompt: The prompt, which is shown if standard input is a terminal.
    static func read(_ prompt: String) throws -> String {
        guard isTerminal else { return try line() }
        Terminal.note(prompt)
        var usual = termios()
        guard tcgetattr(STDIN_FILENO, &usual) == 0 else { return try line() }
        var hidden = usual
        hidden.c_lflag &= ~tcflag_t(ECHO)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden)
        defer {
            tcsetattr(STDIN_FILENO, TCSAFLUSH, &usual)
            Terminal.note("\n")
        }
        return try line()
    }

    private static func line() throws -> String {
        guard let line = readLine(strippingNewline: true) else {
            throw ToolError(
                .badArgument, "there is no passphrase on standard input", remedy: "give it on the first line")
        }
        return line
    }
}
