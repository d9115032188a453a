// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenCombineShim
import OpenHealthModel

/// An asynchronous sequence of the values of a publisher.
///
/// A value is requested when the iterator waits for it. The subscription ends with the sequence, with the task, and when a loop
/// is exited early, because its iterator is deallocated. In that case the `values` of OpenCombine keep the subscription.
///
///     for try await samples in PublisherValues(query.live.map(\.count)) { ... }
public struct PublisherValues<Upstream: Publisher>: AsyncSequence where Upstream.Output: Sendable {
    /// The values of the publisher.
    public typealias Element = Upstream.Output
    /// The error of the publisher.
    public typealias Failure = Upstream.Failure

    private let upstream: Upstream

    /// Creates a sequence of the values of a publisher.
    public init(_ upstream: Upstream) {
        self.upstream = upstream
    }

    /// Subscribes to the publisher and creates an iterator.
    public func makeAsyncIterator() -> Iterator {
        let inbox = ValueInbox<Upstream.Output, Upstream.Failure>()
        upstream.subscribe(inbox)
        return Iterator(holder: InboxHolder(inbox))
    }

    /// An iterator over the values.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let holder: InboxHolder<Upstream.Output, Upstream.Failure>

        /// Returns the next value, or nil after the last one or if the task was canceled.
        /// - Throws: The failure of the publisher.
        public mutating func next() async throws(Upstream.Failure) -> Upstream.Output? {
            try await next(isolation: nil)
        }

        /// Returns the next value, or nil after the last one or if the task was canceled.
        /// - Parameter actor: The isolation of the caller.
        /// - Throws: The failure of the publisher.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(Upstream.Failure) -> Upstream.Output? {
            let inbox = holder.inbox
            let result = await withTaskCancellationHandler {
                await inbox.next()
            } onCancel: {
                inbox.cancel()
            }
            return try result.get()
        }
    }
}

extension PublisherValues: Sendable where Upstream: Sendable {}

/// Cancels the subscription when the last copy of the iterator is deallocated. The inbox cannot do so itself, because the
/// publisher retains it.
private final class InboxHolder<Output: Sendable, Failure: Error>: Sendable {
    let inbox: ValueInbox<Output, Failure>

    init(_ inbox: ValueInbox<Output, Failure>) {
        self.inbox = inbox
    }

    deinit {
        inbox.cancel()
    }
}

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
