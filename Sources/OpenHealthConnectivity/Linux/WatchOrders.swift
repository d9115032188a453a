// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import OpenHealthModel

    /// The requests of other threads to a monitoring thread.
    final class WatchOrders: Sendable {
        private struct State {
            var isStopped = false
            var checks: [@Sendable () -> Void] = []
        }

        private let state = Guarded(State())
        private let signal = WakeSignal()

        /// The descriptor to wait for; negative if the process has no descriptors left.
        var descriptor: Int32 { signal.descriptor }

        func check(_ done: @escaping @Sendable () -> Void) {
            state.withLock { $0.checks.append(done) }
            signal.send()
        }

        func stop() {
            state.withLock { $0.isStopped = true }
            signal.send()
        }

        /// Wakes the thread.
        func wake() { signal.send() }

        /// Removes and returns the requested checks, or nil if the thread must end.
        func take() -> [@Sendable () -> Void]? {
            signal.clear()
            return state.withLock { state in
                guard !state.isStopped else { return nil }
                defer { state.checks = [] }
                return state.checks
            }
        }
    }
#endif
