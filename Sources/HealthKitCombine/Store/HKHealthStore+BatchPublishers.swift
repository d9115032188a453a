// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenCombineShim
import OpenHealthKit

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
        return HealthDataPublisher(self, .samples(types)) { [queries] session in
            var answers = try await session.samples(queries)[...]
            return (repeat answers.removeFirst().handedOut(as: (each Sample).self))
        }
    }
}
