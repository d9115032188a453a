// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The terminal that the program runs in.
final class Terminal {
    private var saved: termios?

    /// Whether a person uses a terminal that supports cursor positioning.
    static var isPresent: Bool {
        isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
            && ProcessInfo.processInfo.environment["TERM", default: "dumb"] != "dumb"
    }

    /// Requests each key as it is typed, and switches to the alternate screen, which preserves the previous contents.
    func enter() {
        var settings = termios()
        guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return }
        saved = settings
        settings.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
        // The alternate screen, without wrapping of long lines.
        write("\u{1B}[?1049h\u{1B}[?7l\u{1B}[2J")
    }

    /// Restores the previous state of the terminal.
    func leave() {
        guard var settings = saved else { return }
        saved = nil
        write("\u{1B}[?7h\u{1B}[?1049l")
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
    }

    var size: (rows: Int, columns: Int) {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0, size.ws_col > 0 else {
            return (24, 80)
        }
        return (Int(size.ws_row), Int(size.ws_col))
    }

    func write(_ text: String) {
        FileHandle.standardOutput.write(Data(text.utf8))
    }
}
