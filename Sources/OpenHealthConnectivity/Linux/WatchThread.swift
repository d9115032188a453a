// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import COpenHealthNetlink
    import Foundation
    import OpenHealthModel

    /// A thread that works for a connectivity.
    enum WatchThread {
        /// Begins some work, and lets go of it when it has been done.
        static func start(_ work: @escaping @Sendable () -> Void) {
            // What the work holds open is let go with the work, and not when the thread's object goes.
            let kept = Guarded<(@Sendable () -> Void)?>(work)
            let thread = Thread {
                // Not by Foundation, which names the thread only if it has noted by then which one it is.
                hk_name_thread("connectivity")
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
