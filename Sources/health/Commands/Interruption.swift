// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Ends the process with status 130 when the person presses Ctrl-C, for as long as it is in force.
///
/// The database needs no more than that: what had not been committed is not there when it is next opened. A cohort needs no more
/// either: a push goes on where it was.
struct Interruption {
    private static let message: StaticString =
        "health: interrupted; run the same command again, nothing is stored twice\n"

    /// Comes into force.
    init() {
        if isatty(STDERR_FILENO) == 1 {
            signal(SIGINT) { _ in
                // The bar and the Ctrl-C that the terminal shows go away first.
                Interruption.write("\r\u{1B}[K")
                Interruption.end()
            }
        } else {
            signal(SIGINT) { _ in Interruption.end() }
        }
    }

    /// Goes out of force.
    func end() {
        signal(SIGINT, SIG_DFL)
    }

    // Only what a signal handler may call.

    private static func write(_ text: StaticString) {
        _ = Foundation.write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
    }

    private static func end() -> Never {
        write(message)
        _exit(130)
    }
}
