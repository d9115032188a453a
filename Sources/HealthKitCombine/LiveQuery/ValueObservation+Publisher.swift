// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import GRDB

#if !canImport(Combine)
    extension ValueObservation {
        /// Returns a publisher of the observed values, like that of GRDB on platforms with Combine.
        ///
        /// The observation begins with the subscriber's first demand. Without demand the newest value is kept; the publisher of
        /// GRDB would drop it.
        /// - Parameters:
        ///   - reader: The database.
        ///   - scheduler: The scheduler of values and errors; by default the main queue.
        public func publisher(
            in reader: any DatabaseReader,
            scheduling scheduler: some ValueObservationScheduler = .async(onQueue: .main)
        ) -> LiveQuery<Reducer.Value> where Reducer: ValueReducer {
            LiveQuery(self, in: reader, scheduling: scheduler)
        }
    }
#endif
