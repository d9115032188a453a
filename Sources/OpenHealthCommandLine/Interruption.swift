// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A handler that exits with status 130 when the person presses Ctrl-C.
///
/// No cleanup is needed: the database discards uncommitted changes when it is next opened, and an interrupted push to a cohort
/// is resumed.
public struct Interruption {
    package static let message: StaticString =
        "health: interrupted; run the same command again, nothing is stored twice\n"

    /// Installs the handler.
    public init() {
        if isatty(STDERR_FILENO) == 1 {
            signal(SIGINT) { _ in
                // Erases the progress bar and the terminal's echo of Ctrl-C.
                Interruption.write("\r\u{1B}[K")
                Interruption.end()
            }
        } else {
            signal(SIGINT) { _ in Interruption.end() }
        }
    }

    /// Removes the handler.
    public func end() {
        signal(SIGINT, SIG_DFL)
    }

    // The functions below use only calls that are safe in a signal handler.

    private static func write(_ text: StaticString) {
        _ = Foundation.write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
    }

    private static func end() -> Never {
        write(message)
        _exit(130)
    }
}
