// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStatistics

/// The shared implementation of the statistics queries and their descriptors.
package struct QuantityStatisticsQuery: Sendable {
    let type: HKQuantityType
    let part: SampleQuery.Part
    let options: HKStatisticsOptions

    /// Creates a query. Traps if an option is not compatible with the type, as on Apple's systems.
    init(_ type: HKQuantityType, _ predicate: PredicateNode, _ options: HKStatisticsOptions) {
        do {
            try options.checkFit(type)
        } catch {
            contractViolation("The query is not valid: \(error)")
        }
        self.type = type
        part = SampleQuery.Part(type, predicate)
        self.options = options
    }

    /// The changes that affect the statistics.
    package var interest: ChangeInterest { .statistics(type) }

    /// Returns the statistics of all samples.
    /// - Throws: `HKError.errorNoData` if there are none.
    func single(_ access: any HealthAccess) async throws -> HKStatistics {
        guard let statistics = try await anySingle(access) else {
            // Apps compare the text, so the reason is separate.
            throw HKError(
                .errorNoData,
                userInfo: [
                    NSLocalizedFailureReasonErrorKey:
                        "There are no samples of \(type.identifier) that match the predicate."
                ])
        }
        return statistics
    }

    /// Returns the statistics of all samples, or nil if there are none.
    package func anySingle(_ access: any HealthAccess) async throws -> HKStatistics? {
        try await access.statistics(part, options: options, buckets: nil).first
    }

    /// Returns the statistics of the intervals.
    package func collection(_ access: any HealthAccess, _ buckets: CivilBuckets) async throws
        -> HKStatisticsCollection
    {
        var range = (from: Double.infinity, to: -Double.infinity)
        if case .interval(let interval) = part.predicate.simplified, interval.from.isFinite, interval.to.isFinite {
            range = (interval.from, interval.to)
        }
        return HKStatisticsCollection(
            try await access.statistics(part, options: options, buckets: buckets), buckets: buckets,
            maker: StatisticsMaker(type: type, options: options), range: range)
    }

    /// Returns the buckets of a collection. Traps if the interval has no length, as on Apple's systems.
    package static func buckets(anchor: Date, interval: DateComponents, calendar: Calendar) -> CivilBuckets {
        var calendar = interval.calendar ?? calendar
        if let zone = interval.timeZone { calendar.timeZone = zone }
        do {
            return try CivilBuckets(anchor: anchor, interval: interval, calendar: calendar)
        } catch {
            contractViolation("A statistics collection cannot have these intervals: \(error)")
        }
    }
}
