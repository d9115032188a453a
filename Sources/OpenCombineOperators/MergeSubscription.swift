// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenCombineShim
import Synchronization

#if !canImport(Combine)
    /// The subscription of all merges, for any number of upstreams.
    ///
    /// Its requests and values follow these rules:
    /// - The downstream receives its subscription before the first upstream is subscribed to.
    /// - Each upstream receives a request for one value when its subscription arrives, and for another one each time its value
    ///   was sent. A value that arrives without demand is held, one for each upstream, so a merge accepts at most one value of
    ///   each without demand.
    /// - New demand is first used for the held values, in the order of the upstreams; only then are their next values
    ///   requested.
    /// - When the demand becomes unlimited, all values are requested from every upstream, and no values are held.
    /// - Demand that is returned for a value applies to later values.
    /// - The subscription finishes when all upstreams have finished and no value is held. The first failure discards the held
    ///   values, cancels the other upstreams and is sent immediately.
    /// - Calls of the downstream are not concurrent. A value that an upstream sends from within such a call, on the same
    ///   thread, is sent within it; other threads wait.
    final class MergeSubscription<Downstream: Subscriber>: Subscription, CustomStringConvertible {
        typealias Input = Downstream.Input
        typealias Failure = Downstream.Failure

        private struct Upstream {
            var subscription: (any Subscription)?
            var held: Input?
            var hasFinished = false
            var isUnlimited = false
        }

        // Unchecked because Combine does not mark subscribers, subscriptions and values as Sendable, although they can be used
        // from any thread; the fields are accessed only through the mutex.
        private struct State: @unchecked Sendable {
            /// Nil after the end.
            var downstream: Downstream?

            var upstreams: [Upstream]
            var demand = Subscribers.Demand.none
            var isServing = false

            var isDone: Bool { upstreams.allSatisfy { $0.hasFinished && $0.held == nil } }
        }

        /// Not held while code of a publisher or subscriber runs.
        private let state: Mutex<State>

        /// Held while the downstream is called and while the call is determined, so that calls are made in the order of the
        /// decisions.
        ///
        /// Recursive because a value that an upstream sends from within such a call is sent within it, and its upstream receives
        /// the returned demand; with a queue of deliveries the upstream would get its answer before the downstream has the value.
        private let delivery = NSRecursiveLock()

        private init(downstream: Downstream, upstreamCount: Int) {
            state = Mutex(
                State(downstream: downstream, upstreams: Array(repeating: Upstream(), count: upstreamCount)))
        }

        var description: String { "Merge" }

        /// Subscribes to upstreams in order, after the downstream has received its subscription.
        /// - Parameter upstreams: The method `subscribe` of each upstream, because their types differ.
        static func start(_ upstreams: [(MergeSide<Downstream>) -> Void], for downstream: Downstream) {
            let merge = MergeSubscription(downstream: downstream, upstreamCount: upstreams.count)
            downstream.receive(subscription: merge)
            merge.finishIfDone()
            for (index, subscribe) in upstreams.enumerated() where !merge.isOver {
                subscribe(MergeSide(merge: merge, index: index))
            }
        }

        private var isOver: Bool { state.withLock { $0.downstream == nil } }

        func request(_ demand: Subscribers.Demand) {
            let isNews = state.withLock { state in
                guard state.downstream != nil, demand > .none, state.demand != .unlimited else { return false }
                state.demand += demand
                return true
            }
            if isNews { serve() }
        }

        func cancel() {
            end()?.cancelAll()
        }

        // MARK: What upstreams send

        func receive(_ subscription: any Subscription, from index: Int) {
            let ask = state.withLock { state -> Subscribers.Demand? in
                guard state.downstream != nil, state.upstreams[index].subscription == nil,
                    !state.upstreams[index].hasFinished
                else { return nil }
                state.upstreams[index].subscription = subscription
                state.upstreams[index].isUnlimited = state.demand == .unlimited
                return state.demand == .unlimited ? .unlimited : .max(1)
            }
            guard let ask else { return subscription.cancel() }
            subscription.request(ask)
        }

        func receive(_ value: Input, from index: Int) -> Subscribers.Demand {
            delivery.lock()
            guard let receiver = receiver(of: value, from: index) else {
                delivery.unlock()
                return .none
            }
            let more = receiver.receive(value)
            let answer = settle(more, from: index)
            delivery.unlock()
            if more > .none { serve() }
            return answer
        }

        func receive(_ completion: Subscribers.Completion<Failure>, from index: Int) {
            switch completion {
            case .finished:
                let released = state.withLock { state -> (any Subscription)? in
                    state.upstreams[index].hasFinished = true
                    defer { state.upstreams[index].subscription = nil }
                    return state.upstreams[index].subscription
                }
                finishIfDone()
                withExtendedLifetime(released) {}
            case .failure:
                guard !(state.withLock { $0.upstreams[index].hasFinished }), let ending = end() else { return }
                ending.cancelAll(but: index)
                // No further call begins, but a call in progress on another thread must end first.
                delivery.withLock { ending.downstream.receive(completion: completion) }
            }
        }

        // MARK: What goes downstream

        /// Returns the downstream if this value can be sent now; otherwise the value is held, or discarded after the end.
        private func receiver(of value: Input, from index: Int) -> Downstream? {
            var replaced: Input?
            // The deinitializer of a value can run any code, so it is released without holding the mutex.
            defer { withExtendedLifetime(replaced) {} }
            return state.withLock { state in
                guard let downstream = state.downstream, !state.upstreams[index].hasFinished else { return nil }
                // This occurs only for an upstream that exceeds its demand; the newest value is kept.
                guard state.demand > .none, state.upstreams[index].held == nil else {
                    replaced = state.upstreams[index].held
                    state.upstreams[index].held = value
                    return nil
                }
                state.demand -= 1
                return downstream
            }
        }

        /// Adds the demand that the downstream returned for a value.
        /// - Returns: The demand to return to the upstream.
        private func settle(_ more: Subscribers.Demand, from index: Int) -> Subscribers.Demand {
            state.withLock { state in
                guard state.downstream != nil else { return .none }
                state.demand += more
                if state.upstreams[index].isUnlimited { return more }
                state.upstreams[index].isUnlimited = state.demand == .unlimited
                return state.demand == .unlimited ? .unlimited : .max(1)
            }
        }

        /// Sends the held values for which there is demand, then requests more from their upstreams.
        ///
        /// One call does this at a time and also does the work of the others, because demand that is requested while a held value
        /// is received must not send the next value within that call.
        private func serve() {
            let isFirst = state.withLock { state in
                defer { state.isServing = true }
                return !state.isServing
            }
            guard isFirst else { return }
            var served: [Int] = []
            while let index = sendHeld() { served.append(index) }
            finishIfDone()
            for (subscription, ask) in asks(after: served) { subscription.request(ask) }
        }

        /// Sends the first held value, if there is demand.
        /// - Returns: Its upstream, or nil if there is nothing to send.
        private func sendHeld() -> Int? {
            delivery.lock()
            defer { delivery.unlock() }
            let next = state.withLock { state -> (index: Int, value: Input, receiver: Downstream)? in
                guard let downstream = state.downstream, state.demand > .none,
                    let index = state.upstreams.firstIndex(where: { $0.held != nil }),
                    let value = state.upstreams[index].held
                else {
                    state.isServing = false
                    return nil
                }
                state.upstreams[index].held = nil
                state.demand -= 1
                return (index, value, downstream)
            }
            guard let next else { return nil }
            let more = next.receiver.receive(next.value)
            state.withLock { $0.demand += more }
            return next.index
        }

        /// Returns the requests to the upstreams after held values of some of them were sent.
        private func asks(after served: [Int]) -> [(any Subscription, Subscribers.Demand)] {
            state.withLock { state in
                state.upstreams.indices.compactMap { index in
                    guard let subscription = state.upstreams[index].subscription, !state.upstreams[index].isUnlimited,
                        state.upstreams[index].held == nil
                    else { return nil }
                    state.upstreams[index].isUnlimited = state.demand == .unlimited
                    if state.demand == .unlimited { return (subscription, .unlimited) }
                    return served.contains(index) ? (subscription, .max(1)) : nil
                }
            }
        }

        // MARK: The end

        /// The remaining work when all upstreams have ended.
        private struct Ending {
            let downstream: Downstream
            let upstreams: [Upstream]

            func cancelAll(but failed: Int? = nil) {
                for (index, upstream) in upstreams.enumerated() where index != failed {
                    upstream.subscription?.cancel()
                }
            }
        }

        /// Removes all references, so that no further call is made.
        /// - Returns: The remaining work, or nil if the merge has already ended.
        private func end() -> Ending? {
            state.withLock { state in
                guard let downstream = state.downstream else { return nil }
                // The references leave the mutex before they are released, because these may be the last ones.
                defer {
                    state.downstream = nil
                    state.upstreams = Array(repeating: Upstream(), count: state.upstreams.count)
                }
                return Ending(downstream: downstream, upstreams: state.upstreams)
            }
        }

        private func finishIfDone() {
            guard state.withLock({ $0.isDone }) else { return }
            delivery.withLock {
                let receiver = state.withLock { state -> Downstream? in
                    guard state.isDone else { return nil }
                    defer { state.downstream = nil }
                    return state.downstream
                }
                receiver?.receive(completion: .finished)
            }
        }
    }

    /// The subscriber of one upstream of a merge.
    struct MergeSide<Downstream: Subscriber>: Subscriber, CustomStringConvertible {
        typealias Input = Downstream.Input
        typealias Failure = Downstream.Failure

        let merge: MergeSubscription<Downstream>
        let index: Int
        let combineIdentifier = CombineIdentifier()

        var description: String { merge.description }

        func receive(subscription: any Subscription) {
            merge.receive(subscription, from: index)
        }

        func receive(_ input: Downstream.Input) -> Subscribers.Demand {
            merge.receive(input, from: index)
        }

        func receive(completion: Subscribers.Completion<Downstream.Failure>) {
            merge.receive(completion, from: index)
        }
    }
#endif
