// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenCombineShim
import OpenHealthKit

extension HKHealthStore {
    /// Returns a publisher of the statistics of all samples that match a predicate.
    ///
    /// If no sample matches, the value is nil. The failure is an `HKError`.
    ///
    /// - Precondition: The options are compatible with the type.
    /// - Parameters:
    ///   - predicate: The type and the predicate of the samples.
    ///   - options: The statistics to compute.
    public func statisticsPublisher(
        _ predicate: HKSamplePredicate<HKQuantitySample>, options: HKStatisticsOptions
    ) -> HealthDataPublisher<HKStatistics?> {
        let question = StatisticsQuestion(predicate, options)
        return HealthDataPublisher(self, question.interest, read: question.anySingle)
    }

    /// Returns a publisher of statistics over consecutive intervals of equal length, such as steps per day.
    ///
    /// If no sample matches, the collection is empty. The failure is an `HKError`.
    ///
    /// - Precondition: The options are compatible with the type, and the intervals have a length.
    /// - Parameters:
    ///   - predicate: The type and the predicate of the samples. A sample that crosses a boundary of the predicate's interval
    ///     counts in full.
    ///   - options: The statistics to compute.
    ///   - anchorDate: The start of one of the intervals; the others precede and follow it.
    ///   - intervalComponents: The length of the intervals. Its calendar and time zone are used if they are set.
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
