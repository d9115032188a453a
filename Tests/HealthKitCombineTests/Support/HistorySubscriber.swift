// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenCombineShim

/// A subscriber that records everything it receives, and requests values as specified.
///
/// It adds `subscribed`, `value 1`, `finished` and `failed oops`, each after its name if it has one. Its own demand is recorded
/// by the upstream, as `ScriptedPublisher` does. The events within a call that receives a value follow the value, and `value 1
/// done` marks the end of such a call if another line was added in between.
final class HistorySubscriber<Input, Failure: Error>: Subscriber, @unchecked Sendable {
    // Unchecked because the state is only accessed under the lock.
    let history: History
    private let name: String
    private let initialDemand: Subscribers.Demand
    private let onValue: (HistorySubscriber, Input) -> Subscribers.Demand
    private let lock = NSLock()
    private var current: (any Subscription)?
    private var received: [Input] = []
    private var ending: Subscribers.Completion<Failure>?
    private var overlapped = false
    private let calls = NSRecursiveLock()

    /// Creates a subscriber.
    /// - Parameters:
    ///   - history: The history to which lines are added.
    ///   - name: The prefix of each line, for tests with several subscribers.
    ///   - demand: The demand that is requested with the subscription.
    ///   - onValue: A closure that is called with each value, and returns additional demand.
    init(
        _ history: History = History(), name: String = "", demand: Subscribers.Demand = .none,
        onValue: @escaping (HistorySubscriber, Input) -> Subscribers.Demand = { _, _ in .none }
    ) {
        self.history = history
        self.name = name.isEmpty ? "" : name + " "
        initialDemand = demand
        self.onValue = onValue
    }

    /// The subscription, until it has completed or has been cancelled.
    var subscription: (any Subscription)? { lock.withLock { current } }

    /// All values so far.
    var values: [Input] { lock.withLock { received } }

    /// The completion, if it has completed.
    var completion: Subscribers.Completion<Failure>? { lock.withLock { ending } }

    /// Whether calls on two threads have overlapped.
    var wasEnteredTwice: Bool { lock.withLock { overlapped } }

    /// Requests more values.
    func request(_ demand: Subscribers.Demand) {
        subscription?.request(demand)
    }

    /// Cancels and releases the subscription.
    func cancel() {
        let subscription = lock.withLock {
            defer { current = nil }
            return current
        }
        subscription?.cancel()
    }

    func receive(subscription: any Subscription) {
        lock.withLock { current = subscription }
        history.note(name + "subscribed")
        if initialDemand > .none { subscription.request(initialDemand) }
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        enter {
            history.note(name + "value \(input)")
            let before = history.count
            lock.withLock { received.append(input) }
            let more = onValue(self, input)
            if history.count != before { history.note(name + "value \(input) done") }
            return more
        }
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        enter {
            let released = lock.withLock {
                ending = completion
                defer { current = nil }
                return current
            }
            switch completion {
            case .finished: history.note(name + "finished")
            case .failure(let error): history.note(name + "failed \(error)")
            }
            withExtendedLifetime(released) {}
        }
    }

    /// Detects calls on other threads; nested calls on the same thread are allowed.
    private func enter<Result>(_ body: () -> Result) -> Result {
        let isAlone = calls.try()
        if !isAlone { lock.withLock { overlapped = true } }
        defer { if isAlone { calls.unlock() } }
        return body()
    }
}
