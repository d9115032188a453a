// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import Synchronization

/// An open connection and its requests.
final class OpenConnection: Sendable {
    private struct State {
        /// The number of requests whose head has arrived and whose response has not ended.
        var requests = 0
        var idleSince: AnyClock.Instant
        /// The uses of the store by requests that are being answered.
        var works: [ObjectIdentifier: RequestWork] = [:]
        var isGone = false
    }

    /// The identifier of the connection, which is that of its channel.
    let id: ObjectIdentifier
    let address: ClientAddress
    /// Closes the connection.
    let close: @Sendable () -> Void
    private let clock: AnyClock
    private let state: Mutex<State>

    init(_ id: ObjectIdentifier, _ address: ClientAddress, clock: AnyClock, close: @escaping @Sendable () -> Void) {
        self.id = id
        self.address = address
        self.close = close
        self.clock = clock
        state = Mutex(State(idleSince: clock.now))
    }

    /// The time since which the connection has been idle; nil while a request is in progress.
    var idleSince: AnyClock.Instant? {
        state.withLock { $0.requests == 0 ? $0.idleSince : nil }
    }

    /// Records the head of a request.
    func beginRequest() {
        state.withLock { $0.requests += 1 }
    }

    /// Records the end of a response.
    func endRequest() {
        state.withLock { state in
            state.requests = max(0, state.requests - 1)
            state.idleSince = clock.now
        }
    }

    /// Adds a request's uses of the store, which end with the connection.
    func add(_ work: RequestWork) {
        let isGone = state.withLock { state in
            state.works[ObjectIdentifier(work)] = work
            return state.isGone
        }
        if isGone { work.end() }
    }

    /// Records that a request has been answered.
    func remove(_ work: RequestWork) {
        state.withLock { _ = $0.works.removeValue(forKey: ObjectIdentifier(work)) }
    }

    /// Ends the requests' uses of the store after the client has disconnected.
    /// - Parameter isCertain: Whether the client has not merely finished sending. If it may have, responses that have begun
    ///   continue until a write fails.
    func hangUp(isCertain: Bool = true) {
        let works = state.withLock { state in
            state.isGone = true
            return Array(state.works.values)
        }
        for work in works where isCertain || !work.isStreaming { work.end() }
    }
}
