// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import OpenCombineShim

extension Publisher {
    /// Subscribes again after a failure, as soon as the network, or a server, can be reached.
    ///
    /// After a failure the connectivity is asked anew, since what it said last may be older than the failure. Where it says
    /// offline, nothing happens until it says online. The first retry comes at once then; when failures follow each other
    /// without a value between them, a pause that grows from 0.1 to 30 seconds lies between a failure and the next retry.
    /// What the subscriber has asked for and not received is asked of the new subscription.
    ///
    ///     session.dataTaskPublisher(for: url).retryWhenOnline()
    ///
    /// A subscription made again begins from its beginning: values that came before the failure may come again.
    /// - Parameters:
    ///   - maximum: how often to subscribe again without a value in between; the failure after that passes. Nil: no limit.
    ///   - connectivity: what must be reachable.
    public func retryWhenOnline(
        maximum: Int? = nil, connectivity: Connectivity = .shared
    ) -> some Publisher<Output, Failure> {
        #if canImport(Combine)
            return retryWhenOnline(maximum: maximum, connectivity: connectivity, scheduler: DispatchQueue.global())
        #else
            return retryWhenOnline(
                maximum: maximum, connectivity: connectivity, scheduler: DispatchQueue.global().ocombine)
        #endif
    }

    /// Subscribes again after a failure, as ``retryWhenOnline(maximum:connectivity:)`` does, from a scheduler of one's choice.
    /// - Parameters:
    ///   - maximum: how often to subscribe again without a value in between; the failure after that passes. Nil: no limit.
    ///   - connectivity: what must be reachable.
    ///   - pauses: the first and the longest pause before a retry, other than the first, which comes at once.
    ///   - scheduler: where retries happen and pauses are measured.
    public func retryWhenOnline<Context: Scheduler>(
        maximum: Int? = nil, connectivity: Connectivity = .shared,
        pauses: ClosedRange<Duration> = .milliseconds(100)...(.seconds(30)), scheduler: Context
    ) -> Publishers.RetryWhenOnline<Self, Context> {
        precondition(maximum.map { $0 >= 0 } ?? true, "the number of retries is not negative")
        precondition(pauses.lowerBound > .zero, "a pause between retries is longer than zero")
        return Publishers.RetryWhenOnline(
            upstream: self, maximum: maximum, connectivity: connectivity, pauses: pauses, scheduler: scheduler)
    }
}

extension Publishers {
    /// Values of a publisher that is subscribed to again after a failure, when something can be reached.
    public struct RetryWhenOnline<Upstream: Publisher, Context: Scheduler>: Publisher {
        /// As the publisher above.
        public typealias Output = Upstream.Output
        /// As the publisher above.
        public typealias Failure = Upstream.Failure

        /// Where values come from.
        public let upstream: Upstream
        /// How often to subscribe again without a value in between; nil: no limit.
        public let maximum: Int?
        /// The connectivity that must be online.
        public let connectivity: Connectivity
        /// The first and the longest pause.
        public let pauses: ClosedRange<Duration>
        /// Where retries happen and pauses are measured.
        public let scheduler: Context

        /// Subscribes for the first time.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            RetrySubscription(self, subscriber).begin()
        }
    }
}
