// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStatistics

/// Statistics over intervals of one length, side by side, for `await`.
public struct HKStatisticsCollectionQueryDescriptor: HKAsyncQuery, HKAsyncSequenceQuery, Sendable {
    /// Which samples. One that crosses an edge of the predicate's interval counts whole, so that there may be statistics
    /// of an interval before or behind it.
    public var predicate: HKSamplePredicate<HKQuantitySample>
    /// Which figures.
    public var options: HKStatisticsOptions
    /// Where an interval begins; the others lie before and behind it.
    public var anchorDate: Date
    /// The length of the intervals; their calendar and time zone, where they have them, are used.
    public var intervalComponents: DateComponents

    /// Creates a query; see the properties.
    public init(
        predicate: HKSamplePredicate<HKQuantitySample>, options: HKStatisticsOptions, anchorDate: Date,
        intervalComponents: DateComponents
    ) {
        self.predicate = predicate
        self.options = options
        self.anchorDate = anchorDate
        self.intervalComponents = intervalComponents
    }

    /// The statistics, which are empty where no sample fits.
    ///
    /// An option that does not fit the type, and intervals without a length, stop the process, as on Apple's systems.
    /// - Throws: an `HKError`.
    public func result(for healthStore: HKHealthStore) async throws -> HKStatisticsCollection {
        let question = StatisticsQuestion(predicate, options)
        let buckets = buckets(for: healthStore)
        return try await read(healthStore) { context in try await question.collection(context.session(), buckets) }
    }

    /// The statistics, and again after each change that makes them others, until the task is cancelled.
    public func results(for healthStore: HKHealthStore) -> Results {
        Results(
            question: StatisticsQuestion(predicate, options), buckets: buckets(for: healthStore), store: healthStore)
    }

    private func buckets(for store: HKHealthStore) -> CivilBuckets {
        StatisticsQuestion.buckets(
            anchor: anchorDate, interval: intervalComponents, calendar: store.context.configuration.calendar)
    }

    /// All statistics at one moment.
    public struct Result: Sendable {
        /// The statistics.
        public let statisticsCollection: HKStatisticsCollection
        /// Those that have changed since the last result; nil in the first.
        public let updatedStatistics: [HKStatistics]?
    }

    /// A sequence of results that goes on.
    public struct Results: AsyncSequence, Sendable {
        /// The element of the sequence.
        public typealias Element = Result

        let question: StatisticsQuestion
        let buckets: CivilBuckets
        let store: HKHealthStore

        /// Begins to ask.
        public func makeAsyncIterator() -> Iterator {
            let (question, buckets) = (question, buckets)
            return Iterator(
                results: ChangingResults(store, question.interest, from: nil) { session, earlier, _ in
                    let now = try await question.collection(session, buckets)
                    let changed = earlier.map(now.changed(since:))
                    if let changed, changed.isEmpty { return .nothing }
                    earlier = now
                    return .element(Result(statisticsCollection: now, updatedStatistics: changed))
                })
        }

        /// Gives results one by one.
        public struct Iterator: AsyncIteratorProtocol {
            let results: ChangingResults<HKStatisticsCollection?, Result>

            /// The next result; nil once the task has been cancelled.
            public mutating func next() async throws -> Result? {
                try await results.next()
            }
        }
    }
}
