// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import Foundation
    import HealthModel

    /// A thread that works for a connectivity.
    enum WatchThread {
        /// Begins some work, and lets go of it when it has been done.
        static func start(_ work: @escaping @Sendable () -> Void) {
            // What the work holds open is let go with the work, and not when the thread's object goes.
            let kept = Guarded<(@Sendable () -> Void)?>(work)
            let thread = Thread {
                // Here, since a name that is set before the start may be that of another thread in the end.
                Thread.current.name = "connectivity"
                let work = kept.withLock { kept in
                    defer { kept = nil }
                    return kept
                }
                work?()
            }
            thread.start()
        }
    }
#endif
