// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import GRDB

extension LiveQuery {
    /// A question to any GRDB database, answered again after each transaction that touches what it reads.
    ///
    /// Changes are those made through the same `DatabaseQueue` or `DatabasePool`; GRDB does not see those of others.
    /// - Parameters:
    ///   - reader: the database.
    ///   - scheduler: where values and errors arrive: on the main queue where it is left out. With `.immediate` the first value
    ///     arrives before the subscriber's first request for values returns. GRDB stops the process where that is not made
    ///     on the main thread, which on Linux nothing runs on any more in a program with an asynchronous main function.
    ///   - value: reads the answer. What it throws ends the query.
    public init(
        in reader: any DatabaseReader, scheduling scheduler: some ValueObservationScheduler = .async(onQueue: .main),
        value: @escaping @Sendable (Database) throws -> Output
    ) {
        self.init(ValueObservation.tracking(value), in: reader, scheduling: scheduler)
    }

    /// The values of an observation of a GRDB database.
    ///
    /// The observation begins with the first request for values, and reads after each change, wanted or not; of the values
    /// that are not wanted only the newest is kept.
    /// - Parameters:
    ///   - observation: what is observed.
    ///   - reader: the database.
    ///   - scheduler: where values and errors arrive: on the main queue where it is left out. With `.immediate` the first value
    ///     arrives before the subscriber's first request for values returns. GRDB stops the process where that is not made
    ///     on the main thread, which on Linux nothing runs on any more in a program with an asynchronous main function.
    public init<Reducer: ValueReducer>(
        _ observation: ValueObservation<Reducer>, in reader: any DatabaseReader,
        scheduling scheduler: some ValueObservationScheduler = .async(onQueue: .main)
    ) where Reducer.Value == Output {
        self.init { ObservationSource(observation, in: reader, scheduling: scheduler) }
    }
}
