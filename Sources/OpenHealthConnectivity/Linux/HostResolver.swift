// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

#if os(Linux)
    /// A resolver of a host's addresses on threads of its own, since a search may take as long as the name servers are silent.
    final class HostResolver: Sendable {
        private struct State {
            /// The number of searches; the answer of the last one counts.
            var newest = 0
            var running = 0
            /// Whether the newest search waits for an older one to end.
            var isWaiting = false
            var answer: (search: Int, addresses: [SocketAddress])?
        }

        private let host: String
        private let port: UInt16
        private let state = Guarded(State())
        private let wake: @Sendable () -> Void

        /// The maximum number of lookups: one, and an abandoned one.
        private static let limit = 2

        /// - Parameter wake: called on another thread when there is an answer.
        init(host: String, port: UInt16, wake: @escaping @Sendable () -> Void) {
            self.host = host
            self.port = port
            self.wake = wake
        }

        /// Begins a search.
        /// - Returns: the number of the search.
        func search() -> Int {
            let numeric = SocketAddress.all(of: host, port: port, isNumeric: true)
            let (search, begins) = state.withLock { state in
                state.newest += 1
                guard numeric.isEmpty else {
                    state.answer = (state.newest, numeric)
                    return (state.newest, false)
                }
                state.isWaiting = state.running >= Self.limit
                if !state.isWaiting { state.running += 1 }
                return (state.newest, !state.isWaiting)
            }
            if begins { run(search) }
            return search
        }

        /// Returns the answer to a search, which is empty if there are no addresses, or nil while it is in progress.
        func answer(to search: Int) -> [SocketAddress]? {
            state.withLock { $0.answer?.search == search ? $0.answer?.addresses : nil }
        }

        private func run(_ search: Int) {
            WatchThread.start { [self] in
                let addresses = SocketAddress.all(of: host, port: port, isNumeric: false)
                let next = state.withLock { state -> Int? in
                    if search == state.newest { state.answer = (search, addresses) }
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
