// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenCombineShim
import OpenHealthKit
import OpenHealthModel
import OpenHealthSession

/// A query of the health database that is executed once for each subscriber. Use ``live`` to repeat it after each change.
///
/// Nothing is read before there is demand. The query of each subscriber is executed on a background thread, on which the
/// subscriber receives the value and the completion; use `receive(on:)` to receive them elsewhere. After `cancel()` nothing is
/// sent, and a read in progress is canceled.
public struct HealthDataPublisher<Output: Sendable>: Publisher, Sendable {
    /// The failure, which is an `HKError`.
    public typealias Failure = any Error

    let context: HealthContext
    let interest: ChangeInterest
    let read: @Sendable (any HealthAccess) async throws -> Output

    init(
        _ store: HKHealthStore, _ interest: ChangeInterest,
        read: @escaping @Sendable (any HealthAccess) async throws -> Output
    ) {
        context = store.context
        self.interest = interest
        self.read = read
    }

    init<Query: AccessQuery>(_ store: HKHealthStore, _ query: Query) where Query.Output == Output {
        self.init(store, query.interest, read: query.fetch)
    }

    /// A live query that is executed now and after each change.
    public var live: LiveQuery<Output> { LiveQuery(of: context, interest, read: read) }

    /// Attaches a subscriber; the query is executed when there is demand.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == any Error {
        subscriber.receive(subscription: HealthDataSubscription(self, AnySubscriber(subscriber)))
    }
}

/// The subscription of one subscriber to a query.
///
/// The thread that advanced the state calls the subscriber, so calls are not concurrent.
final class HealthDataSubscription<Output: Sendable>: Subscription, Sendable {
    typealias Query = HealthDataPublisher<Output>
    typealias Receiver = AnySubscriber<Output, any Error>

    private enum State {
        /// Nothing has been requested yet.
        case idle(Query, Receiver)
        case reading(Receiver, Task<Void, Never>)
        /// The value is being sent; the completion follows.
        case sending
        case ended
    }

    private let state: Guarded<State>

    init(_ query: Query, _ receiver: Receiver) {
        state = Guarded(.idle(query, receiver))
    }

    func request(_ demand: Subscribers.Demand) {
        guard demand > .none else { return }
        state.withLock { state in
            guard case .idle(let query, let receiver) = state else { return }
            // The completion is called by the task, which waits for the lock.
            let task = query.context.perform { access in
                try await query.read(access)
            } completion: {
                self.finish($0)
            }
            state = .reading(receiver, task)
        }
    }

    func cancel() {
        // The contents of the state are released without holding the lock, because their deinitializers may call this object.
        if case .reading(_, let task) = step({ _ in .ended }) { task.cancel() }
    }

    private func finish(_ result: Result<Output, any Error>) {
        guard case .reading(let receiver, _) = step({ if case .reading = $0 { .sending } else { $0 } }) else { return }
        switch result {
        case .success(let output):
            _ = receiver.receive(output)
            guard case .sending = step({ _ in .ended }) else { return }
            receiver.receive(completion: .finished)
        case .failure(let error):
            _ = step { _ in .ended }
            receiver.receive(completion: .failure(error))
        }
    }

    /// Changes the state.
    /// - Returns: The previous state.
    private func step(_ next: (State) -> State) -> State {
        state.withLock { state in
            let before = state
            state = next(before)
            return before
        }
    }
}

extension LiveQuery {
    /// The results as an asynchronous sequence: each is the newest one when it is requested. Exiting a loop ends the query.
    public var values: PublisherValues<Self> { PublisherValues(self) }
}

extension SharedLiveQuery {
    /// The results as an asynchronous sequence: each is the newest one when it is requested. Exiting a loop ends the
    /// subscription.
    public var values: PublisherValues<Self> { PublisherValues(self) }
}

extension HealthDataPublisher {
    /// The result as an asynchronous sequence. Exiting a loop ends the query.
    public var values: PublisherValues<Self> { PublisherValues(self) }
}
