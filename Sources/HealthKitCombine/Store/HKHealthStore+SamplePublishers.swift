// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenCombineShim
import OpenHealthKit

extension HKHealthStore {
    /// Samples of any kind; the predicates say which, and so of which class.
    ///
    ///     store.samplesPublisher(.workout(), sortedBy: [SortDescriptor(\.startDate, order: .reverse)], limit: 10)
    ///
    /// Where nothing fits, the value is an empty array. It fails with an `HKError`: `errorInvalidArgument` for an order that
    /// there is none by, `errorAuthorizationNotDetermined` for a type that the app has not asked for.
    /// - Parameters:
    ///   - predicates: the types of the samples, and what they have to fit; a sample that fits several comes once.
    ///   - order: the order of the samples; that of their start where it is empty.
    ///   - limit: the maximum number of samples; nil for all.
    public func samplesPublisher<Sample: HKSample>(
        _ predicates: HKSamplePredicate<Sample>..., sortedBy order: [SortDescriptor<Sample>] = [], limit: Int? = nil
    ) -> HealthDataPublisher<[Sample]> {
        samplesPublisher(predicates, sortedBy: order, limit: limit)
    }

    /// Samples of any kind; see ``samplesPublisher(_:sortedBy:limit:)-(HKSamplePredicate<Sample>...,_,_)``.
    public func samplesPublisher<Sample: HKSample>(
        _ predicates: [HKSamplePredicate<Sample>], sortedBy order: [SortDescriptor<Sample>] = [], limit: Int? = nil
    ) -> HealthDataPublisher<[Sample]> {
        HealthDataPublisher(
            self, HKSampleQueryDescriptor(predicates: predicates, sortDescriptors: order, limit: limit))
    }
}
