// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import COpenHealthNetlink
    import Foundation
    import OpenHealthModel

    /// A thread that works for a connectivity.
    enum WatchThread {
        /// Begins some work, and releases it when it is done.
        static func start(_ work: @escaping @Sendable () -> Void) {
            // The resources of the work are released with the work, and not with the thread's object.
            let kept = Guarded<(@Sendable () -> Void)?>(work)
            let thread = Thread {
                // Not by Foundation, which names the thread only if it already knows which one it is.
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
