// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// Buckets of a calendar's length, side by side from an anchor in both directions: days, weeks, months, and any other
/// interval.
///
/// Bucket 0 begins at the anchor. Bucket n begins at the anchor's date and time of day on the clocks of the zone, plus n
/// times the interval's years and months (where the month is too short, its last day; the next bucket counts from the
/// anchor again), plus n times its days; found as an instant in the zone, plus n times its hours, minutes and seconds,
/// which are time that passes. So a day has 23 or 25 hours where clocks change, and an interval of 24 hours has not.
///
/// - A time of day that exists twice is the first of the two. One that clocks leave out is the instant at which they
///   would have shown it, and midnight then is the first instant after the gap.
/// - An anchor that is the first instant of a day without a midnight counts as that day's midnight.
/// - A day that a zone left out (Samoa, 2011-12-30) has a bucket of no length, into which no instant falls.
/// - A week is seven days, a quarter three months.
/// - Buckets are made from about year 1 to about year 9999. Instants further out fall into one bucket before them or the
///   last one, which have no beginning and no end (an infinite bound).
public struct CivilBuckets: BucketGrid, Sendable {
    /// The beginning of bucket 0.
    public let anchor: Date
    /// The length of the buckets.
    public let interval: DateComponents
    /// The calendar of the years and months; its zone is ``timeZone``.
    public let calendar: Calendar
    /// The zone whose days count.
    public let timeZone: TimeZone

    private let step: CivilStep
    private let months: MonthRule
    /// The anchor's time of day, as whole seconds of the zone's clocks and the part of a second.
    private let timeOfDay: Int
    private let fraction: Double
    private let meanLength: Double
    /// The numbers whose beginnings are finite.
    private let numbers: ClosedRange<Int>

    /// About the years 1 and 9999, with days to spare for zones and for `Date.distantPast`.
    private static let reach = -62_136_000_000.0...253_402_500_000.0

    /// Creates buckets.
    /// - Parameters:
    ///   - anchor: where bucket 0 begins. Buckets go on before it as after it: it can be anywhere, and only its place
    ///     within an interval matters for where the bounds are.
    ///   - interval: the length of the buckets: any of year, quarter, month, weekOfYear or weekOfMonth, day, hour,
    ///     minute and second, also together. Its own calendar and time zone play no part.
    ///   - calendar: the calendar, with the time zone.
    /// - Throws: ``StatisticsError/Code/invalidInterval`` if the interval has no length, a negative part, a part that is
    ///   no length (such as a weekday) or one beyond ten thousand years, or if the anchor is outside the years 1 to 9999.
    public init(anchor: Date, interval: DateComponents, calendar: Calendar) throws(StatisticsError) {
        let step = try CivilStep(interval)
        let seconds = anchor.timeIntervalSince1970
        guard Self.reach.contains(seconds) else {
            throw StatisticsError(
                .invalidInterval, message: "the anchor is not in the years 1 to 9999",
                remedy: "give a date near the data, such as the beginning of a day")
        }
        var calendar = calendar
        if calendar.timeZone == .autoupdatingCurrent {
            // Buckets keep their bounds when the system's zone changes.
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

    /// The same buckets in another zone: their numbers stay, and each begins at the same date and time of day on the
    /// clocks of that zone. Buckets of hours, minutes or seconds do so at the anchor and from there count time that
    /// passes.
    public func with(timeZone: TimeZone) -> CivilBuckets {
        var calendar = calendar
        calendar.timeZone = timeZone
        return CivilBuckets(
            start: Self.instant(day: months.day, timeOfDay: timeOfDay, fraction: fraction, zone: timeZone),
            timeOfDay: timeOfDay, fraction: fraction, interval: interval, step: step, months: months,
            calendar: calendar)
    }

    /// The number of the bucket that an instant falls into.
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

    /// Where a bucket begins and ends, in seconds since 1970, UTC.
    public func bounds(of index: Int) -> (start: Double, end: Double) {
        (edge(index), index == .max ? .infinity : edge(index + 1))
    }

    private var start: Double { anchor.timeIntervalSince1970 }

    /// The beginning of a bucket.
    private func edge(_ index: Int) -> Double {
        if index < numbers.lowerBound { return -.infinity }
        if index > numbers.upperBound { return .infinity }
        // The anchor may be the second of two times that look the same.
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
