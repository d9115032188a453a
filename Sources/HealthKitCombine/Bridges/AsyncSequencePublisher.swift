// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenCombineShim
import OpenHealthModel

/// A publisher of the elements of an asynchronous sequence.
///
/// Each subscriber iterates the sequence in its own task, which starts with the first demand. The next element is requested only
/// when there is demand, so the end of the sequence is reported only when there is demand for one more element. The error of the
/// sequence becomes the failure; a sequence that cannot throw has no failure. Canceling the subscription cancels the task.
///
/// A sequence that can be iterated only once, such as `AsyncStream`, distributes its elements among its subscribers.
public struct AsyncSequencePublisher<Base: AsyncSequence & Sendable>: Publisher, Sendable where Base.Element: Sendable {
    /// The elements of the sequence.
    public typealias Output = Base.Element
    /// The error of the sequence.
    public typealias Failure = Base.Failure

    private let base: Base

    /// Creates a publisher of the elements of a sequence.
    public init(_ base: Base) {
        self.base = base
    }

    /// Attaches a subscriber.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        subscriber.receive(subscription: AsyncSequenceSubscription(base, AnySubscriber(subscriber)))
    }
}

extension AsyncSequence where Self: Sendable, Element: Sendable {
    /// A publisher of the elements of the sequence, which requests an element only when there is demand.
    public var publisher: AsyncSequencePublisher<Self> { AsyncSequencePublisher(self) }
}

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
