// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenCombineShim

/// A subscription that iterates an asynchronous sequence for one subscriber.
final class AsyncSequenceSubscription<Base: AsyncSequence & Sendable>: Subscription, Sendable
where Base.Element: Sendable {
    private struct State {
        var subscriber: AnySubscriber<Base.Element, Base.Failure>?
        var demand = Subscribers.Demand.none
        var task: Task<Void, Never>?
        /// The continuation of the task while it waits for demand.
        var waiting: CheckedContinuation<Void, Never>?
    }

    private let base: Base
    private let state: Guarded<State>

    init(_ base: Base, _ subscriber: AnySubscriber<Base.Element, Base.Failure>) {
        self.base = base
        state = Guarded(State(subscriber: subscriber))
    }

    func request(_ demand: Subscribers.Demand) {
        guard demand > .none else { return }
        let waiting: CheckedContinuation<Void, Never>? = state.withLock { state in
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

    /// Waits for demand.
    /// - Returns: False if the subscription was canceled.
    private func isWanted() async -> Bool {
        await withCheckedContinuation { continuation in
            let waits = state.withLock { state in
                if state.subscriber == nil || state.demand > .none { return false }
                state.waiting = continuation
                return true
            }
            if !waits { continuation.resume() }
        }
        return state.withLock { $0.subscriber != nil }
    }

    private func send(_ element: Base.Element) {
        let subscriber = state.withLock { state in
            // The subscription may have been canceled while the sequence was being read.
            if state.subscriber != nil { state.demand -= 1 }
            return state.subscriber
        }
        guard let demand = subscriber?.receive(element) else { return }
        state.withLock { $0.demand += demand }
    }

    /// Ends the subscription; only the first caller calls the subscriber, if at all.
    @discardableResult
    private func end() -> State {
        state.withLock { state in
            defer { state = State() }
            return state
        }
    }
}
