// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession

/// A query for the statistics of all samples that match a predicate, with one result.
public struct HKStatisticsQueryDescriptor: HKAsyncQuery, Sendable {
    /// The type and the predicate of the samples.
    public var predicate: HKSamplePredicate<HKQuantitySample>
    /// The statistics to compute.
    public var options: HKStatisticsOptions

    /// Creates a query with the given properties.
    public init(predicate: HKSamplePredicate<HKQuantitySample>, options: HKStatisticsOptions) {
        self.predicate = predicate
        self.options = options
    }

    /// The statistics.
    ///
    /// Traps if an option is not compatible with the type, as on Apple's systems.
    /// - Throws: An `HKError`: `errorNoData` if no sample matches.
    public func result(for healthStore: HKHealthStore) async throws -> HKStatistics? {
        let query = StatisticsQuery(predicate, options)
        return try await read(healthStore) { context in try await query.single(context.access()) }
    }
}
