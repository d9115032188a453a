// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenCombineShim

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
