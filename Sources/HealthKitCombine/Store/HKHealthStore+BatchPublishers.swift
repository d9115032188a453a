// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenCombineShim
import OpenHealthKit

extension HKHealthStore {
    /// All samples of several categories, read in one transaction of the store, so that they are as they were at one moment.
    /// They come in the order of their start, whichever type they are of.
    /// - Parameter types: the types, each of which counts once; without any the value is an empty array.
    public func batchPublisher(for types: some Sequence<HKCategoryType>) -> HealthDataPublisher<[HKCategorySample]> {
        batchPublisher(for: types.map { .categorySample(type: $0) })
    }

    /// All samples of several types of any kinds, read in one transaction of the store; see
    /// ``batchPublisher(for:)-(Sequence<HKCategoryType>)``.
    public func batchPublisher(for types: some Sequence<HKSampleType>) -> HealthDataPublisher<[HKSample]> {
        batchPublisher(for: types.map { .sample(type: $0) })
    }

    /// The samples that any of some predicates fits, read in one transaction of the store; see
    /// ``batchPublisher(for:)-(Sequence<HKCategoryType>)``. `HKSamplePredicate.sample(type:predicate:)` makes predicates for any
    /// kinds.
    public func batchPublisher<Sample: HKSample>(
        for predicates: some Sequence<HKSamplePredicate<Sample>>
    ) -> HealthDataPublisher<[Sample]> {
        let predicates = Array(predicates)
        if predicates.isEmpty { return HealthDataPublisher(self, ChangeInterest()) { _ in [] } }
        return samplesPublisher(predicates)
    }

    /// The samples of several predicates, each in an array of its own class, all read in one transaction of the store.
    ///
    ///     store.batchPublisher(
    ///         HKSamplePredicate.workout(), HKSamplePredicate.quantitySample(type: HKQuantityType(.stepCount))
    ///     ).map { workouts, steps in … }
    /// - Parameter predicates: the types, and what their samples have to fit.
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
