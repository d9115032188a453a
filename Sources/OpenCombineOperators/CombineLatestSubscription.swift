// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenCombineShim

#if !canImport(Combine)
    /// The subscription of every combination of latest values, whatever the number of its upstreams.
    ///
    /// What it asks, and when it sends:
    /// - The upstreams are subscribed to in order, then the downstream has its subscription. An end that comes before
    ///   that is told right after it.
    /// - Whatever the downstream asks for, each upstream is asked for. What the downstream asks for by the answer to a
    ///   value goes to the upstream of that value as an answer and to the others as a request. An upstream whose
    ///   subscription comes later is asked for the sum.
    /// - Once every upstream has sent a value, each new value makes a combination, which is sent if there is demand.
    ///   Without demand the value is kept as the latest, and the combination is not made up for later.
    /// - A value that an upstream sends while the downstream takes a combination, from within that call, is kept as the
    ///   latest too and makes no combination. Other threads wait for the end of the call, so nothing of theirs is lost.
    /// - It finishes when all upstreams have finished, with or without a value. The first failure cancels the other
    ///   upstreams and is sent at once.
    final class CombineLatestSubscription<Latest: LatestValues, Downstream: Subscriber>: Subscription,
        CustomStringConvertible
    where Downstream.Input == Latest.Combination {
        typealias Failure = Downstream.Failure

        /// Guards all that is below; never held while somebody else's code runs.
        private let lock = NSLock()

        /// Held while the downstream is called, and while it is decided what to call it with, so that the order of the
        /// decisions is the order of the calls. It is recursive because upstreams may send from within such a call.
        private let delivery = NSRecursiveLock()

        /// Nothing when all is over.
        private var downstream: Downstream?

        private var latest = Latest()
        private var subscriptions: [(any Subscription)?]
        private var hasFinished: [Bool]

        /// What may still be sent.
        private var demand = Subscribers.Demand.none

        /// All that was ever asked for.
        private var asked = Subscribers.Demand.none

        private var isSending = false

        /// Whether the downstream has its subscription.
        private var hasStarted = false

        /// An end that came before the downstream had its subscription.
        private var earlyEnd: Subscribers.Completion<Failure>?

        init(downstream: Downstream, upstreamCount: Int) {
            self.downstream = downstream
            subscriptions = Array(repeating: nil, count: upstreamCount)
            hasFinished = Array(repeating: false, count: upstreamCount)
        }

        var description: String { "CombineLatest" }

        /// Subscribes to an upstream, unless another one has failed already.
        func subscribe<P: Publisher>(
            to upstream: P, at index: Int, keep: @escaping (inout Latest, P.Output) -> Void
        ) where P.Failure == Failure {
            guard lock.withLock({ earlyEnd == nil }) else { return }
            upstream.subscribe(
                CombineLatestSide<P.Output, Latest, Downstream>(
                    combination: self, index: index, keep: keep))
        }

        /// Hands the subscription to the downstream; after all upstreams.
        func start() {
            lock.withLock { downstream }?.receive(subscription: self)
            delivery.withLock {
                let end = lock.withLock { () -> (Downstream, Subscribers.Completion<Failure>)? in
                    hasStarted = true
                    guard let downstream, let earlyEnd else { return nil }
                    self.downstream = nil
                    return (downstream, earlyEnd)
                }
                if let (receiver, completion) = end { receiver.receive(completion: completion) }
            }
        }

        func request(_ demand: Subscribers.Demand) {
            let upstreams = lock.withLock { () -> [any Subscription] in
                guard downstream != nil, earlyEnd == nil, demand > .none else { return [] }
                self.demand += demand
                asked += demand
                return subscriptions.compactMap(\.self)
            }
            for upstream in upstreams { upstream.request(demand) }
        }

        func cancel() {
            let ending = lock.withLock {
                defer { downstream = nil }
                return (downstream, release())
            }
            for upstream in ending.1.subscriptions { upstream?.cancel() }
        }

        // MARK: What upstreams send

        func receive(_ subscription: any Subscription, from index: Int) {
            let ask = lock.withLock { () -> Subscribers.Demand? in
                guard downstream != nil, earlyEnd == nil, subscriptions[index] == nil, !hasFinished[index] else {
                    return nil
                }
                subscriptions[index] = subscription
                return asked
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
            let end = lock.withLock { () -> End? in
                guard downstream != nil, earlyEnd == nil, !hasFinished[index] else { return nil }
                let released = subscriptions[index]
                hasFinished[index] = true
                subscriptions[index] = nil
                if case .finished = completion, hasFinished.contains(false) { return End(dropped: [released]) }
                var end = release()
                end.dropped.append(released)
                if hasStarted {
                    end.receiver = downstream
                    downstream = nil
                } else {
                    earlyEnd = completion
                }
                return end
            }
            guard let end else { return }
            for upstream in end.subscriptions { upstream?.cancel() }
            // Nobody begins another call; but one that is under way on another thread must come to its end.
            if let receiver = end.receiver { delivery.withLock { receiver.receive(completion: completion) } }
        }

        // MARK: What goes downstream

        /// The downstream and what to send, if this value makes a combination that is wanted now.
        private func combination(
            from index: Int, keep: (inout Latest) -> Void
        ) -> (receiver: Downstream, combination: Latest.Combination)? {
            lock.withLock {
                guard let downstream, earlyEnd == nil, !hasFinished[index] else { return nil }
                keep(&latest)
                guard !isSending, demand > .none, let combination = latest.combination else { return nil }
                demand -= 1
                isSending = true
                return (downstream, combination)
            }
        }

        /// Adds the demand that came back for a combination.
        /// - Returns: the upstreams that must be asked for it, beside the one whose value it answers; nothing when all
        ///   is over.
        private func settle(_ more: Subscribers.Demand, from index: Int) -> [any Subscription]? {
            lock.withLock {
                isSending = false
                guard downstream != nil else { return nil }
                guard more > .none, demand != .unlimited else { return [] }
                demand += more
                asked += more
                return subscriptions.indices.compactMap { $0 == index ? nil : subscriptions[$0] }
            }
        }

        // MARK: The end

        /// What is left to do, without the lock, when a part or all is over.
        private struct End {
            var receiver: Downstream?
            var subscriptions: [(any Subscription)?] = []
            var values: Latest?
            var dropped: [(any Subscription)?] = []
        }

        /// Lets go of all upstreams and values; under the lock, which they leave before they are released.
        private func release() -> End {
            let end = End(subscriptions: subscriptions, values: latest)
            subscriptions = Array(repeating: nil, count: subscriptions.count)
            latest = Latest()
            return end
        }
    }
#endif
