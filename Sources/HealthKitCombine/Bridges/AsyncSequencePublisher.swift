// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenCombineShim

/// The elements of an asynchronous sequence, as a publisher.
///
/// Each subscriber iterates the sequence for themselves, in a task of their own that begins with the first request for
/// values. The next element is asked for only once it is wanted; for that reason the end of the sequence is reported
/// when one element more than it has was wanted. What the sequence throws is the failure; a sequence that cannot throw
/// cannot fail. Cancelling cancels the task.
///
/// A sequence that can be iterated once, like `AsyncStream`, has its elements shared out among its subscribers.
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

    /// Lets a subscriber ask for elements.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        subscriber.receive(subscription: AsyncSequenceSubscription(base, AnySubscriber(subscriber)))
    }
}

extension AsyncSequence where Self: Sendable, Element: Sendable {
    /// The elements of the sequence, as a publisher that asks for one only when it is wanted.
    public var publisher: AsyncSequencePublisher<Self> { AsyncSequencePublisher(self) }
}
