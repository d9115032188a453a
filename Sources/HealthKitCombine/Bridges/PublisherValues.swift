// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenCombineShim

/// The values of a publisher, as an asynchronous sequence.
///
/// Each value is requested when the iterator waits for it. The subscription ends with the sequence, with the task, and also when a loop is
/// left early: its iterator is gone then. The publisher's own `values` of OpenCombine keep the subscription in that case.
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

    /// Subscribes.
    public func makeAsyncIterator() -> Iterator {
        let inbox = ValueInbox<Upstream.Output, Upstream.Failure>()
        upstream.subscribe(inbox)
        return Iterator(holder: InboxHolder(inbox))
    }

    /// Gives values one by one.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let holder: InboxHolder<Upstream.Output, Upstream.Failure>

        /// The next value; nil after the last one, and once the task has been cancelled.
        /// - Throws: what the publisher fails with.
        public mutating func next() async throws(Upstream.Failure) -> Upstream.Output? {
            try await next(isolation: nil)
        }

        /// The next value; nil after the last one, and once the task has been cancelled.
        /// - Parameter actor: whom the caller runs on.
        /// - Throws: what the publisher fails with.
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

/// Ends a subscription with the last copy of its iterator. The inbox cannot do that itself, since the publisher holds it.
private final class InboxHolder<Output: Sendable, Failure: Error>: Sendable {
    let inbox: ValueInbox<Output, Failure>

    init(_ inbox: ValueInbox<Output, Failure>) {
        self.inbox = inbox
    }

    deinit {
        inbox.cancel()
    }
}
