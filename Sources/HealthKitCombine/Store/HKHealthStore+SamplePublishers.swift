// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenCombineShim
import OpenHealthKit

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
