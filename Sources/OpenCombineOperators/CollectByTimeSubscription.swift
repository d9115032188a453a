// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenCombineShim

#if !canImport(Combine)
    /// What collects values by time: the subscriber of the upstream and the subscription of the downstream.
    final class CollectByTimeSubscription<Input, Downstream: Subscriber, Context: Scheduler>: Subscriber, Subscription,
        CustomStringConvertible
    where Downstream.Input == [Input] {
        typealias Failure = Downstream.Failure

        private let scheduler: Context
        private let interval: Context.SchedulerTimeType.Stride
        private let count: Int?
        private let options: Context.SchedulerOptions?

        /// Guards all that is below; never held while somebody else's code runs.
        private let lock = NSLock()

        /// Held while the downstream is called with values or the end, since a scheduler may do several things at a
        /// time.
        private let delivery = NSRecursiveLock()

        /// Nothing when all is over.
        private var downstream: Downstream?

        private var upstream: (any Subscription)?
        private var hasUpstream = false
        private var timer: (any Cancellable)?
        private var values: [Input] = []
        private var end: Subscribers.Completion<Failure>?

        /// How many arrays may be sent.
        private var demand = Subscribers.Demand.none

        /// How many values the upstream was asked for and has not sent; with a count only.
        private var outstanding = Subscribers.Demand.none

        init(
            downstream: Downstream, strategy: Publishers.TimeGroupingStrategy<Context>,
            options: Context.SchedulerOptions?
        ) {
            self.downstream = downstream
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
            let receiver = lock.withLock { () -> Downstream? in
                guard let downstream, !hasUpstream else { return nil }
                hasUpstream = true
                upstream = subscription
                return downstream
            }
            guard let receiver else { return subscription.cancel() }
            startTimer()
            receiver.receive(subscription: self)
        }

        func receive(_ input: Input) -> Subscribers.Demand {
            let isFull = lock.withLock {
                guard downstream != nil, end == nil else { return false }
                values.append(input)
                if outstanding > .none { outstanding -= 1 }
                return count.map { values.count.isMultiple(of: $0) && demand > .none } ?? false
            }
            if isFull { scheduler.schedule(options: options) { self.send(withRest: false) } }
            return count == nil ? .max(1) : .none
        }

        func receive(completion: Subscribers.Completion<Failure>) {
            var dropped: [Input] = []
            let (timer, upstream) = lock.withLock {
                guard downstream != nil, end == nil else {
                    return (nil as (any Cancellable)?, nil as (any Subscription)?)
                }
                end = completion
                if case .failure = completion { swap(&dropped, &values) }
                defer { (self.timer, self.upstream) = (nil, nil) }
                return (self.timer, self.upstream)
            }
            guard upstream != nil else { return }
            timer?.cancel()
            scheduler.schedule(options: options) { self.close() }
        }

        // MARK: What the downstream asks

        func request(_ demand: Subscribers.Demand) {
            guard demand > .none else { return }
            let (isFull, hasEnded) = lock.withLock {
                guard downstream != nil else { return (false, false) }
                self.demand += demand
                return (count.map { values.count >= $0 } ?? false, end != nil)
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
            let ending = lock.withLock {
                swap(&dropped, &values)
                defer { (downstream, upstream, timer) = (nil, nil, nil) }
                return (downstream, upstream, timer)
            }
            ending.2?.cancel()
            ending.1?.cancel()
        }

        /// Asks the upstream for the values that the demand has room for.
        private func ask() {
            let ask = lock.withLock { () -> (any Subscription, Subscribers.Demand)? in
                guard let upstream, demand > .none else { return nil }
                guard let count else { return (upstream, .max(1)) }
                let (wanted, known) = (demand * count, outstanding + values.count)
                guard wanted > known else { return nil }
                outstanding = outstanding + (wanted - known)
                return (upstream, wanted - known)
            }
            if let (upstream, more) = ask { upstream.request(more) }
        }

        // MARK: What is sent

        /// The timer does not hold this object, which the upstream and the downstream do as long as somebody needs it.
        private func startTimer() {
            let timer = scheduler.schedule(
                after: scheduler.now.advanced(by: interval), interval: interval, tolerance: scheduler.minimumTolerance,
                options: options
            ) { [weak self] in self?.send(withRest: true) }
            let isOver = lock.withLock {
                guard upstream != nil else { return true }
                self.timer = timer
                return false
            }
            if isOver { timer.cancel() }
        }

        /// Sends what there is, as far as there is demand.
        /// - Parameter withRest: also what does not fill an array by the count.
        private func send(withRest: Bool) {
            let asksForMore = delivery.withLock {
                // What comes while this is sent waits for its own time.
                var due = lock.withLock { withRest ? values.count : values.count - values.count % (count ?? 1) }
                var asksForMore = false
                while let (receiver, group) = next(of: due) {
                    due -= group.count
                    let more = receiver.receive(group)
                    lock.withLock { demand += more }
                    if more > .none { asksForMore = true }
                }
                return asksForMore
            }
            if asksForMore, count != nil { ask() }
        }

        private func next(of due: Int) -> (Downstream, [Input])? {
            lock.withLock {
                let size = min(due, values.count, count ?? due)
                guard let downstream, size > 0, demand > .none else { return nil }
                demand -= 1
                defer { values.removeFirst(size) }
                return (downstream, Array(values.prefix(size)))
            }
        }

        /// Sends the rest and then the end, unless the rest must wait for demand.
        private func close() {
            send(withRest: true)
            delivery.withLock {
                let ending = lock.withLock { () -> (Downstream, Subscribers.Completion<Failure>)? in
                    guard let downstream, let end, values.isEmpty else { return nil }
                    self.downstream = nil
                    return (downstream, end)
                }
                if let (receiver, completion) = ending { receiver.receive(completion: completion) }
            }
        }
    }
#endif
