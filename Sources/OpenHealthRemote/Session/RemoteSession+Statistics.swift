// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthModel
import OpenHealthSession
import OpenHealthStatistics

extension RemoteSession {
    package func statistics(
        _ part: SampleQuery.Part, options: HKStatisticsOptions, buckets: CivilBuckets?
    ) async throws -> [HKStatistics] {
        let type = try part.statisticsType(for: options)
        let intervals = buckets.map { buckets in
            var calendar = buckets.calendar
            calendar.timeZone = buckets.timeZone
            return BucketsJSON(anchor: buckets.anchor, interval: buckets.interval, calendar: calendar)
        }
        try Self.check([part.predicate])
        var request = try DaemonRequest(
            StatisticsRoutes.query,
            StatisticsQueryJSON(type: type, predicate: part.predicate, options: options, buckets: intervals))
        request.accept = "application/x-ndjson"
        return try await ask(request) { answer in
            var statistics: [HKStatistics] = []
            try await answer.forEachLine { line in
                statistics.append(try JSONFormat.statistics.decode(line))
                return true
            }
            return statistics
        }
    }

    package func splitEnergy(
        _ total: HKQuantity, start: Date, end: Date, calendar: Calendar
    ) async throws -> (resting: HKQuantity, active: HKQuantity) {
        try await call(
            PersonRoutes.splitEnergy,
            (total: total, startDate: start, endDate: end, timeZone: calendar.timeZone))
    }
}
