// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenCombineShim
import Synchronization

#if !canImport(Combine)
    /// The latest value of each upstream of a combination, if it has sent one.
    protocol LatestValues {
        /// The output: a tuple with one value of each upstream.
        associatedtype Combination

        /// Creates an instance without values.
        init()

        /// The values of all upstreams, or nil if one is missing.
        var combination: Combination? { get }
    }

    /// The subscription of all combinations of latest values, for any number of upstreams.
    ///
    /// Its requests and values follow these rules:
    /// - The upstreams are subscribed to in order, then the downstream receives its subscription. A completion that arrives
    ///   before that is sent immediately afterward.
    /// - The demand of the downstream is requested from each upstream. Demand that the downstream returns for a value is
    ///   returned to the upstream of that value and requested from the others. An upstream whose subscription arrives later
    ///   receives a request for the sum.
    /// - After every upstream has sent a value, each new value creates a combination, which is sent if there is demand. Without
    ///   demand the value is kept as the latest, and the combination is not created later.
    /// - A value that an upstream sends from within a call of the downstream with a combination is also kept as the latest and
    ///   creates no combination. Other threads wait for the end of the call, so none of their values are lost.
    /// - The subscription finishes when all upstreams have finished, with or without a value. The first failure cancels the
    ///   other upstreams and is sent immediately.
    final class CombineLatestSubscription<Latest: LatestValues, Downstream: Subscriber>: Subscription,
        CustomStringConvertible
    where Downstream.Input == Latest.Combination {
        typealias Failure = Downstream.Failure

        // Unchecked because Combine does not mark subscribers, subscriptions and values as Sendable, although they can be used
        // from any thread; the fields are accessed only through the mutex.
        private struct State: @unchecked Sendable {
            /// Nil after the end.
            var downstream: Downstream?

            var latest = Latest()
            var subscriptions: [(any Subscription)?]
            var hasFinished: [Bool]

            /// The remaining demand.
            var demand = Subscribers.Demand.none

            /// The total demand so far.
            var asked = Subscribers.Demand.none

            var isSending = false

            /// Whether the downstream has its subscription.
            var hasStarted = false

            /// A completion that arrived before the downstream had its subscription.
            var earlyEnd: Subscribers.Completion<Failure>?

            init(downstream: Downstream, upstreamCount: Int) {
                self.downstream = downstream
                subscriptions = Array(repeating: nil, count: upstreamCount)
                hasFinished = Array(repeating: false, count: upstreamCount)
            }

            /// Removes all upstreams and values, which leave the mutex before they are released.
            mutating func release() -> End {
                let end = End(subscriptions: subscriptions, values: latest)
                subscriptions = Array(repeating: nil, count: subscriptions.count)
                latest = Latest()
                return end
            }
        }

        /// Not held while code of a publisher or subscriber runs.
        private let state: Mutex<State>

        /// Held while the downstream is called and while the call is determined, so that calls are made in the order of the
        /// decisions.
        ///
        /// Recursive because a value that an upstream sends from within such a call is kept immediately and creates no
        /// combination; with a queue of deliveries it would create one.
        private let delivery = NSRecursiveLock()

        init(downstream: Downstream, upstreamCount: Int) {
            state = Mutex(State(downstream: downstream, upstreamCount: upstreamCount))
        }

        var description: String { "CombineLatest" }

        /// Subscribes to an upstream, unless another one has already failed.
        func subscribe<P: Publisher>(
            to upstream: P, at index: Int, keep: @escaping (inout Latest, P.Output) -> Void
        ) where P.Failure == Failure {
            guard state.withLock({ $0.earlyEnd == nil }) else { return }
            upstream.subscribe(
                CombineLatestSide<P.Output, Latest, Downstream>(
                    combination: self, index: index, keep: keep))
        }

        /// Sends the subscription to the downstream, after all upstreams were subscribed to.
        func start() {
            state.withLock { $0.downstream }?.receive(subscription: self)
            delivery.withLock {
                let end = state.withLock { state -> (Downstream, Subscribers.Completion<Failure>)? in
                    state.hasStarted = true
                    guard let downstream = state.downstream, let earlyEnd = state.earlyEnd else { return nil }
                    state.downstream = nil
                    return (downstream, earlyEnd)
                }
                if let (receiver, completion) = end { receiver.receive(completion: completion) }
            }
        }

        func request(_ demand: Subscribers.Demand) {
            let upstreams = state.withLock { state -> [any Subscription] in
                guard state.downstream != nil, state.earlyEnd == nil, demand > .none else { return [] }
                state.demand += demand
                state.asked += demand
                return state.subscriptions.compactMap(\.self)
            }
            for upstream in upstreams { upstream.request(demand) }
        }

        func cancel() {
            let ending = state.withLock { state in
                defer { state.downstream = nil }
                return (state.downstream, state.release())
            }
            for upstream in ending.1.subscriptions { upstream?.cancel() }
        }

        // MARK: What upstreams send

        func receive(_ subscription: any Subscription, from index: Int) {
            let ask = state.withLock { state -> Subscribers.Demand? in
                guard state.downstream != nil, state.earlyEnd == nil, state.subscriptions[index] == nil,
                    !state.hasFinished[index]
                else { return nil }
                state.subscriptions[index] = subscription
                return state.asked
            }
            guard let ask else { return subscription.cancel() }
            if ask > .none { subscription.request(ask) }
        }

        func receive(from index: Int, keep: (inout Latest) -> Void) -> Subscribers.Demand {
            delivery.lock()
            guard let (receiver, combination) = combination(from: index, keep: keep) else {
                delivery.unlock()
                return .none
            }
            let more = receiver.receive(combination)
            let others = settle(more, from: index)
            delivery.unlock()
            guard let others else { return .none }
            for other in others { other.request(more) }
            return more
        }

        func receive(_ completion: Subscribers.Completion<Failure>, from index: Int) {
            let end = state.withLock { state -> End? in
                guard state.downstream != nil, state.earlyEnd == nil, !state.hasFinished[index] else { return nil }
                let released = state.subscriptions[index]
                state.hasFinished[index] = true
                state.subscriptions[index] = nil
                if case .finished = completion, state.hasFinished.contains(false) { return End(dropped: [released]) }
                var end = state.release()
                end.dropped.append(released)
                if state.hasStarted {
                    end.receiver = state.downstream
                    state.downstream = nil
                } else {
                    state.earlyEnd = completion
                }
                return end
            }
            guard let end else { return }
            for upstream in end.subscriptions { upstream?.cancel() }
            // No further call begins, but a call in progress on another thread must end first.
            if let receiver = end.receiver { delivery.withLock { receiver.receive(completion: completion) } }
        }

        // MARK: What goes downstream

        /// Returns the downstream and the combination to send, if this value creates one that is requested.
        private func combination(
            from index: Int, keep: (inout Latest) -> Void
        ) -> (receiver: Downstream, combination: Latest.Combination)? {
            var replaced: Latest?
            // The deinitializer of a value can run any code, so it is released without holding the mutex.
            defer { withExtendedLifetime(replaced) {} }
            return state.withLock { state in
                guard let downstream = state.downstream, state.earlyEnd == nil, !state.hasFinished[index] else {
                    return nil
                }
                replaced = state.latest
                keep(&state.latest)
                guard !state.isSending, state.demand > .none, let combination = state.latest.combination else {
                    return nil
                }
                state.demand -= 1
                state.isSending = true
                return (downstream, combination)
            }
        }

        /// Adds the demand that the downstream returned for a combination.
        /// - Returns: The upstreams that receive a request for it, besides that of the value; nil after the end.
        private func settle(_ more: Subscribers.Demand, from index: Int) -> [any Subscription]? {
            state.withLock { state in
                state.isSending = false
                guard state.downstream != nil else { return nil }
                guard more > .none, state.demand != .unlimited else { return [] }
                state.demand += more
                state.asked += more
                return state.subscriptions.indices.compactMap { $0 == index ? nil : state.subscriptions[$0] }
            }
        }

        // MARK: The end

        /// The remaining work, outside the mutex, after one or all upstreams have ended.
        private struct End {
            var receiver: Downstream?
            var subscriptions: [(any Subscription)?] = []
            var values: Latest?
            var dropped: [(any Subscription)?] = []
        }
    }

    /// The subscriber of one upstream of a combination.
    struct CombineLatestSide<Input, Latest: LatestValues, Downstream: Subscriber>: Subscriber, CustomStringConvertible
    where Downstream.Input == Latest.Combination {
        typealias Failure = Downstream.Failure
        typealias Combination = CombineLatestSubscription<Latest, Downstream>

        let combination: Combination
        let index: Int
        let keep: (inout Latest, Input) -> Void
        let combineIdentifier = CombineIdentifier()

        var description: String { combination.description }

        func receive(subscription: any Subscription) {
            combination.receive(subscription, from: index)
        }

        func receive(_ input: Input) -> Subscribers.Demand {
            combination.receive(from: index) { keep(&$0, input) }
        }

        func receive(completion: Subscribers.Completion<Downstream.Failure>) {
            combination.receive(completion, from: index)
        }
    }
#endif
