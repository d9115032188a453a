// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession
import OpenHealthStatistics

extension LocalSession {
    package func statistics(
        _ part: SampleQuery.Part, options: HKStatisticsOptions, buckets: CivilBuckets?
    ) async throws -> [HKStatistics] {
        try await perform { try $0.statistics(part, options: options, buckets: buckets) }
    }

    package func splitEnergy(
        _ total: HKQuantity, start: Date, end: Date, calendar: Calendar
    ) async throws -> (resting: HKQuantity, active: HKQuantity) {
        try await perform { try $0.splitEnergy(total, start: start, end: end, calendar: calendar) }
    }
}
