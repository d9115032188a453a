// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The behavior of the process when it crashes.
///
/// Swift's runtime handles the signals of crashes: it prints a backtrace with the registers and the memory that they point to, which
/// may be health data, and it keeps the process, and with it the port of a server, for many seconds.
enum CrashHandling {
    /// The signals that the runtime installs handlers for.
    static let signals = [SIGQUIT, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP]

    /// Restores the default action of the signals of crashes: the process ends at once and prints nothing.
    ///
    /// The runtime reads `SWIFT_BACKTRACE` before `main`, so that the program can't set it for itself.
    static func disableBacktraces() {
        for number in signals {
            let previous = signal(number, SIG_DFL)
            // A shell that starts a program in the background lets it ignore SIGQUIT.
            if unsafeBitCast(previous, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { signal(number, SIG_IGN) }
        }
    }

    /// Prevents core files, which hold the memory of the process.
    static func disableCoreDumps() {
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    }
}
