// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import CoreMetrics
import Foundation
import Hummingbird
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStatistics
import OpenHealthStore

/// The handlers of the routes for flat summaries.
enum SummaryHandlers {
    static let bindings: [RouteBinding] = [
        RouteBinding(SummaryRoutes.days.route, days), RouteBinding(SummaryRoutes.nights.route, nights),
        RouteBinding(SummaryRoutes.workouts.route, workouts),
    ]

    // MARK: - Days and nights

    /// Buckets of a day each, and their range.
    private struct Days: Sendable {
        let first: Int
        let from: Date
        let to: Date
        let buckets: CivilBuckets

        /// - Parameter hour: The hour at which each begins on the day before, or nil for midnight of the day.
        init(_ days: ClosedRange<Int>, in zone: TimeZone, from hour: Int? = nil) throws {
            func start(_ day: Int) -> Date {
                guard let hour else { return Date(timeIntervalSince1970: CivilTime.startOfDay(day, in: zone)) }
                let civil = Double(day - 1) * 86_400 + Double(hour) * 3600
                return Date(timeIntervalSince1970: CivilTime.instant(civilSeconds: civil, in: zone))
            }
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = zone
            first = days.lowerBound
            (from, to) = (start(first), start(days.upperBound + 1))
            buckets = try CivilBuckets(anchor: from, interval: DateComponents(day: 1), calendar: calendar)
        }

        /// Returns the day of a bucket that contains a date.
        func day(_ date: Date) -> Int { first + buckets.index(containing: date.timeIntervalSince1970) }
    }

    private static func days(_ scope: RequestScope) async throws -> Response {
        let zone = try await InsightHandlers.zone(scope)
        let days = try Days(try InsightHandlers.days(scope), in: zone)
        let names = scope.queries("type")
        let types = try names.map { try QueryText.type($0, as: HKQuantityType.self, at: "?type") }
        let (access, now) = (try scope.access(), scope.services.configuration.clock())
        return try await scope.cached(moment: InsightHandlers.moment(now)) {
            var rows: [DaySummaryJSON] = []
            for type in types.isEmpty ? SummaryRoutes.usualTypes.map(HKQuantityType.init) : types {
                do {
                    rows += try figures(of: type, days, access, now: now)
                } catch let error as HKError
                    where types.isEmpty && error.code == .errorAuthorizationNotDetermined
                {
                    continue
                }
            }
            rows.sort { ($0.day, $0.type) < ($1.day, $1.type) }
            return SummaryRoutes.days.response.json(SummaryListJSON(rows, timeZone: TimeZoneName.text(zone)))
        }
    }

    private static func figures(
        of type: HKQuantityType, _ days: Days, _ access: AppAccess, now: Date
    ) throws -> [DaySummaryJSON] {
        let isSum = type.aggregationStyle == .cumulative
        let interval = PredicateInterval(from: days.from.timeIntervalSince1970, to: days.to.timeIntervalSince1970)
        let statistics = try access.statistics(
            StatisticsQuery(
                type: type, predicate: .interval(interval), options: isSum ? .cumulativeSum : .discreteAverage,
                buckets: days.buckets))
        let completeness = IntervalCompleteness(
            type: type.identifier, buckets: days.buckets, from: days.from, to: days.to, now: now,
            dataEnd: try access.dataEnd(of: type))
        return statistics.compactMap { one in
            guard completeness.hasTimeInRange(one.startDate),
                let figure = isSum ? one.figures.sum : one.figures.average
            else { return nil }
            return DaySummaryJSON(
                day: days.day(one.startDate), type: type, isSum: isSum,
                // checked: figures have units of their type
                value: figure.doubleValue(for: type.canonicalUnit), isPartial: completeness.isPartial(one.startDate))
        }
    }

    private static func nights(_ scope: RequestScope) async throws -> Response {
        let zone = try await InsightHandlers.zone(scope)
        let days = try Days(try InsightHandlers.days(scope), in: zone, from: evening)
        let (access, now) = (try scope.access(), scope.services.configuration.clock())
        let type = HKCategoryType(.sleepAnalysis)
        return try await scope.cached(moment: InsightHandlers.moment(now)) {
            let rows = try access.categoryDurations(of: type, from: days.from, to: days.to, buckets: days.buckets)
            let completeness = IntervalCompleteness(
                type: type.identifier, buckets: days.buckets, from: days.from, to: days.to, now: now,
                dataEnd: try access.dataEnd(of: type))
            let nights = rows.map { row in
                var seconds: [HKCategoryValueSleepAnalysis: Double] = [:]
                for value in row.values {
                    guard let stage = HKCategoryValueSleepAnalysis(rawValue: value.value) else { continue }
                    seconds[stage, default: 0] += value.duration
                }
                return NightSummaryJSON(
                    day: days.day(row.start), seconds: seconds, isPartial: completeness.isPartial(row.start))
            }
            return SummaryRoutes.nights.response.json(SummaryListJSON(nights, timeZone: TimeZoneName.text(zone)))
        }
    }

    /// The hour at which nights begin and end, as in pages and reports.
    private static let evening = 18

    // MARK: - Workouts

    private static func workouts(_ scope: RequestScope) async throws -> Response {
        let text = QueryText(scope)
        let (from, to) = try text.dates()
        let limit = try text.integer("limit", in: 1...SampleRoutes.maximumOnPage) ?? SampleRoutes.usualPage
        let cursor = scope.query("cursor")
        let conditions = try scope.conditions(from: from, to: to)
        let access = try scope.access()
        return try await scope.cached(SummaryRoutes.workouts) { _ in
            let query = SampleQuery([SampleQuery.Part(HKWorkoutType.workoutType(), .and(conditions))])
            let anchors = try Anchors(access)
            var place = try cursor.map { (cursor) throws(Problem) in
                try SampleCursorText.place(cursor, query, anchors, at: "?cursor")
            }
            var workouts: [HKWorkout] = []
            repeat {
                let (samples, end) = try access.page(query, after: place, count: limit - workouts.count)
                scope.services.metrics.samplesRead.increment(by: samples.count)
                // Copies are part of the row of the workout that is shown.
                workouts += samples.compactMap { $0 as? HKWorkout }.filter { $0.fields.copyOf == nil }
                place = end
            } while place != nil && workouts.count < limit
            let copies = try access.copies(of: workouts)
            return WorkoutSummaryPageJSON(
                workouts.map { WorkoutSummaryJSON($0, copies: copies[$0.uuid] ?? []) },
                cursor: place.map { SampleCursorText.text($0, query, anchors) })
        }
    }
}
