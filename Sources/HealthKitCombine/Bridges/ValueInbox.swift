// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenCombineShim

/// A subscriber that requests a value for each task that waits for one.
final class ValueInbox<Output: Sendable, Failure: Error>: Subscriber, Sendable {
    typealias Input = Output
    typealias Next = Result<Output?, Failure>

    private struct State {
        var subscription: (any Subscription)?
        var waiting: [CheckedContinuation<Next, Never>] = []
        /// The values that arrived without demand, from publishers that do not respect it.
        var early: [Output] = []
        /// The demand before the subscription.
        var demand = 0
        var isEnded = false
        var failure: Failure?
    }

    private let state = Guarded(State())

    /// Waits for a value.
    func next() async -> Next {
        await withCheckedContinuation { continuation in
            let (next, subscription): (Next?, (any Subscription)?) = state.withLock { state in
                if !state.early.isEmpty { return (.success(state.early.removeFirst()), nil) }
                if let failure = state.failure {
                    state.failure = nil
                    return (.failure(failure), nil)
                }
                if state.isEnded { return (.success(nil), nil) }
                state.waiting.append(continuation)
                if state.subscription == nil { state.demand += 1 }
                return (nil, state.subscription)
            }
            if let next { continuation.resume(returning: next) }
            subscription?.request(.max(1))
        }
    }

    func receive(subscription: any Subscription) {
        let (isWelcome, demand) = state.withLock { state in
            if state.subscription != nil || state.isEnded { return (false, 0) }
            state.subscription = subscription
            return (true, state.demand)
        }
        if !isWelcome { subscription.cancel() }
        if demand > 0 { subscription.request(.max(demand)) }
    }

    func receive(_ input: Output) -> Subscribers.Demand {
        let waiting: CheckedContinuation<Next, Never>? = state.withLock { state in
            if state.isEnded { return nil }
            if !state.waiting.isEmpty { return state.waiting.removeFirst() }
            state.early.append(input)
            return nil
        }
        waiting?.resume(returning: .success(input))
        return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        var failure: Failure?
        if case .failure(let error) = completion { failure = error }
        end(failure)
    }

    /// Ends the subscription; waiting calls return nil.
    func cancel() {
        let subscription = state.withLock { state in
            state.early = []
            state.failure = nil
            return state.isEnded ? nil : state.subscription
        }
        end(nil)
        subscription?.cancel()
    }

    /// Passes the failure to the first waiting call, or the next one, and the end to the others.
    private func end(_ failure: Failure?) {
        let (waiting, subscription) = state.withLock { state in
            let last = (state.waiting, state.subscription)
            if !state.isEnded && state.waiting.isEmpty { state.failure = failure }
            state.waiting = []
            state.subscription = nil
            state.isEnded = true
            return last
        }
        for (place, continuation) in waiting.enumerated() {
            if place == 0, let failure {
                continuation.resume(returning: .failure(failure))
            } else {
                continuation.resume(returning: .success(nil))
            }
        }
        withExtendedLifetime(subscription) {}
    }
}
