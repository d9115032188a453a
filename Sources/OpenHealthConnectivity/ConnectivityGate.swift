// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenCombineShim

/// A subscription that passes values only at one status.
final class ConnectivityGate<Upstream: Publisher, Downstream: Subscriber>: Subscriber, Subscription, Sendable
where Downstream.Input == Upstream.Output, Downstream.Failure == Upstream.Failure {
    private struct State {
        /// The subscriber; nil after the end.
        var downstream: Downstream?
        /// The publisher; nil after the subscription.
        var upstream: Upstream?
        var subscription: (any Subscription)?
        /// The demand before there was a subscription.
        var demand = Subscribers.Demand.none
        var relay: StatusRelay?
        /// Whether values are passed; nil until the first status is known.
        var isOpen: Bool?
        var isBeginning = true

        /// Returns the publisher if it must be subscribed to now.
        mutating func takeUpstream() -> Upstream? {
            guard !isBeginning, isOpen != nil, downstream != nil else { return nil }
            defer { upstream = nil }
            return upstream
        }
    }

    private let connectivity: Connectivity
    private let status: Connectivity.Status
    private let state: Guarded<State>

    init(
        _ upstream: Upstream, _ connectivity: Connectivity, _ status: Connectivity.Status, _ downstream: Downstream
    ) {
        self.connectivity = connectivity
        self.status = status
        state = Guarded(State(downstream: downstream, upstream: upstream))
    }

    func begin() {
        let relay = StatusRelay(connectivity) { [self] in
            note($0)
            return .none
        }
        relay.request(.unlimited)
        let downstream = state.withLock { state in
            state.relay = relay
            return state.downstream
        }
        downstream?.receive(subscription: self)
        connectivity.attach(relay)
        // Not called from within the relay, because a publisher that sends all values immediately would miss changes in the
        // meantime.
        let upstream = state.withLock { state in
            state.isBeginning = false
            return state.takeUpstream()
        }
        upstream?.subscribe(self)
    }

    private func note(_ status: Connectivity.Status) {
        let upstream = state.withLock { state in
            state.isOpen = status == self.status
            return state.takeUpstream()
        }
        upstream?.subscribe(self)
    }

    func receive(subscription: any Subscription) {
        let demand = state.withLock { state -> Subscribers.Demand? in
            guard state.downstream != nil, state.subscription == nil else { return nil }
            state.subscription = subscription
            return state.demand
        }
        guard let demand else { return subscription.cancel() }
        if demand > .none { subscription.request(demand) }
    }

    func receive(_ input: Upstream.Output) -> Subscribers.Demand {
        let (downstream, isOpen) = state.withLock { ($0.downstream, $0.isOpen == true) }
        guard let downstream else { return .none }
        return isOpen ? downstream.receive(input) : .max(1)
    }

    func receive(completion: Subscribers.Completion<Upstream.Failure>) {
        let (downstream, _, relay) = end()
        relay?.cancel()
        downstream?.receive(completion: completion)
    }

    func request(_ demand: Subscribers.Demand) {
        let subscription = state.withLock { state in
            if state.subscription == nil { state.demand += demand }
            return state.subscription
        }
        subscription?.request(demand)
    }

    func cancel() {
        let (_, subscription, relay) = end()
        subscription?.cancel()
        relay?.cancel()
    }

    private func end() -> (Downstream?, (any Subscription)?, StatusRelay?) {
        // The publisher is released without holding the lock.
        let (parts, _) = state.withLock { state in
            defer {
                state.downstream = nil
                state.upstream = nil
                state.subscription = nil
                state.relay = nil
            }
            return ((state.downstream, state.subscription, state.relay), state.upstream)
        }
        return parts
    }
}
