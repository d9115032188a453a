// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenCombineShim
import OpenHealthKit
import OpenHealthSession

extension HKHealthStore {
    /// Returns a publisher of samples; the predicates determine their types and class.
    ///
    ///     store.samplesPublisher(.workout(), sortedBy: [SortDescriptor(\.startDate, order: .reverse)], limit: 10)
    ///
    /// If no sample matches, the value is an empty array. The failure is an `HKError`: `errorInvalidArgument` for an unsupported
    /// sort descriptor, `errorAuthorizationNotDetermined` for a type that the app has not requested.
    /// - Parameters:
    ///   - predicates: The types of the samples, each with a predicate. A sample that matches several predicates is included
    ///     once.
    ///   - order: The order of the samples; by start date if empty.
    ///   - limit: The maximum number of samples; nil for no limit.
    public func samplesPublisher<Sample: HKSample>(
        _ predicates: HKSamplePredicate<Sample>..., sortedBy order: [SortDescriptor<Sample>] = [], limit: Int? = nil
    ) -> HealthDataPublisher<[Sample]> {
        samplesPublisher(predicates, sortedBy: order, limit: limit)
    }

    /// Returns a publisher of samples; see ``samplesPublisher(_:sortedBy:limit:)-(HKSamplePredicate<Sample>...,_,_)``.
    public func samplesPublisher<Sample: HKSample>(
        _ predicates: [HKSamplePredicate<Sample>], sortedBy order: [SortDescriptor<Sample>] = [], limit: Int? = nil
    ) -> HealthDataPublisher<[Sample]> {
        HealthDataPublisher(
            self, HKSampleQueryDescriptor(predicates: predicates, sortDescriptors: order, limit: limit))
    }
}

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
        let query = StatisticsQuery(predicate, options)
        return HealthDataPublisher(self, query.interest, read: query.anySingle)
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
        let query = StatisticsQuery(predicate, options)
        let buckets = StatisticsQuery.buckets(
            anchor: anchorDate, interval: intervalComponents, calendar: context.configuration.calendar)
        return HealthDataPublisher(self, query.interest) { try await query.collection($0, buckets) }
    }
}

extension HKHealthStore {
    /// Returns a publisher of all samples of several categories, read in one transaction of the store for a consistent state.
    /// They are sorted by start date across types.
    /// - Parameter types: The types, without regard to duplicates; for no types the value is an empty array.
    public func batchPublisher(for types: some Sequence<HKCategoryType>) -> HealthDataPublisher<[HKCategorySample]> {
        batchPublisher(for: types.map { .categorySample(type: $0) })
    }

    /// Returns a publisher of all samples of several types of any kind, read in one transaction of the store; see
    /// ``batchPublisher(for:)-(Sequence<HKCategoryType>)``.
    public func batchPublisher(for types: some Sequence<HKSampleType>) -> HealthDataPublisher<[HKSample]> {
        batchPublisher(for: types.map { .sample(type: $0) })
    }

    /// Returns a publisher of the samples that match any of several predicates, read in one transaction of the store; see
    /// ``batchPublisher(for:)-(Sequence<HKCategoryType>)``. Use `HKSamplePredicate.sample(type:predicate:)` for predicates of any
    /// kind.
    public func batchPublisher<Sample: HKSample>(
        for predicates: some Sequence<HKSamplePredicate<Sample>>
    ) -> HealthDataPublisher<[Sample]> {
        let predicates = Array(predicates)
        if predicates.isEmpty { return HealthDataPublisher(self, ChangeInterest()) { _ in [] } }
        return samplesPublisher(predicates)
    }

    /// Returns a publisher of the samples of several predicates, each in an array of its class, all read in one transaction of
    /// the store.
    ///
    ///     store.batchPublisher(
    ///         HKSamplePredicate.workout(), HKSamplePredicate.quantitySample(type: HKQuantityType(.stepCount))
    ///     ).map { workouts, steps in … }
    /// - Parameter predicates: The types, each with a predicate for its samples.
    public func batchPublisher<each Sample: HKSample>(
        _ predicates: repeat HKSamplePredicate<each Sample>
    ) -> HealthDataPublisher<(repeat [each Sample])> {
        var (queries, types): ([SampleQuery], [HKSampleType]) = ([], [])
        for (type, node) in repeat ((each predicates).sampleType, (each predicates).node) {
            queries.append(SampleQuery([SampleQuery.Part(type, node)]))
            types.append(type)
        }
        return HealthDataPublisher(self, .samples(types)) { [queries] access in
            var results = try await access.samples(queries)[...]
            return (repeat results.removeFirst().handedOut(as: (each Sample).self))
        }
    }
}

extension HKHealthStore {
    /// Returns a publisher of activity summaries, sorted by day.
    /// - Parameter predicate: A predicate for the summaries, or nil for all.
    public func activitySummariesPublisher(
        _ predicate: NSPredicate? = nil
    ) -> HealthDataPublisher<[HKActivitySummary]> {
        HealthDataPublisher(self, HKActivitySummaryQueryDescriptor(predicate: predicate))
    }

    /// Returns a publisher of the sources, which are apps and devices, that have saved samples, sorted by name.
    /// - Parameter predicate: The type and the predicate of the samples.
    public func sourcesPublisher<Sample: HKSample>(
        _ predicate: HKSamplePredicate<Sample>
    ) -> HealthDataPublisher<[HKSource]> {
        HealthDataPublisher(self, HKSourceQueryDescriptor(predicate: predicate))
    }

    /// Returns a publisher of the person's medications that they allow the app to read.
    /// - Parameters:
    ///   - predicate: A predicate for the medications, or nil for all.
    ///   - limit: The maximum number; nil for no limit.
    public func medicationsPublisher(
        _ predicate: NSPredicate? = nil, limit: Int? = nil
    ) -> HealthDataPublisher<[HKUserAnnotatedMedication]> {
        HealthDataPublisher(self, HKUserAnnotatedMedicationQueryDescriptor(predicate: predicate, limit: limit))
    }

    /// Returns a publisher of a characteristic of the person.
    ///
    ///     store.characteristicPublisher { try $0.dateOfBirthComponents() }.live
    ///
    /// - Parameter read: A closure that reads a characteristic from the store. If it throws `HKError.errorNoData`, the value is
    ///   nil.
    public func characteristicPublisher<Value: Sendable>(
        _ read: @escaping @Sendable (HKHealthStore) throws -> Value
    ) -> HealthDataPublisher<Value?> {
        HealthDataPublisher(self, ChangeInterest(topics: [.characteristics, .permissions])) { _ in
            do {
                return try read(self)
            } catch HKError.errorNoData {
                return nil
            }
        }
    }
}
