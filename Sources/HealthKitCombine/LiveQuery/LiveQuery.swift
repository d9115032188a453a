// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import GRDB
import OpenCombineShim
import OpenHealthKit
import OpenHealthModel
import OpenHealthSession

/// A publisher that sends the result to a query again each time it may have changed.
///
/// The query begins with the first demand. Each subscriber has its own query, unless subscribers share one through ``shared()``.
/// The first value is the current result. Each later value is the result at that time, regardless of the number of changes:
/// consecutive values can be equal, which `removeDuplicates()` filters.
///
/// Without demand nothing is sent, and only the newest result is kept. A query of the health database is not even read without
/// demand: changes are recorded and lead to one read when there is demand. Values are sent one at a time, and not after
/// cancellation, except for a value that another thread is sending at that time.
///
/// An error ends the query. It is reported immediately, regardless of demand, and an unsent value is discarded.
public struct LiveQuery<Output: Sendable>: Publisher, Sendable {
    /// The reason for the failure: an `HKError` of a health database, or the error of GRDB or the given closure.
    public typealias Failure = any Error

    let makeSource: @Sendable () -> any LiveQuerySource<Output>

    /// Creates a query with results of a custom source.
    /// - Parameter makeSource: A closure that creates the source for one subscriber, or for all that share the query.
    init(_ makeSource: @escaping @Sendable () -> any LiveQuerySource<Output>) {
        self.makeSource = makeSource
    }

    /// Attaches a subscriber.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == any Error {
        let run = LiveQueryRun(makeSource(), isShared: false)
        // A new run accepts subscribers.
        if let member = run.join(AnySubscriber(subscriber)) { run.welcome(member) }
    }
}

extension LiveQuery {
    /// Creates a query of the health store, which is repeated after changes of some types of data or of the app's permissions,
    /// made by this or another process.
    /// - Parameters:
    ///   - store: The store.
    ///   - types: The types that the query reads: sample types, characteristic types, the activity summary type, or medication
    ///     types.
    ///   - value: A closure that reads the result; it is not called concurrently. Its task is canceled when there is no more
    ///     demand for the result. An error that it throws ends the query and is passed on unchanged.
    public init(
        of store: HKHealthStore, observing types: some Sequence<HKObjectType>,
        value: @escaping @Sendable (HKHealthStore) async throws -> Output
    ) {
        let (context, interest) = (store.context, ChangeInterest(reading: types))
        self.init { StoreSource(of: context, interest, .task({ try await value(store) })) }
    }

    /// Creates a query of the health database, which is repeated after relevant changes and changes of permissions when there is
    /// demand. Errors are those of HealthKit.
    package init(
        of context: HealthContext, _ interest: ChangeInterest,
        read: @escaping @Sendable (any HealthAccess) async throws -> Output
    ) {
        var interest = interest
        // The app's permissions affect every result.
        interest.topics.insert(.permissions)
        self.init { [interest] in StoreSource(of: context, interest, .access(read)) }
    }
}

extension ChangeInterest {
    /// Creates the interest of a query that reads objects of some types.
    init(reading types: some Sequence<HKObjectType>) {
        self.init(topics: [.permissions])
        for type in types {
            switch type {
            case is HKCharacteristicType: topics.insert(.characteristics)
            case is HKActivitySummaryType: topics.insert(.summaries)
            case is HKUserAnnotatedMedicationType: topics.insert(.medications)
            default:
                self.types.insert(type.identifier)
                topics.formUnion(Self.topics(of: type))
            }
        }
    }

    /// Returns the topics that change the results for a type without samples being saved or deleted.
    private static func topics(of type: HKObjectType) -> Set<ChangeRange.Topic> {
        switch type {
        case is HKMedicationDoseEventType: [.medications]
        case is HKWorkoutType, HKQuantityType(.workoutEffortScore), HKQuantityType(.estimatedWorkoutEffortScore):
            [.relations]
        default: topics(ofSumsOf: type)
        }
    }
}

extension LiveQuery {
    /// Creates a query of any GRDB database, which is repeated after each transaction that changes what it reads.
    ///
    /// Only changes through the same `DatabaseQueue` or `DatabasePool` are observed, as GRDB does not observe others.
    /// - Parameters:
    ///   - reader: The database.
    ///   - scheduler: The scheduler of values and errors; by default the main queue. With `.immediate`, the first value is sent
    ///     before the subscriber's first request for values returns. GRDB traps if that request is not made on the main thread,
    ///     which on Linux executes nothing in a program with an asynchronous main function.
    ///   - value: A closure that reads the result. An error that it throws ends the query.
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
