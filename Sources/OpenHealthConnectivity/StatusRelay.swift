// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenCombineShim

/// The subscription of one subscriber to a connectivity. It keeps the newest status until there is demand, and does not repeat a
/// status.
final class StatusRelay: Subscription, Sendable {
    private struct State {
        /// The closure that receives statuses; nil after cancellation.
        var body: ((Connectivity.Status) -> Subscribers.Demand)?
        var demand = Subscribers.Demand.none
        var newest: Connectivity.Status?
        var serial = 0
        var sent: Connectivity.Status?
        /// Whether a status is being sent. Statuses are sent one at a time; the sender checks for the next one afterward.
        var isSending = false
        /// Whether a check is in progress, so that earlier statuses are ignored.
        var isHeld = false
    }

    private let connectivity: Connectivity
    private let state: Guarded<State>

    /// Creates a relay that is not yet attached to the connectivity.
    /// - Parameter body: A closure that is called with each status, one at a time and without a lock held; it returns the
    ///   additional demand.
    init(_ connectivity: Connectivity, _ body: @escaping (Connectivity.Status) -> Subscribers.Demand) {
        self.connectivity = connectivity
        state = Guarded(State(body: body))
    }

    var isCancelled: Bool { state.withLock { $0.body == nil } }

    /// Holds all statuses back until `release`.
    func hold() { state.withLock { $0.isHeld = true } }

    /// Ends a check.
    func release() {
        state.withLock { $0.isHeld = false }
        send()
    }

    /// Accepts a status, unless the relay has a newer one.
    func offer(_ status: Connectivity.Status, serial: Int) {
        state.withLock { state in
            guard state.body != nil, serial > state.serial else { return }
            state.serial = serial
            state.newest = status
        }
        send()
    }

    func request(_ demand: Subscribers.Demand) {
        state.withLock { $0.demand += demand }
        send()
    }

    func cancel() {
        // Released without holding the lock, because it may have the last reference to a subscriber.
        let body = state.withLock { state in
            defer { state.body = nil }
            return state.body
        }
        if body != nil { connectivity.detach(self) }
    }

    private func send() {
        while let (body, status) = next() {
            let demand = body(status)
            state.withLock { state in
                state.demand += demand
                state.isSending = false
            }
        }
    }

    private func next() -> ((Connectivity.Status) -> Subscribers.Demand, Connectivity.Status)? {
        state.withLock { state in
            guard let body = state.body, !state.isSending, !state.isHeld, state.demand > .none,
                let status = state.newest, status != state.sent
            else { return nil }
            state.demand -= 1
            state.sent = status
            state.isSending = true
            return (body, status)
        }
    }
}
