// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import GRDB

#if !canImport(Combine)
    extension ValueObservation {
        /// A publisher of the observed values, as GRDB has one where there is Combine.
        ///
        /// The observation begins with the subscriber's first request for values. While they want none, the newest value is
        /// kept for them; GRDB's own would drop it.
        /// - Parameters:
        ///   - reader: the database.
        ///   - scheduler: where values and errors arrive: on the main queue where it is left out.
        public func publisher(
            in reader: any DatabaseReader,
            scheduling scheduler: some ValueObservationScheduler = .async(onQueue: .main)
        ) -> LiveQuery<Reducer.Value> where Reducer: ValueReducer {
            LiveQuery(self, in: reader, scheduling: scheduler)
        }
    }
#endif
