// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The behavior of the process when it crashes.
///
/// Swift's runtime handles crash signals: it prints a backtrace with the registers and the memory that they point to, which
/// can contain health data, and it keeps the process, and thus a server's port, alive for many seconds.
package enum CrashHandling {
    /// The signals that the runtime installs handlers for.
    package static let signals = [SIGQUIT, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP]

    /// Restores the default action of crash signals: the process ends immediately and prints nothing.
    ///
    /// The runtime reads `SWIFT_BACKTRACE` before `main`, so the program can't set it for itself.
    package static func disableBacktraces() {
        for number in signals {
            let previous = signal(number, SIG_DFL)
            // A shell that starts a program in the background makes it ignore SIGQUIT.
            if unsafeBitCast(previous, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { signal(number, SIG_IGN) }
        }
    }

    /// Prevents core files, which contain the memory of the process.
    package static func disableCoreDumps() {
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    }
}
