// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenCombineShim
import OpenHealthModel

/// A subscription that outlives the failures of its upstream publisher.
///
/// Each event (a failure, a status, the end of a pause) changes the state and calls `drive`, which takes the required steps
/// sequentially and not recursively, so that failures within `subscribe` do not grow the stack.
final class RetrySubscription<Upstream: Publisher, Context: Scheduler, Downstream: Subscriber>: Subscription,
    @unchecked Sendable
where Downstream.Input == Upstream.Output, Downstream.Failure == Upstream.Failure {
    // Unchecked because the publisher and the scheduler are not marked as Sendable, although both can be used from any thread;
    // the other state is guarded.
    typealias Instant = Context.SchedulerTimeType

    let parent: Publishers.RetryWhenOnline<Upstream, Context>
    let state: Guarded<RetryState<Downstream, Instant>>

    init(_ parent: Publishers.RetryWhenOnline<Upstream, Context>, _ downstream: Downstream) {
        self.parent = parent
        state = Guarded(RetryState(downstream, pauses: parent.pauses, now: parent.scheduler.now))
    }

    func begin() {
        state.withLock { $0.downstream }?.receive(subscription: self)
        drive()
    }

    // MARK: - Downstream

    func request(_ demand: Subscribers.Demand) {
        let subscription = state.withLock { state in
            state.demand += demand
            return state.subscription
        }
        subscription?.request(demand)
    }

    func cancel() {
        let (_, subscription, relay) = state.withLock { $0.end() }
        subscription?.cancel()
        relay?.cancel()
    }

    // MARK: - Upstream

    func receive(_ subscription: any Subscription, attempt: Int) {
        let demand = state.withLock { state -> Subscribers.Demand? in
            guard state.isRunning(attempt), state.subscription == nil else { return nil }
            state.subscription = subscription
            return state.demand
        }
        guard let demand else { return subscription.cancel() }
        if demand > .none { subscription.request(demand) }
    }

    func receive(_ input: Upstream.Output, attempt: Int) -> Subscribers.Demand {
        let (downstream, relay) = state.withLock { state -> (Downstream?, StatusRelay?) in
            guard state.isRunning(attempt) else { return (nil, nil) }
            if state.demand > .none { state.demand -= 1 }
            state.hasValue = true
            state.retries = 0
            // The outage is over; the next one has its own relay.
            defer { state.relay = nil }
            return (state.downstream, state.relay)
        }
        guard let downstream else { return .none }
        relay?.cancel()
        let demand = downstream.receive(input)
        guard demand > .none else { return .none }
        // The attempt may have ended in the meantime, and another one may have begun.
        let (isCurrent, subscription) = state.withLock { state -> (Bool, (any Subscription)?) in
            state.demand += demand
            return (state.isRunning(attempt), state.subscription)
        }
        if isCurrent { return demand }
        subscription?.request(demand)
        return .none
    }

    func receive(_ completion: Subscribers.Completion<Upstream.Failure>, attempt: Int) {
        let now = parent.scheduler.now
        let isOver = state.withLock { state -> Bool? in
            guard state.isRunning(attempt) else { return nil }
            guard case .failure = completion, parent.maximum.map({ state.retries < $0 }) ?? true else { return true }
            state.fail(at: now)
            return false
        }
        guard let isOver else { return }
        guard isOver else { return drive() }
        let (downstream, _, relay) = state.withLock { $0.end() }
        relay?.cancel()
        downstream?.receive(completion: completion)
    }

    // MARK: - Pauses

    private func note(_ status: Connectivity.Status, check: Int) {
        state.withLock { $0.note(status, check: check) }
        drive()
    }

    private func endPause(attempt: Int) {
        state.withLock { state in
            if state.attempt == attempt { state.isRested = true }
        }
        drive()
    }

    private func retry(attempt: Int) {
        let now = parent.scheduler.now
        state.withLock { $0.retry(after: attempt, at: now) }
        drive()
    }

    // MARK: - Steps

    private func drive() {
        guard state.withLock({ $0.beginDriving() }) else { return }
        while let step = state.withLock({ $0.nextStep() }) {
            switch step {
            case .ask(let check): ask(check)
            case .pause(let pause, let attempt):
                let end = parent.scheduler.now.advanced(by: .seconds(pause / .seconds(1)))
                parent.scheduler.schedule(after: end) { [weak self] in self?.endPause(attempt: attempt) }
            case .retry(let attempt):
                parent.scheduler.schedule { [weak self] in self?.retry(attempt: attempt) }
            case .subscribe(let attempt):
                parent.upstream.subscribe(RetryAttempt(self, attempt))
            }
        }
    }

    private func ask(_ check: Int) {
        let relay = StatusRelay(parent.connectivity) { [self] in
            note($0, check: check)
            return .none
        }
        relay.request(.unlimited)
        let (isWanted, old) = state.withLock { state -> (Bool, StatusRelay?) in
            guard state.downstream != nil else { return (false, nil) }
            defer { state.relay = relay }
            return (true, state.relay)
        }
        guard isWanted else { return }
        parent.connectivity.attach(relay, fresh: true)
        // Canceled after the new one exists, so that monitoring does not end and begin again.
        old?.cancel()
    }
}

/// The subscriber of one attempt.
final class RetryAttempt<Upstream: Publisher, Context: Scheduler, Downstream: Subscriber>: Subscriber
where Downstream.Input == Upstream.Output, Downstream.Failure == Upstream.Failure {
    typealias Input = Upstream.Output
    typealias Failure = Upstream.Failure

    private let parent: RetrySubscription<Upstream, Context, Downstream>
    private let attempt: Int

    init(_ parent: RetrySubscription<Upstream, Context, Downstream>, _ attempt: Int) {
        self.parent = parent
        self.attempt = attempt
    }

    func receive(subscription: any Subscription) { parent.receive(subscription, attempt: attempt) }

    func receive(_ input: Input) -> Subscribers.Demand { parent.receive(input, attempt: attempt) }

    func receive(completion: Subscribers.Completion<Failure>) { parent.receive(completion, attempt: attempt) }
}
