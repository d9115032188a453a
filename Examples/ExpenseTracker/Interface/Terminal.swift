// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The terminal that the program runs in.
final class Terminal {
    private var saved: termios?

    /// Whether there is a person at a terminal that can place text.
    static var isPresent: Bool {
        isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
            && ProcessInfo.processInfo.environment["TERM", default: "dumb"] != "dumb"
    }

    /// Asks for each key as it is typed, and for a page of its own, which leaves alone what was on the terminal before.
    func enter() {
        var settings = termios()
        guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return }
        saved = settings
        settings.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
        // The other page, and no wrapping of long lines.
        write("\u{1B}[?1049h\u{1B}[?7l\u{1B}[2J")
    }

    /// Puts everything back as it was.
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
