// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The properties of the terminal.
public enum Terminal {
    /// Returns the number of columns of a descriptor's terminal; `nil` if it is not a terminal.
    package static func width(_ descriptor: Int32) -> Int? {
        guard isatty(descriptor) == 1 else { return nil }
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    /// Writes to standard error. Errors are ignored, since there is no other place to report them.
    public static func note(_ text: String) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
            if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return }
        }
    }

    /// Opens `/dev/null` for standard files that are closed, so that no file opened later gets their descriptors and
    /// receives output for the person. Using them still fails.
    package static func occupyClosedFiles() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}

/// A line of standard input that the terminal does not echo.
package enum HiddenLine {
    /// Whether standard input is a terminal.
    package static var isTerminal: Bool { isatty(STDIN_FILENO) == 1 }

    /// Reads a line.
    /// - Parameter prompt: The prompt, which is shown if standard input is a terminal.
    package static func read(_ prompt: String) throws -> String {
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

/// Prompts for the person at the terminal.
public enum Prompt {
    /// Whether the person can be asked: standard input and standard error are terminals.
    package static var canBeAsked: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

    /// Prints a prompt and returns whether the reply is yes.
    package static func yes(_ text: String) -> Bool {
        Terminal.note(text.printable + " [y/N] ")
        guard let reply = readLine()?.trimmingCharacters(in: .whitespaces).lowercased() else {
            Terminal.note("\n")
            return false
        }
        return reply == "y" || reply == "yes"
    }

    /// Asks for the confirmation of an action that removes something.
    /// - Parameters:
    ///   - prompt: The question.
    ///   - warning: The message if there is no person to ask.
    ///   - verb: The action: remove or delete.
    /// - Throws: A ``ToolError`` unless the person agrees.
    public static func confirm(_ prompt: String, warning: String, verb: String) throws {
        guard canBeAsked else { throw ToolError(.badArgument, warning, remedy: "add --yes to do it") }
        guard yes(prompt) else {
            throw ToolError(.declined, "nothing was \(verb)d", remedy: "answer y to \(verb)")
        }
    }
}
