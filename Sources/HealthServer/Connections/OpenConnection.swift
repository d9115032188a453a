// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A connection that is open, and the requests on it.
final class OpenConnection: Sendable {
    private struct State {
        /// Requests whose head has arrived and whose answer has not ended.
        var requests = 0
        var idleSince = ContinuousClock.now
        /// The uses of the store by requests that are being answered.
        var works: [ObjectIdentifier: RequestWork] = [:]
        var isGone = false
    }

    /// What names it: that of its channel.
    let id: ObjectIdentifier
    let address: ClientAddress
    /// Closes it.
    let close: @Sendable () -> Void
    private let state = Mutex(State())

    init(_ id: ObjectIdentifier, _ address: ClientAddress, close: @escaping @Sendable () -> Void) {
        self.id = id
        self.address = address
        self.close = close
    }

    /// Since when it has waited for a request; nil while one is under way.
    var idleSince: ContinuousClock.Instant? {
        state.withLock { $0.requests == 0 ? $0.idleSince : nil }
    }

    /// Notes the head of a request.
    func beginRequest() {
        state.withLock { $0.requests += 1 }
    }

    /// Notes the end of an answer.
    func endRequest() {
        state.withLock { state in
            state.requests = max(0, state.requests - 1)
            state.idleSince = .now
        }
    }

    /// Lets the uses of the store by a request end with the connection.
    func add(_ work: RequestWork) {
        let isGone = state.withLock { state in
            state.works[ObjectIdentifier(work)] = work
            return state.isGone
        }
        if isGone { work.end() }
    }

    /// Notes that a request has been answered.
    func remove(_ work: RequestWork) {
        state.withLock { _ = $0.works.removeValue(forKey: ObjectIdentifier(work)) }
    }

    /// Ends what requests use the store for: the client is gone.
    /// - Parameter isCertain: whether it is not just done with sending; if so, answers that have begun go on until writing them fails.
    func hangUp(isCertain: Bool = true) {
        let works = state.withLock { state in
            state.isGone = true
            return Array(state.works.values)
        }
        for work in works where isCertain || !work.isStreaming { work.end() }
    }
}
