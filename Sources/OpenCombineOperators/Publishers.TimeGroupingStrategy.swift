// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenCombineShim

#if !canImport(Combine)
    extension Publishers {
        /// A strategy for the times at which collected values are sent.
        public enum TimeGroupingStrategy<Context> where Context: Scheduler {
            /// Sends after each interval of the scheduler's time, counted from the subscription.
            case byTime(Context, Context.SchedulerTimeType.Stride)

            /// Sends after each interval of the scheduler's time, counted from the subscription, and whenever the number of
            /// values reaches the count, which is at least 1.
            case byTimeOrCount(Context, Context.SchedulerTimeType.Stride, Int)
        }
    }
#endif
