// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthSession
import OpenCombineShim
import OpenHealthKit

/// A question to the health database, which is answered once for each subscriber; ``live`` answers it again after each change.
///
/// Nothing is read before a subscriber wants a value. Each subscriber asks for itself, on a thread in the background, where
/// it gets the answer and the end, or the failure; `receive(on:)` brings them elsewhere. After `cancel()` nothing arrives,
/// and what is being read for it stops.
public struct HealthDataPublisher<Output: Sendable>: Publisher, Sendable {
    /// An `HKError`.
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

    /// The same question, answered now and after each change.
    public var live: LiveQuery<Output> { LiveQuery(of: context, interest, read: read) }

    /// Hands out a subscription, which asks once the subscriber wants a value.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == any Error {
        subscriber.receive(subscription: HealthDataSubscription(self, AnySubscriber(subscriber)))
    }
}
