// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// Adjacent buckets of a calendar interval, in both directions from an anchor: days, weeks, months, and any other
/// interval.
///
/// Bucket 0 starts at the anchor. The start of bucket n is computed in steps. The years and months of n intervals are added
/// to the anchor's local date and time of day, and a day that the month does not have becomes its last day. Then the days
/// of n intervals are added, and the result is converted to an instant in the time zone. Last come the hours, minutes and
/// seconds of n intervals, which are elapsed time. Each bucket is counted from the anchor, not from the bucket before.
/// Therefore a day has 23 or 25 hours when clocks change, but an interval of 24 hours does not.
///
/// - A time of day that occurs twice is the first of the two. A skipped time of day is the instant at which clocks
///   would have shown it; a skipped midnight is the first instant after the gap.
/// - An anchor that is the first instant of a day without midnight is treated as that day's midnight.
/// - A day that a time zone skipped (Samoa, 2011-12-30) has a bucket of length zero, which contains no instant.
/// - A week is seven days, a quarter three months.
/// - Buckets exist from about year 1 to about year 9999. Instants outside this range are in one bucket before or in the
///   last bucket, which have an infinite bound.
public struct CivilBuckets: BucketGrid, Sendable {
    /// The start of bucket 0.
    public let anchor: Date
    /// The length of the buckets.
    public let interval: DateComponents
    /// The calendar of the years and months; its time zone is ``timeZone``.
    public let calendar: Calendar
    /// The time zone of the days.
    public let timeZone: TimeZone

    private let step: CivilStep
    private let months: MonthRule
    /// The anchor's local time of day in whole seconds and a fraction.
    private let timeOfDay: Int
    private let fraction: Double
    /// The average length of a bucket, in seconds.
    package let meanLength: Double
    /// The numbers of the buckets with a finite start.
    private let numbers: ClosedRange<Int>

    /// About the years 1 to 9999, with a margin of some days for time zones and for `Date.distantPast`.
    private static let reach = -62_136_000_000.0...253_402_500_000.0

    /// Creates buckets.
    /// - Parameters:
    ///   - anchor: The start of bucket 0. Buckets extend in both directions, so the anchor can be any date; only its position
    ///     within an interval affects the bounds.
    ///   - interval: The length of the buckets: any combination of year, quarter, month, weekOfYear or weekOfMonth, day, hour,
    ///     minute and second. Its own calendar and time zone are ignored.
    ///   - calendar: The calendar with the time zone.
    /// - Throws: A ``StatisticsError`` with the code `invalidInterval` for an interval that is zero, has a negative
    ///   component, or has one that is not a length (such as a weekday) or is above ten thousand years, and for an anchor
    ///   outside the years 1 to 9999.
    public init(anchor: Date, interval: DateComponents, calendar: Calendar) throws(StatisticsError) {
        let step = try CivilStep(interval)
        let seconds = anchor.timeIntervalSince1970
        guard Self.reach.contains(seconds) else {
            throw StatisticsError(
                code: .invalidInterval, message: "the anchor is not in the years 1 to 9999",
                remedy: "give a date near the data, such as the beginning of a day")
        }
        var calendar = calendar
        if calendar.timeZone == .autoupdatingCurrent {
            // Buckets must keep their bounds when the system's time zone changes.
            calendar.timeZone = TimeZone(identifier: calendar.timeZone.identifier) ?? calendar.timeZone
        }
        let zone = calendar.timeZone
        let whole = seconds.rounded(.down)
        // checked: the anchor is within reach
        let civil = Int(whole) + CivilTime.offset(at: whole, in: zone)
        // checked: the anchor is within reach
        let day = Int((Double(civil) / 86_400).rounded(.down))
        var timeOfDay = civil - day * 86_400
        if timeOfDay != 0, CivilTime.startOfDay(day, in: zone) == seconds { timeOfDay = 0 }
        self.init(
            start: seconds, timeOfDay: timeOfDay, fraction: seconds - whole, interval: interval, step: step,
            months: MonthRule(step: step, day: day, calendar: calendar), calendar: calendar)
    }

    private init(
        start: Double, timeOfDay: Int, fraction: Double, interval: DateComponents, step: CivilStep, months: MonthRule,
        calendar: Calendar
    ) {
        self.anchor = Date(timeIntervalSince1970: start)
        self.interval = interval
        self.calendar = calendar
        self.timeZone = calendar.timeZone
        self.step = step
        self.timeOfDay = timeOfDay
        self.fraction = fraction
        self.months = months
        let length = (months.meanDays + Double(step.days)) * 86_400 + Double(step.seconds)
        self.meanLength = length
        // checked: a length is at least one second
        let first = Int((min(Self.reach.lowerBound - start, 0) / length).rounded(.up))
        // checked: a length is at least one second
        let last = Int((max(Self.reach.upperBound - start, 0) / length).rounded(.down))
        self.numbers = first...last
    }

    /// Returns the same buckets in another time zone: they keep their numbers, and each starts at the same local date and time
    /// of day in that zone. Buckets of hours, minutes or seconds do so at the anchor and count elapsed time from
    /// there.
    public func with(timeZone: TimeZone) -> CivilBuckets {
        var calendar = calendar
        calendar.timeZone = timeZone
        return CivilBuckets(
            start: Self.instant(day: months.day, timeOfDay: timeOfDay, fraction: fraction, zone: timeZone),
            timeOfDay: timeOfDay, fraction: fraction, interval: interval, step: step, months: months,
            calendar: calendar)
    }

    /// Returns the number of the bucket that contains an instant.
    public func index(containing seconds: Double) -> Int {
        let instant = seconds.isNaN ? start : min(seconds, .greatestFiniteMagnitude)
        let estimate = ((instant - start) / meanLength).rounded(.down)
        // checked: clamped
        var low = Int(min(max(estimate, Double(numbers.lowerBound - 1)), Double(numbers.upperBound)))
        var high: Int
        var width = 1
        if edge(low) > instant {
            repeat {
                high = low
                low -= width
                width *= 2
            } while edge(low) > instant
        } else {
            high = low + 1
            while edge(high) <= instant {
                low = high
                high += width
                width *= 2
            }
        }
        while high - low > 1 {
            let middle = (low + high) / 2
            if edge(middle) <= instant { low = middle } else { high = middle }
        }
        return low
    }

    /// Returns the start and the end of a bucket, in seconds since 1970, UTC.
    public func bounds(of index: Int) -> (start: Double, end: Double) {
        (edge(index), index == .max ? .infinity : edge(index + 1))
    }

    private var start: Double { anchor.timeIntervalSince1970 }

    /// Returns the start of a bucket.
    private func edge(_ index: Int) -> Double {
        if index < numbers.lowerBound { return -.infinity }
        if index > numbers.upperBound { return .infinity }
        // The anchor can be the second of two instants with the same local time.
        if index == 0 { return start }
        let passing = Double(index * step.seconds)
        if step.isAbsolute { return start + passing }
        let day = months.day(after: index) + index * step.days
        return Self.instant(day: day, timeOfDay: timeOfDay, fraction: fraction, zone: timeZone) + passing
    }

    private static func instant(day: Int, timeOfDay: Int, fraction: Double, zone: TimeZone) -> Double {
        if timeOfDay == 0 { return CivilTime.startOfDay(day, in: zone) + fraction }
        return CivilTime.instant(civilSeconds: Double(day * 86_400 + timeOfDay), in: zone) + fraction
    }
}
