// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenCombineShim
import OpenHealthKit

extension HKHealthStore {
    /// Statistics over all samples that a predicate fits, taken together.
    ///
    /// Where nothing fits, the value is nil. It fails with an `HKError`.
    ///
    /// An option that does not fit the type stops the process here, as on Apple's systems.
    /// - Parameters:
    ///   - predicate: which samples.
    ///   - options: which figures.
    public func statisticsPublisher(
        _ predicate: HKSamplePredicate<HKQuantitySample>, options: HKStatisticsOptions
    ) -> HealthDataPublisher<HKStatistics?> {
        let question = StatisticsQuestion(predicate, options)
        return HealthDataPublisher(self, question.interest, read: question.anySingle)
    }

    /// Statistics over intervals of one length, side by side: each day's steps.
    ///
    /// Where nothing fits, the collection has no statistics. It fails with an `HKError`.
    ///
    /// An option that does not fit the type, and intervals without a length, stop the process here, as on Apple's systems.
    /// - Parameters:
    ///   - predicate: which samples. One that crosses an edge of the predicate's interval counts whole.
    ///   - options: which figures.
    ///   - anchorDate: where an interval begins; the others lie before and behind it.
    ///   - intervalComponents: the length of the intervals; their calendar and time zone, where they have them, are used.
    public func statisticsCollectionPublisher(
        _ predicate: HKSamplePredicate<HKQuantitySample>, options: HKStatisticsOptions, anchorDate: Date,
        intervalComponents: DateComponents
    ) -> HealthDataPublisher<HKStatisticsCollection> {
        let question = StatisticsQuestion(predicate, options)
        let buckets = StatisticsQuestion.buckets(
            anchor: anchorDate, interval: intervalComponents, calendar: context.configuration.calendar)
        return HealthDataPublisher(self, question.interest) { try await question.collection($0, buckets) }
    }
}
