// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession
import OpenHealthStatistics

/// A query for statistics over consecutive intervals of equal length, with one result or continuous results.
public struct HKStatisticsCollectionQueryDescriptor: HKAsyncQuery, HKAsyncSequenceQuery, Sendable {
    /// The type and the predicate of the samples. A sample that crosses a boundary of the predicate's interval counts in full, so
    /// the collection can contain an interval before or after it.
    public var predicate: HKSamplePredicate<HKQuantitySample>
    /// The statistics to compute.
    public var options: HKStatisticsOptions
    /// The start of one of the intervals; the others precede and follow it.
    public var anchorDate: Date
    /// The length of the intervals. Its calendar and time zone are used if they are set.
    public var intervalComponents: DateComponents

    /// Creates a query with the given properties.
    public init(
        predicate: HKSamplePredicate<HKQuantitySample>, options: HKStatisticsOptions, anchorDate: Date,
        intervalComponents: DateComponents
    ) {
        self.predicate = predicate
        self.options = options
        self.anchorDate = anchorDate
        self.intervalComponents = intervalComponents
    }

    /// Returns the statistics, which are empty if no sample matches.
    ///
    /// Traps if an option is not compatible with the type or the intervals have no length, as on Apple's systems.
    /// - Throws: An `HKError`.
    public func result(for healthStore: HKHealthStore) async throws -> HKStatisticsCollection {
        let query = StatisticsQuery(predicate, options)
        let buckets = buckets(for: healthStore)
        return try await read(healthStore) { context in try await query.collection(context.access(), buckets) }
    }

    /// Returns a sequence of the statistics, with a new element after each change that affects them, until the task is canceled.
    public func results(for healthStore: HKHealthStore) -> Results {
        Results(
            query: StatisticsQuery(predicate, options), buckets: buckets(for: healthStore), store: healthStore)
    }

    private func buckets(for store: HKHealthStore) -> CivilBuckets {
        StatisticsQuery.buckets(
            anchor: anchorDate, interval: intervalComponents, calendar: store.context.configuration.calendar)
    }

    /// The statistics at a point in time.
    public struct Result: Sendable {
        /// The statistics.
        public let statisticsCollection: HKStatisticsCollection
        /// The statistics that have changed since the previous result; nil in the first result.
        public let updatedStatistics: [HKStatistics]?
    }

    /// A sequence of continuous results.
    public struct Results: AsyncSequence, Sendable {
        /// The element of the sequence.
        public typealias Element = Result

        let query: StatisticsQuery
        let buckets: CivilBuckets
        let store: HKHealthStore

        /// Creates an iterator that begins with the current results.
        public func makeAsyncIterator() -> Iterator {
            let (query, buckets) = (query, buckets)
            return Iterator(
                results: ChangingResults(store, query.interest, from: nil) { access, earlier, _ in
                    let now = try await query.collection(access, buckets)
                    let changed = earlier.map(now.changed(since:))
                    if let changed, changed.isEmpty { return .nothing }
                    earlier = now
                    return .element(Result(statisticsCollection: now, updatedStatistics: changed))
                })
        }

        /// An iterator over the results.
        public struct Iterator: AsyncIteratorProtocol {
            let results: ChangingResults<HKStatisticsCollection?, Result>

            /// Returns the next result, or nil if the task was canceled.
            public mutating func next() async throws -> Result? {
                try await results.next()
            }
        }
    }
}
