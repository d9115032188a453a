// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import OpenHealthStatistics

/// The clock times of a zone over some years, found by checking four times a day. This is a slow and simple reference.
struct ZoneHistory {
    /// A period with a constant offset.
    struct Stretch {
        var start: Double
        var end: Double
        var offset: Double
    }

    let zone: TimeZone
    private(set) var stretches: [Stretch] = []

    init(_ zone: TimeZone, years: ClosedRange<Int>) {
        self.zone = zone
        var instant = Double(NaiveDate(year: years.lowerBound - 1, month: 12, day: 25).number) * 86_400
        let end = Double(NaiveDate(year: years.upperBound + 1, month: 1, day: 7).number) * 86_400
        stretches = [Stretch(start: instant, end: end, offset: offset(instant))]
        while instant < end {
            let next = instant + 21_600
            if offset(next) != stretches[stretches.count - 1].offset {
                var change = instant
                for step in [3600.0, 60, 1] {
                    while offset(change + step) == stretches[stretches.count - 1].offset { change += step }
                }
                change += 1
                stretches[stretches.count - 1].end = change
                stretches.append(Stretch(start: change, end: end, offset: offset(change)))
            }
            instant = next
        }
    }

    func offset(_ instant: Double) -> Double {
        Double(zone.secondsFromGMT(for: Date(timeIntervalSince1970: instant)))
    }

    /// Returns the first instant at which clocks show a time or a later one.
    func firstInstant(atOrAfter civil: Double) -> Double {
        for stretch in stretches where stretch.end + stretch.offset > civil {
            return max(stretch.start, civil - stretch.offset)
        }
        return .infinity
    }

    /// Returns the first instant at which clocks show a time, or would have shown it without the clock change.
    func instant(showing civil: Double) -> Double {
        for stretch in stretches where stretch.start + stretch.offset <= civil && civil < stretch.end + stretch.offset {
            return civil - stretch.offset
        }
        for (before, after) in zip(stretches, stretches.dropFirst())
        where before.end + before.offset <= civil && civil < after.start + after.offset {
            return civil - before.offset
        }
        return .nan
    }

    /// Returns the start of a bucket at a civil time, as documented by `CivilBuckets`.
    func edge(_ civil: Double) -> Double {
        (civil / 86_400).rounded() * 86_400 == civil ? firstInstant(atOrAfter: civil) : instant(showing: civil)
    }
}

/// A date with a simple implementation that counts one day or month at a time.
struct NaiveDate: Hashable {
    var year: Int
    var month: Int
    var day: Int

    var isLeapYear: Bool { Self.isLeap(year) }

    static func isLeap(_ year: Int) -> Bool { year % 400 == 0 || year % 4 == 0 && year % 100 != 0 }

    var daysInMonth: Int { [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] }

    /// The number of days since 1970-01-01, computed year by year.
    var number: Int {
        var days = day - 1
        for earlier in 1..<month { days += NaiveDate(year: year, month: earlier, day: 1).daysInMonth }
        if year >= 1970 {
            for earlier in 1970..<year { days += Self.isLeap(earlier) ? 366 : 365 }
        } else {
            for later in year..<1970 { days -= Self.isLeap(later) ? 366 : 365 }
        }
        return days
    }

    /// Returns the date a number of months later, with the day limited to the month.
    func adding(months: Int) -> NaiveDate {
        var result = NaiveDate(year: year, month: month, day: 1)
        for _ in 0..<abs(months) {
            result.month += months < 0 ? -1 : 1
            if result.month == 13 { (result.month, result.year) = (1, result.year + 1) }
            if result.month == 0 { (result.month, result.year) = (12, result.year - 1) }
        }
        result.day = min(day, result.daysInMonth)
        return result
    }
}

/// Expects the conditions for buckets of every kind.
func expectTiles(
    _ buckets: CivilBuckets, _ range: ClosedRange<Int>, sourceLocation: SourceLocation = #_sourceLocation
) {
    var last = buckets.bounds(of: range.lowerBound - 1).end
    var mistakes: [Int] = []
    for index in range {
        let (start, end) = buckets.bounds(of: index)
        if start != last || end < start { mistakes.append(index) }
        last = end
        guard start < end else {
            if buckets.index(containing: start) == index { mistakes.append(index) }
            continue
        }
        if buckets.index(containing: start) != index { mistakes.append(index) }
        if start.isFinite && end.isFinite {
            if buckets.index(containing: (start + end) / 2) != index { mistakes.append(index) }
            if buckets.index(containing: end.nextDown) != index { mistakes.append(index) }
        }
    }
    #expect(
        mistakes.isEmpty, "\(buckets.timeZone.identifier) \(buckets.calendar.identifier) \(buckets.interval)",
        sourceLocation: sourceLocation)
}

func calendar(_ zone: String, _ identifier: Calendar.Identifier = .gregorian) throws -> Calendar {
    var calendar = Calendar(identifier: identifier)
    calendar.timeZone = try #require(TimeZone(identifier: zone))
    return calendar
}

func instant(_ text: String) throws -> Date {
    try Date(text, strategy: .iso8601)
}
