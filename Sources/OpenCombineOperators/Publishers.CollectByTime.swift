// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenCombineShim

#if !canImport(Combine)
    extension Publishers {
        /// A publisher of arrays: what another publisher sent since the last array, sent from time to time.
        ///
        /// Everything is sent by the scheduler. An interval without values sends nothing. One array takes one of the
        /// demand; without demand the values wait, for the next interval or, if they fill an array by their count, for
        /// the demand. By time alone the upstream is asked for one value after the other from the first demand on, so
        /// that any number of values may wait; with a count it is never asked for more than the arrays asked for can
        /// hold. When the upstream finishes, the rest is sent as soon as there is demand, and then the end; a failure
        /// drops the rest.
        public struct CollectByTime<Upstream, Context>: Publisher where Upstream: Publisher, Context: Scheduler {
            /// Values of the upstream, in the order in which they came.
            public typealias Output = [Upstream.Output]

            /// Why the upstream fails.
            public typealias Failure = Upstream.Failure

            /// The publisher of the values.
            public let upstream: Upstream

            /// When arrays are sent, and by which scheduler.
            public let strategy: Publishers.TimeGroupingStrategy<Context>

            /// How the scheduler is to do it.
            public let options: Context.SchedulerOptions?

            /// Collects the values of a publisher.
            public init(
                upstream: Upstream, strategy: Publishers.TimeGroupingStrategy<Context>,
                options: Context.SchedulerOptions?
            ) {
                self.upstream = upstream
                self.strategy = strategy
                self.options = options
            }

            /// Subscribes to the upstream; the intervals begin when its subscription comes.
            public func receive<S>(subscriber: S)
            where S: Subscriber, Upstream.Failure == S.Failure, S.Input == [Upstream.Output] {
                upstream.subscribe(
                    CollectByTimeSubscription<Upstream.Output, S, Context>(
                        downstream: subscriber, strategy: strategy, options: options))
            }
        }
    }
#endif
