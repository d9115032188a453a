// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthStatistics

/// A query for the statistics of the samples of a quantity type that match a predicate.
package struct StatisticsQuery: Sendable {
    /// The type of the samples.
    package var type: HKQuantityType
    /// The predicate of the samples.
    package var predicate: PredicateNode
    /// The requested values.
    package var options: HKStatisticsOptions
    /// The intervals; `nil` for a single one over all samples.
    package var buckets: CivilBuckets?

    package init(
        type: HKQuantityType, predicate: PredicateNode = .constant(true), options: HKStatisticsOptions,
        buckets: CivilBuckets? = nil
    ) {
        self.type = type
        self.predicate = predicate
        self.options = options
        self.buckets = buckets
    }

    /// Checks that the type supports the options.
    /// - Throws: An `HKError`: `errorInvalidArgument` if it does not.
    package func check() throws {
        do {
            try options.checkFit(type)
        } catch {
            throw HKError(.errorInvalidArgument, "\(error)")
        }
    }
}
