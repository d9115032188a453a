// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthSession
import OpenCombineShim
import OpenHealthKit

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
    let read: @Sendable (any HealthSession) async throws -> Output

    init(
        _ store: HKHealthStore, _ interest: ChangeInterest,
        read: @escaping @Sendable (any HealthSession) async throws -> Output
    ) {
        context = store.context
        self.interest = interest
        self.read = read
    }

    init<Question: SessionQuestion>(_ store: HKHealthStore, _ question: Question) where Question.Output == Output {
        self.init(store, question.interest, read: question.answer)
    }

    /// A live query that is executed now and after each change.
    public var live: LiveQuery<Output> { LiveQuery(of: context, interest, read: read) }

    /// Attaches a subscriber; the query is executed when there is demand.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == any Error {
        subscriber.receive(subscription: HealthDataSubscription(self, AnySubscriber(subscriber)))
    }
}
