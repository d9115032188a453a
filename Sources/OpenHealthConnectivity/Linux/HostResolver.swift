// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

#if os(Linux)
    /// A resolver of a host's addresses on separate threads, because a lookup can take as long as the name servers do not
    /// respond.
    final class HostResolver: Sendable {
        private struct State {
            /// The number of lookups; only the result of the last one is used.
            var newest = 0
            var running = 0
            /// Whether the newest lookup waits for an older one to end.
            var isWaiting = false
            var result: (search: Int, addresses: [SocketAddress])?
        }

        private let host: String
        private let port: UInt16
        private let state = Guarded(State())
        private let wake: @Sendable () -> Void

        /// The maximum number of lookups: one, and an abandoned one.
        private static let limit = 2

        /// - Parameter wake: A closure that is called on another thread when there is a result.
        init(host: String, port: UInt16, wake: @escaping @Sendable () -> Void) {
            self.host = host
            self.port = port
            self.wake = wake
        }

        /// Begins a lookup.
        /// - Returns: The number of the lookup.
        func search() -> Int {
            let numeric = SocketAddress.all(of: host, port: port, isNumeric: true)
            let (search, begins) = state.withLock { state in
                state.newest += 1
                guard numeric.isEmpty else {
                    state.result = (state.newest, numeric)
                    return (state.newest, false)
                }
                state.isWaiting = state.running >= Self.limit
                if !state.isWaiting { state.running += 1 }
                return (state.newest, !state.isWaiting)
            }
            if begins { run(search) }
            return search
        }

        /// Returns the result of a lookup, which is empty if there are no addresses, or nil while it is in progress.
        func result(to search: Int) -> [SocketAddress]? {
            state.withLock { $0.result?.search == search ? $0.result?.addresses : nil }
        }

        private func run(_ search: Int) {
            WatchThread.start { [self] in
                let addresses = SocketAddress.all(of: host, port: port, isNumeric: false)
                let next = state.withLock { state -> Int? in
                    if search == state.newest { state.result = (search, addresses) }
                    guard state.isWaiting else {
                        state.running -= 1
                        return nil
                    }
                    state.isWaiting = false
                    return state.newest
                }
                if let next { run(next) } else { wake() }
            }
        }
    }
#endif
