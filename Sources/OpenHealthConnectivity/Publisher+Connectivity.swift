// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import OpenCombineShim
import OpenHealthModel

extension Publisher {
    /// Passes values while the network or a server can be reached; other values are dropped.
    ///
    /// Dropped values do not count against the demand. The completion of the stream is passed at any time. The publisher is
    /// subscribed to when the first status is known: immediately for ``Connectivity/shared``, after the first attempt to connect
    /// for a server.
    /// - Parameter connectivity: The connectivity that must be online.
    public func filterOnline(_ connectivity: Connectivity = .shared) -> Publishers.FilterConnectivity<Self> {
        Publishers.FilterConnectivity(upstream: self, connectivity: connectivity, status: .online)
    }

    /// Passes values while the network or a server cannot be reached; other values are dropped.
    ///
    /// Otherwise it behaves like ``filterOnline(_:)``.
    /// - Parameter connectivity: The connectivity that must be offline.
    public func filterOffline(_ connectivity: Connectivity = .shared) -> Publishers.FilterConnectivity<Self> {
        Publishers.FilterConnectivity(upstream: self, connectivity: connectivity, status: .offline)
    }
}

extension Publishers {
    /// A publisher that passes values while a connectivity is online or offline.
    public struct FilterConnectivity<Upstream: Publisher>: Publisher {
        /// The output of the upstream publisher.
        public typealias Output = Upstream.Output
        /// The failure of the upstream publisher.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream
        /// The connectivity whose status determines whether a value is passed.
        public let connectivity: Connectivity
        /// The status at which values are passed.
        public let status: Connectivity.Status

        /// Subscribes to the connectivity and the upstream publisher.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            ConnectivityGate(upstream, connectivity, status, subscriber).begin()
        }
    }
}

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

extension Publisher {
    /// Subscribes again after a failure, as soon as the network or a server can be reached.
    ///
    /// After a failure the connectivity is checked again, because its last status may be older than the failure. If it is
    /// offline, the retry waits until it is online. The first retry is immediate; if failures follow each other without a value
    /// in between, each further retry is delayed by a pause that increases from 0.1 to 30 seconds. The subscriber's unmet demand
    /// is requested from the new subscription.
    ///
    ///     session.dataTaskPublisher(for: url).retryWhenOnline()
    ///
    /// A new subscription starts from its beginning: values that were sent before the failure can be sent again.
    /// - Parameters:
    ///   - maximum: The maximum number of retries without a value in between; the next failure is passed. Nil for no limit.
    ///   - connectivity: The connectivity that must be online.
    public func retryWhenOnline(
        maximum: Int? = nil, connectivity: Connectivity = .shared
    ) -> some Publisher<Output, Failure> {
        #if canImport(Combine)
            return retryWhenOnline(maximum: maximum, connectivity: connectivity, scheduler: DispatchQueue.global())
        #else
            return retryWhenOnline(
                maximum: maximum, connectivity: connectivity, scheduler: DispatchQueue.global().ocombine)
        #endif
    }

    /// Subscribes again after a failure, like ``retryWhenOnline(maximum:connectivity:)``, on a given scheduler.
    /// - Parameters:
    ///   - maximum: The maximum number of retries without a value in between; the next failure is passed. Nil for no limit.
    ///   - connectivity: The connectivity that must be online.
    ///   - pauses: The first and the longest pause before a retry; the first retry is immediate.
    ///   - scheduler: The scheduler of retries and pauses.
    public func retryWhenOnline<Context: Scheduler>(
        maximum: Int? = nil, connectivity: Connectivity = .shared,
        pauses: ClosedRange<Duration> = .milliseconds(100)...(.seconds(30)), scheduler: Context
    ) -> Publishers.RetryWhenOnline<Self, Context> {
        precondition(maximum.map { $0 >= 0 } ?? true, "the number of retries is not negative")
        precondition(pauses.lowerBound > .zero, "a pause between retries is longer than zero")
        return Publishers.RetryWhenOnline(
            upstream: self, maximum: maximum, connectivity: connectivity, pauses: pauses, scheduler: scheduler)
    }
}

extension Publishers {
    /// A publisher that subscribes again to its upstream publisher after a failure, when a connectivity is online.
    public struct RetryWhenOnline<Upstream: Publisher, Context: Scheduler>: Publisher {
        /// The output of the upstream publisher.
        public typealias Output = Upstream.Output
        /// The failure of the upstream publisher.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream
        /// The maximum number of retries without a value in between; nil for no limit.
        public let maximum: Int?
        /// The connectivity that must be online.
        public let connectivity: Connectivity
        /// The first and the longest pause.
        public let pauses: ClosedRange<Duration>
        /// The scheduler of retries and pauses.
        public let scheduler: Context

        /// Attaches a subscriber and makes the first attempt.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            RetrySubscription(self, subscriber).begin()
        }
    }
}
