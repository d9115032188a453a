// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenCombineShim

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
