// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAccess
import OpenHealthInsights
import OpenHealthModel
import OpenHealthStatistics
import OpenHealthStore

/// The data that an app may see, for a report: with the same permissions and notes in the access log as its queries.
struct AppReportSource: ReportSource {
    let session: AppSession

    func figures(
        of type: HKQuantityType, in period: DateInterval, buckets: CivilBuckets?
    ) throws -> [ReportFigures] {
        let unit = type.canonicalUnit
        let options: HKStatisticsOptions =
            type.aggregationStyle == .cumulative ? .cumulativeSum : [.discreteAverage, .discreteMin, .discreteMax]
        let rows = try visible {
            try session.statistics(
                SampleQuery.Part(type, .interval(Self.interval(period))), options: options, buckets: buckets)
        }
        // Samples count as a whole, also the parts of them outside the period.
        return try (rows ?? []).filter { buckets == nil || ($0.startDate >= period.start && $0.startDate < period.end) }
            .map { row in
                ReportFigures(
                    start: row.startDate, sum: try row.figures.sum?.value(in: unit),
                    average: try row.figures.average?.value(in: unit),
                    minimum: try row.figures.minimum?.value(in: unit),
                    maximum: try row.figures.maximum?.value(in: unit))
            }
    }

    func asleep(in period: DateInterval, buckets: CivilBuckets) throws -> [(start: Date, seconds: Double)] {
        try visible {
            try session.categoryDurations(
                of: HKCategoryType(.sleepAnalysis), from: period.start, to: period.end, buckets: buckets
            ).map { ($0.start, InsightType.asleep($0.values)) }
        } ?? []
    }

    func bloodPressures(in period: DateInterval) throws -> [HKCorrelation] {
        let part = SampleQuery.Part(HKCorrelationType(.bloodPressure), .interval(Self.interval(period)))
        let order = [SampleQuery.Order(.startDate, ascending: false)]
        return try visible { try session.samples(SampleQuery([part], order: order)) }?
            .compactMap { $0 as? HKCorrelation } ?? []
    }

    func medications() throws -> [String] {
        try visible { try session.medications(.constant(true)) }?.filter { !$0.isArchived }.map(\.reportName) ?? []
    }

    func characteristic(_ identifier: HKCharacteristicTypeIdentifier) throws -> String? {
        try visible { try session.characteristic(HKCharacteristicType(identifier)) } ?? nil
    }

    func unit(of type: HKQuantityType, in locale: Locale) throws -> HKUnit {
        let units = try visible { try session.preferredUnits(for: [type], locale: locale) }
        return units?[type] ?? LocalUnits.unit(of: type, in: locale)
    }

    private static func interval(_ period: DateInterval) -> PredicateInterval {
        PredicateInterval(
            from: period.start.timeIntervalSince1970, to: period.end.timeIntervalSince1970, isStartStrict: true)
    }

    /// Returns nil for data that the app has not asked for.
    private func visible<T>(_ body: () throws -> T) throws -> T? {
        do {
            return try body()
        } catch let error as HKError where error.code == .errorAuthorizationNotDetermined {
            return nil
        }
    }
}
