// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import COpenHealthNetlink
    import Foundation
    import OpenHealthModel

    /// A thread that works for a connectivity.
    enum WatchThread {
        /// Runs a closure on a new thread and releases it when it is done.
        static func start(_ work: @escaping @Sendable () -> Void) {
            // The closure is released when it is done, and not with the thread object.
            let kept = Guarded<(@Sendable () -> Void)?>(work)
            let thread = Thread {
                // Foundation names a thread only if it has already registered it.
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
