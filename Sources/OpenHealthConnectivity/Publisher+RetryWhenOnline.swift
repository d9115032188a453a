// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import OpenCombineShim

extension Publisher {
    /// Subscribes again after a failure, as soon as the network or a server can be reached.
    ///
    /// After a failure the connectivity is checked again, because its last status may be older than the failure. If it is
    /// offline, the retry waits until it is online. The first retry is immediate; if failures follow each other without a value
    /// in between, each further retry is delayed by a pause that increases from 0.1 to 30 seconds. The subscriber's unmet demand
    /// is requested from the new subscription.
    ///
    ///     session.dataTaskPublisher(for: url).retryWhenOnline()
    ///
    /// A new subscription starts from its beginning: values that were sent before the failure can be sent again.
    /// - Parameters:
    ///   - maximum: The maximum number of retries without a value in between; the next failure is passed. Nil for no limit.
    ///   - connectivity: The connectivity that must be online.
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

    /// Subscribes again after a failure, like ``retryWhenOnline(maximum:connectivity:)``, on a given scheduler.
    /// - Parameters:
    ///   - maximum: The maximum number of retries without a value in between; the next failure is passed. Nil for no limit.
    ///   - connectivity: The connectivity that must be online.
    ///   - pauses: The first and the longest pause before a retry; the first retry is immediate.
    ///   - scheduler: The scheduler of retries and pauses.
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
    /// A publisher that subscribes again to its upstream publisher after a failure, when a connectivity is online.
    public struct RetryWhenOnline<Upstream: Publisher, Context: Scheduler>: Publisher {
        /// The output of the upstream publisher.
        public typealias Output = Upstream.Output
        /// The failure of the upstream publisher.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream
        /// The maximum number of retries without a value in between; nil for no limit.
        public let maximum: Int?
        /// The connectivity that must be online.
        public let connectivity: Connectivity
        /// The first and the longest pause.
        public let pauses: ClosedRange<Duration>
        /// The scheduler of retries and pauses.
        public let scheduler: Context

        /// Attaches a subscriber and makes the first attempt.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            RetrySubscription(self, subscriber).begin()
        }
    }
}
