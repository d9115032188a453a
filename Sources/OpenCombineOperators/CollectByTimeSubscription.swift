// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenCombineShim
import Synchronization

#if !canImport(Combine)
    /// The subscriber of the upstream and the subscription of the downstream of a collection by time.
    final class CollectByTimeSubscription<Input, Downstream: Subscriber, Context: Scheduler>: Subscriber, Subscription,
        CustomStringConvertible
    where Downstream.Input == [Input] {
        typealias Failure = Downstream.Failure

        private let scheduler: Context
        private let interval: Context.SchedulerTimeType.Stride
        private let count: Int?
        private let options: Context.SchedulerOptions?

        // Unchecked because Combine does not mark subscribers, subscriptions and values as Sendable, although they can be used
        // from any thread; the fields are accessed only through the mutex.
        private struct State: @unchecked Sendable {
            /// Nil after the end.
            var downstream: Downstream?

            var upstream: (any Subscription)?
            var hasUpstream = false
            var timer: (any Cancellable)?
            var values: [Input] = []
            var end: Subscribers.Completion<Failure>?

            /// The demand for arrays.
            var demand = Subscribers.Demand.none

            /// The number of requested values that the upstream has not sent; used only with a count.
            var outstanding = Subscribers.Demand.none
        }

        /// Not held while code of a publisher, subscriber or scheduler runs.
        private let state: Mutex<State>

        /// Held while the downstream is called with values or the completion, because a scheduler can run several actions
        /// concurrently.
        ///
        /// Recursive because a scheduler can run its action immediately, within a call of the downstream.
        private let delivery = NSRecursiveLock()

        init(
            downstream: Downstream, strategy: Publishers.TimeGroupingStrategy<Context>,
            options: Context.SchedulerOptions?
        ) {
            state = Mutex(State(downstream: downstream))
            self.options = options
            switch strategy {
            case .byTime(let scheduler, let interval):
                (self.scheduler, self.interval, count) = (scheduler, interval, nil)
            case .byTimeOrCount(let scheduler, let interval, let count):
                (self.scheduler, self.interval, self.count) = (scheduler, interval, max(count, 1))
            }
        }

        var description: String { "CollectByTime" }

        // MARK: What the upstream sends

        func receive(subscription: any Subscription) {
            let receiver = state.withLock { state -> Downstream? in
                guard let downstream = state.downstream, !state.hasUpstream else { return nil }
                state.hasUpstream = true
                state.upstream = subscription
                return downstream
            }
            guard let receiver else { return subscription.cancel() }
            startTimer()
            receiver.receive(subscription: self)
        }

        func receive(_ input: Input) -> Subscribers.Demand {
            let isFull = state.withLock { state in
                guard state.downstream != nil, state.end == nil else { return false }
                state.values.append(input)
                if state.outstanding > .none { state.outstanding -= 1 }
                guard let count else { return false }
                return state.values.count.isMultiple(of: count) && state.demand > .none
            }
            if isFull { scheduler.schedule(options: options) { self.send(withRest: false) } }
            return count == nil ? .max(1) : .none
        }

        func receive(completion: Subscribers.Completion<Failure>) {
            var dropped: [Input] = []
            // The deinitializers of values can run any code, so they are released without holding the mutex.
            defer { withExtendedLifetime(dropped) {} }
            let (timer, upstream) = state.withLock { state -> ((any Cancellable)?, (any Subscription)?) in
                guard state.downstream != nil, state.end == nil else { return (nil, nil) }
                state.end = completion
                if case .failure = completion { swap(&dropped, &state.values) }
                defer { (state.timer, state.upstream) = (nil, nil) }
                return (state.timer, state.upstream)
            }
            guard upstream != nil else { return }
            timer?.cancel()
            scheduler.schedule(options: options) { self.close() }
        }

        // MARK: What the downstream asks

        func request(_ demand: Subscribers.Demand) {
            guard demand > .none else { return }
            let (isFull, hasEnded) = state.withLock { state in
                guard state.downstream != nil else { return (false, false) }
                state.demand += demand
                return (state.values.count >= count ?? .max, state.end != nil)
            }
            if hasEnded {
                scheduler.schedule(options: options) { self.close() }
            } else {
                if isFull { scheduler.schedule(options: options) { self.send(withRest: false) } }
                ask()
            }
        }

        func cancel() {
            var dropped: [Input] = []
            defer { withExtendedLifetime(dropped) {} }
            let ending = state.withLock { state in
                swap(&dropped, &state.values)
                defer { (state.downstream, state.upstream, state.timer) = (nil, nil, nil) }
                return (state.downstream, state.upstream, state.timer)
            }
            ending.2?.cancel()
            ending.1?.cancel()
        }

        /// Requests from the upstream the values that the demand permits.
        private func ask() {
            let ask = state.withLock { state -> (any Subscription, Subscribers.Demand)? in
                guard let upstream = state.upstream, state.demand > .none else { return nil }
                guard let count else { return (upstream, .max(1)) }
                let (wanted, known) = (state.demand * count, state.outstanding + state.values.count)
                guard wanted > known else { return nil }
                state.outstanding = state.outstanding + (wanted - known)
                return (upstream, wanted - known)
            }
            if let (upstream, more) = ask { upstream.request(more) }
        }

        // MARK: What is sent

        /// The timer does not retain this object; the upstream and the downstream do so as long as needed.
        private func startTimer() {
            let timer = scheduler.schedule(
                after: scheduler.now.advanced(by: interval), interval: interval, tolerance: scheduler.minimumTolerance,
                options: options
            ) { [weak self] in self?.send(withRest: true) }
            let isOver = state.withLock { state in
                guard state.upstream != nil else { return true }
                state.timer = timer
                return false
            }
            if isOver { timer.cancel() }
        }

        /// Sends the collected values up to the demand.
        /// - Parameter withRest: Whether to also send values that do not fill an array of the count.
        private func send(withRest: Bool) {
            let asksForMore = delivery.withLock {
                // Values that arrive while these are sent wait for their own interval.
                let count = state.withLock { $0.values.count }
                var due = withRest ? count : count - count % (self.count ?? 1)
                var asksForMore = false
                while let (receiver, group) = next(of: due) {
                    due -= group.count
                    let more = receiver.receive(group)
                    state.withLock { $0.demand += more }
                    if more > .none { asksForMore = true }
                }
                return asksForMore
            }
            if asksForMore, count != nil { ask() }
        }

        private func next(of due: Int) -> (Downstream, [Input])? {
            state.withLock { state in
                let size = min(due, state.values.count, count ?? due)
                guard let downstream = state.downstream, size > 0, state.demand > .none else { return nil }
                state.demand -= 1
                defer { state.values.removeFirst(size) }
                return (downstream, Array(state.values.prefix(size)))
            }
        }

        /// Sends the remaining values and then the completion, unless the values must wait for demand.
        private func close() {
            send(withRest: true)
            delivery.withLock {
                let ending = state.withLock { state -> (Downstream, Subscribers.Completion<Failure>)? in
                    guard let downstream = state.downstream, let end = state.end, state.values.isEmpty else {
                        return nil
                    }
                    state.downstream = nil
                    return (downstream, end)
                }
                if let (receiver, completion) = ending { receiver.receive(completion: completion) }
            }
        }
    }
#endif
