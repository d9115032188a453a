// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStatistics

/// Methods that compute statistics over samples.
///
/// Methods throw an `HKError`, or `CancellationError` if the task was cancelled.
package protocol StatisticsSession: Sendable {
    /// Returns statistics over the matching samples that the app may read, for the buckets with samples, in order.
    /// - Parameter buckets: The intervals; `nil` for a single one over all samples.
    func statistics(
        _ part: SampleQuery.Part, options: HKStatisticsOptions, buckets: CivilBuckets?
    ) async throws -> [HKStatistics]
    /// Splits the energy burned in an interval into resting and active energy.
    func splitEnergy(
        _ total: HKQuantity, start: Date, end: Date, calendar: Calendar
    ) async throws -> (resting: HKQuantity, active: HKQuantity)
}
