// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenCombineShim

/// Iterates an asynchronous sequence for one subscriber.
final class AsyncSequenceSubscription<Base: AsyncSequence & Sendable>: Subscription, @unchecked Sendable
where Base.Element: Sendable {
    // Unchecked because what changes is behind the lock. It is no Mutex since the thread sanitizer does not see who waited
    // for one.
    private struct State {
        var subscriber: AnySubscriber<Base.Element, Base.Failure>?
        var demand = Subscribers.Demand.none
        var task: Task<Void, Never>?
        /// The task, while it waits for demand.
        var waiting: CheckedContinuation<Void, Never>?
    }

    private let base: Base
    private let lock = NSLock()
    private var state: State

    init(_ base: Base, _ subscriber: AnySubscriber<Base.Element, Base.Failure>) {
        self.base = base
        state = State(subscriber: subscriber)
    }

    func request(_ demand: Subscribers.Demand) {
        guard demand > .none else { return }
        let waiting: CheckedContinuation<Void, Never>? = lock.withLock {
            guard state.subscriber != nil else { return nil }
            state.demand += demand
            if state.task == nil { state.task = Task { await run() } }
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume()
    }

    func cancel() {
        let last = end()
        last.task?.cancel()
        last.waiting?.resume()
    }

    private func run() async {
        var iterator = base.makeAsyncIterator()
        do throws(Base.Failure) {
            while await isWanted() {
                guard let element = try await iterator.next(isolation: nil) else {
                    end().subscriber?.receive(completion: .finished)
                    return
                }
                send(element)
            }
        } catch {
            end().subscriber?.receive(completion: .failure(error))
        }
    }

    /// Waits until the subscriber wants an element.
    /// - Returns: false where they have cancelled.
    private func isWanted() async -> Bool {
        await withCheckedContinuation { continuation in
            let waits = lock.withLock {
                if state.subscriber == nil || state.demand > .none { return false }
                state.waiting = continuation
                return true
            }
            if !waits { continuation.resume() }
        }
        return lock.withLock { state.subscriber != nil }
    }

    private func send(_ element: Base.Element) {
        let subscriber = lock.withLock {
            state.demand -= 1
            return state.subscriber
        }
        guard let demand = subscriber?.receive(element) else { return }
        lock.withLock { state.demand += demand }
    }

    /// Ends; the subscriber is called by whoever ends it first, or by nobody.
    @discardableResult
    private func end() -> State {
        lock.withLock {
            defer { state = State() }
            return state
        }
    }
}
