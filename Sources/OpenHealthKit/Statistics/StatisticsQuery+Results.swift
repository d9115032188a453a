// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession
import OpenHealthStatistics

/// The shared implementation of the statistics queries and their descriptors.
extension StatisticsQuery {
    /// Creates a query. Traps if an option is not compatible with the type, as on Apple's systems.
    init(_ type: HKQuantityType, _ predicate: PredicateNode, _ options: HKStatisticsOptions) {
        do {
            try options.checkFit(type)
        } catch {
            contractViolation("The query is not valid: \(error)")
        }
        self.init(type: type, predicate: predicate, options: options)
    }

    /// Creates a query from the properties of a descriptor. Traps if the type is not a quantity type or an option is not
    /// compatible with it, as on Apple's systems.
    package init(_ predicate: HKSamplePredicate<HKQuantitySample>, _ options: HKStatisticsOptions) {
        guard let type = predicate.sampleType as? HKQuantityType else {
            contractViolation("Statistics require a quantity type; \(predicate.sampleType.identifier) is not one.")
        }
        self.init(type, PredicateNode(predicate.nsPredicate), options)
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
        try await access.statistics(self).first
    }

    /// Returns the statistics of the intervals.
    package func collection(_ access: any HealthAccess, _ buckets: CivilBuckets) async throws
        -> HKStatisticsCollection
    {
        var query = self
        query.buckets = buckets
        var range = (from: Double.infinity, to: -Double.infinity)
        if case .interval(let interval) = predicate.simplified, interval.from.isFinite, interval.to.isFinite {
            range = (interval.from, interval.to)
        }
        return HKStatisticsCollection(
            try await access.statistics(query), query: query, buckets: buckets, range: range)
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
