// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenCombineShim

#if !canImport(Combine)
    extension Publishers {
        /// When collected values are sent.
        public enum TimeGroupingStrategy<Context> where Context: Scheduler {
            /// After each interval of the scheduler's time, counted from the subscription.
            case byTime(Context, Context.SchedulerTimeType.Stride)

            /// After each interval of the scheduler's time, counted from the subscription, and whenever there are as
            /// many values as the count says. The count is at least 1.
            case byTimeOrCount(Context, Context.SchedulerTimeType.Stride, Int)
        }
    }
#endif
