// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStatistics

/// The usual range of a type on each of some days, beside the figure of the day.
package struct UsualRanges: Sendable, Hashable {
    /// A day with a figure, a usual range, or both.
    package struct Day: Sendable, Hashable {
        /// The number of the day, counted from 1970-01-01.
        package var day: Int
        /// The figure of the day; nil without data.
        package var value: Double?
        /// Whether the day is not over, so that its figure is not final.
        package var isPartial: Bool
        /// Whether the person's time zone changed on the day or beside it, so that it is not judged.
        package var isZoneChange: Bool
        /// The median of the days before; nil if too few of them have data.
        package var median: Double?
        /// The usual range.
        package var range: Insight.Bounds?
        /// Whether the figure is further from the median than three deviations.
        package var isOutlier: Bool?

        package init(
            day: Int, value: Double?, isPartial: Bool, isZoneChange: Bool = false, median: Double?,
            range: Insight.Bounds?, isOutlier: Bool?
        ) {
            self.day = day
            self.value = value
            self.isPartial = isPartial
            self.isZoneChange = isZoneChange
            self.median = median
            self.range = range
            self.isOutlier = isOutlier
        }
    }

    /// The longest period of a result, in days.
    package static let longest = 400

    /// The identifier of the type.
    package var type: String
    /// The unit of the figures.
    package var unit: String
    package var days: [Day]

    package init(type: String, unit: String, days: [Day]) {
        self.type = type
        self.unit = unit
        self.days = days
    }

    /// Reads the figures of the days, and of those before from which the ranges follow.
    /// - Parameters:
    ///   - source: the figures.
    ///   - type: the type; one without a usual range has figures only.
    ///   - days: the days. Later ones than today are left out.
    ///   - zone: the zone of the days.
    ///   - now: the present moment.
    package init(
        _ source: some InsightSource, of type: InsightType, on days: ClosedRange<Int>, zone: TimeZone, now: Date
    ) throws {
        let clock = InsightClock(zone: zone)
        let today = clock.day(of: now)
        // The day on which the data of a type end is not over in them.
        let open = try source.dataEnd(of: type.identifier).map(clock.day(of:))
        let finished = FinishedDays(of: type.identifier, today: today, dataEnd: open)
        let end = min(days.upperBound, today) + 1
        let first = days.lowerBound - PersonalBaseline.length
        self.init(type: type.identifier, unit: type.unit, days: [])
        guard first < end else { return }
        let start = clock.date(first)
        let rows = try source.figures(
            of: type, from: start, to: clock.date(end), buckets: try clock.buckets(anchor: start))
        let series = clock.series(rows.map { (clock.day(of: $0.start), $0.value) }, before: end)
        let final = series.part(series.firstDay..<max(finished.end, series.firstDay))
        let changes = RecordedZones(try source.recordZones(from: start, to: clock.date(end)), home: zone)
            .changeDays(in: zone)
        self.days = (days.lowerBound..<max(end, days.lowerBound)).compactMap { day in
            Self.day(
                day, series[day], final, type, isPartial: !finished.contains(day),
                isZoneChange: changes.contains(day))
        }
    }

    private static func day(
        _ day: Int, _ value: Double?, _ series: DailySeries, _ type: InsightType, isPartial: Bool,
        isZoneChange: Bool
    ) -> Day? {
        let baseline = type.scale.flatMap { PersonalBaseline(of: series, for: day, scale: $0, step: type.step) }
        guard value != nil || baseline != nil else { return nil }
        return Day(
            day: day, value: value, isPartial: isPartial, isZoneChange: isZoneChange, median: baseline?.median,
            range: baseline.map { Insight.Bounds($0.range) },
            isOutlier: isPartial || isZoneChange ? nil : baseline.flatMap { baseline in value.map(baseline.isOutlier) })
    }
}
