// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenCombineShim

#if !canImport(Combine)
    extension Publishers {
        /// A publisher that collects the values of another publisher and sends them as arrays at intervals.
        ///
        /// All calls are made on the scheduler. Nothing is sent for an interval without values. Each array uses one unit of
        /// demand; without demand the values wait for the next interval or, if they fill an array of the count, for demand.
        ///
        /// With a time only, values are requested from the upstream one at a time from the first demand on, so any number
        /// of values can be waiting. With a count, no more values are requested than the requested arrays can contain. When
        /// the upstream finishes, the remaining values are sent as soon as there is demand, followed by the completion; a
        /// failure discards the remaining values.
        public struct CollectByTime<Upstream, Context>: Publisher where Upstream: Publisher, Context: Scheduler {
            /// The values of the upstream in the order of their arrival.
            public typealias Output = [Upstream.Output]

            /// The failure of the upstream.
            public typealias Failure = Upstream.Failure

            /// The publisher of the values.
            public let upstream: Upstream

            /// The interval, the scheduler, and the optional count.
            public let strategy: Publishers.TimeGroupingStrategy<Context>

            /// The options of the scheduler.
            public let options: Context.SchedulerOptions?

            /// Creates a publisher that collects the values of another one.
            public init(
                upstream: Upstream, strategy: Publishers.TimeGroupingStrategy<Context>,
                options: Context.SchedulerOptions?
            ) {
                self.upstream = upstream
                self.strategy = strategy
                self.options = options
            }

            /// Subscribes to the upstream; the intervals begin when its subscription arrives.
            public func receive<S>(subscriber: S)
            where S: Subscriber, Upstream.Failure == S.Failure, S.Input == [Upstream.Output] {
                upstream.subscribe(
                    CollectByTimeSubscription<Upstream.Output, S, Context>(
                        downstream: subscriber, strategy: strategy, options: options))
            }
        }
    }

    extension Publisher {
        /// Collects values and sends them as arrays at intervals.
        /// - Parameters:
        ///   - strategy: The interval, the scheduler, and the optional count.
        ///   - options: The options of the scheduler.
        public func collect<S>(
            _ strategy: Publishers.TimeGroupingStrategy<S>, options: S.SchedulerOptions? = nil
        ) -> Publishers.CollectByTime<Self, S> where S: Scheduler {
            Publishers.CollectByTime(upstream: self, strategy: strategy, options: options)
        }
    }
#endif
