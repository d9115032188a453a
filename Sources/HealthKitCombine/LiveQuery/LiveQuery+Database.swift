// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import GRDB

extension LiveQuery {
    /// Creates a query of any GRDB database, which is repeated after each transaction that changes what it reads.
    ///
    /// Only changes through the same `DatabaseQueue` or `DatabasePool` are observed, as GRDB does not observe others.
    /// - Parameters:
    ///   - reader: The database.
    ///   - scheduler: The scheduler of values and errors; by default the main queue. With `.immediate`, the first value is sent
    ///     before the subscriber's first request for values returns. GRDB traps if that request is not made on the main thread,
    ///     which on Linux executes nothing in a program with an asynchronous main function.
    ///   - value: A closure that reads the answer. An error that it throws ends the query.
    public init(
        in reader: any DatabaseReader, scheduling scheduler: some ValueObservationScheduler = .async(onQueue: .main),
        value: @escaping @Sendable (Database) throws -> Output
    ) {
        self.init(ValueObservation.tracking(value), in: reader, scheduling: scheduler)
    }

    /// Creates a query with the values of an observation of a GRDB database.
    ///
    /// The observation begins with the first demand, and reads after each change regardless of demand; without demand only the
    /// newest value is kept.
    /// - Parameters:
    ///   - observation: The observation.
    ///   - reader: The database.
    ///   - scheduler: The scheduler of values and errors; by default the main queue. With `.immediate`, the first value is sent
    ///     before the subscriber's first request for values returns. GRDB traps if that request is not made on the main thread,
    ///     which on Linux executes nothing in a program with an asynchronous main function.
    public init<Reducer: ValueReducer>(
        _ observation: ValueObservation<Reducer>, in reader: any DatabaseReader,
        scheduling scheduler: some ValueObservationScheduler = .async(onQueue: .main)
    ) where Reducer.Value == Output {
        self.init { ObservationSource(observation, in: reader, scheduling: scheduler) }
    }
}
