// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenCombineShim
import OpenHealthTestBasics
import Testing

/// A subscriber controlled by a test: it requests values as specified, records events, and lets a test wait for them.
final class Watcher<Value: Sendable>: Subscriber, @unchecked Sendable {
    // Unchecked because mutable state is only accessed under the lock.
    typealias Input = Value
    typealias Failure = any Error

    /// The events received so far.
    struct History: Sendable {
        var values: [Value] = []
        var error: (any Error)?
        var isFinished = false
        /// Whether two calls have overlapped, or one came after the end or before the subscription.
        var isBroken = false
    }

    private struct Waiter {
        let name: UUID
        let isMet: @Sendable (History) -> Bool
        let continuation: CheckedContinuation<History, Never>
    }

    private let lock = NSRecursiveLock()
    private let initial: Subscribers.Demand
    private let onValue: @Sendable (Watcher, Value) -> Subscribers.Demand
    private var history_ = History()
    private var isBusy = false
    private var hasCancelled = false
    private var subscription: (any Subscription)?
    private var waiters: [Waiter] = []
    /// The release of this object, for tests that wait for it.
    let released = EventLog<Void>()

    /// - Parameters:
    ///   - initial: The demand that is requested with the subscription.
    ///   - onValue: A closure that is called with each value, and returns additional demand.
    init(
        _ initial: Subscribers.Demand = .none,
        onValue: @escaping @Sendable (Watcher, Value) -> Subscribers.Demand = { _, _ in .none }
    ) {
        self.initial = initial
        self.onValue = onValue
    }

    deinit { released.note() }

    var history: History { lock.withLock { history_ } }
    var values: [Value] { history.values }

    func receive(subscription: any Subscription) {
        lock.withLock {
            if self.subscription != nil { history_.isBroken = true }
            self.subscription = subscription
        }
        if initial > .none { subscription.request(initial) }
    }

    func receive(_ value: Value) -> Subscribers.Demand {
        note {
            if isBusy || subscription == nil || hasCancelled || history_.isFinished { history_.isBroken = true }
            isBusy = true
            history_.values.append(value)
        }
        let demand = onValue(self, value)
        lock.withLock { isBusy = false }
        return demand
    }

    func receive(completion: Subscribers.Completion<any Error>) {
        note {
            if isBusy || subscription == nil || hasCancelled || history_.isFinished { history_.isBroken = true }
            history_.isFinished = true
            if case .failure(let error) = completion { history_.error = error }
        }
    }

    /// Requests more values.
    func request(_ demand: Subscribers.Demand) {
        lock.withLock { subscription }?.request(demand)
    }

    /// Cancels and releases the subscription.
    func cancel() {
        let subscription = lock.withLock {
            defer { self.subscription = nil }
            return self.subscription
        }
        subscription?.cancel()
    }

    /// Cancels from the thread of all calls, so that no event can follow.
    func cancelForGood() {
        lock.withLock { hasCancelled = true }
        cancel()
    }

    /// Waits until the events meet a condition. Records an issue if the time limit of the test ends the wait.
    @discardableResult
    func wait(
        _ location: SourceLocation = #_sourceLocation, _ isMet: @escaping @Sendable (History) -> Bool
    ) async -> History {
        let history = await awaited(isMet)
        if !isMet(history) {
            let end = history.isFinished ? ", then the end" : ""
            Issue.record("waited in vain; what came is \(history.values)\(end)", sourceLocation: location)
        }
        return history
    }

    private func awaited(_ isMet: @escaping @Sendable (History) -> Bool) async -> History {
        let name = UUID()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let met: History? = lock.withLock {
                    if isMet(history_) || Task.isCancelled { return history_ }
                    waiters.append(Waiter(name: name, isMet: isMet, continuation: continuation))
                    return nil
                }
                if let met { continuation.resume(returning: met) }
            }
        } onCancel: {
            wake { waiter, _ in waiter.name == name }
        }
    }

    private func note(_ change: () -> Void) {
        lock.withLock(change)
        wake { waiter, history in waiter.isMet(history) }
    }

    private func wake(_ isChosen: (Waiter, History) -> Bool) {
        let (chosen, history) = lock.withLock {
            let chosen = waiters.filter { isChosen($0, history_) }
            waiters.removeAll { waiter in chosen.contains { $0.name == waiter.name } }
            return (chosen, history_)
        }
        for waiter in chosen { waiter.continuation.resume(returning: history) }
    }
}

extension Watcher {
    /// Waits for a number of values.
    @discardableResult
    func wait(count: Int, _ location: SourceLocation = #_sourceLocation) async -> [Value] {
        await wait(location) { $0.values.count >= count }.values
    }
}

extension Watcher where Value: Equatable {
    /// Waits until a value is the last one. The value cannot be omitted, because there is no change before it has arrived.
    @discardableResult
    func wait(last: Value, _ location: SourceLocation = #_sourceLocation) async -> [Value] {
        await wait(location) { $0.values.last == last }.values
    }
}

extension Watcher where Value: Comparable {
    /// Waits until the last value is at least a value, if results can be omitted.
    @discardableResult
    func wait(atLeast least: Value, _ location: SourceLocation = #_sourceLocation) async -> [Value] {
        await wait(location) { $0.values.last.map { $0 >= least } ?? false }.values
    }
}
