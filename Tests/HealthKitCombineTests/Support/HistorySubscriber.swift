// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenCombineShim

/// A subscriber that records everything it receives, and requests values as specified.
///
/// It writes `subscribed`, `value 1`, `finished` and `failed oops`, each after its name if it has one. What it asks for
/// itself is written by the upstream that is asked, as `ScriptedPublisher` does. What happens inside of a call that
/// takes a value follows the value, and `value 1 done` comes at the end of such a call if another line came in between.
final class HistorySubscriber<Input, Failure: Error>: Subscriber, @unchecked Sendable {
    // Unchecked because the state is only reached under the lock.
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
    ///   - history: where to write.
    ///   - name: what to begin each line with, for a test with several subscribers.
    ///   - demand: what to ask for when the subscription comes.
    ///   - onValue: what to do with a value, and how much more to ask for by it.
    init(
        _ history: History = History(), name: String = "", demand: Subscribers.Demand = .none,
        onValue: @escaping (HistorySubscriber, Input) -> Subscribers.Demand = { _, _ in .none }
    ) {
        self.history = history
        self.name = name.isEmpty ? "" : name + " "
        initialDemand = demand
        self.onValue = onValue
    }

    /// The subscription, until it has ended or was cancelled.
    var subscription: (any Subscription)? { lock.withLock { current } }

    /// All values so far.
    var values: [Input] { lock.withLock { received } }

    /// How it ended, if it did.
    var completion: Subscribers.Completion<Failure>? { lock.withLock { ending } }

    /// Whether two threads were ever in here at the same time.
    var wasEnteredTwice: Bool { lock.withLock { overlapped } }

    /// Asks for more.
    func request(_ demand: Subscribers.Demand) {
        subscription?.request(demand)
    }

    /// Cancels, and lets go of the subscription.
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

    /// Sees whether another thread is inside: one that comes back from within its own call is not.
    private func enter<Result>(_ body: () -> Result) -> Result {
        let isAlone = calls.try()
        if !isAlone { lock.withLock { overlapped = true } }
        defer { if isAlone { calls.unlock() } }
        return body()
    }
}
