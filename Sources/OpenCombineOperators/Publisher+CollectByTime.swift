// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenCombineShim

#if !canImport(Combine)
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
