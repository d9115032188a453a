// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStatistics

/// Days on the clocks of a zone.
struct InsightClock {
    let zone: TimeZone

    var calendar: Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        return calendar
    }

    /// Returns the seconds that clocks show at a moment, from 1970-01-01 00:00.
    func civil(_ date: Date) -> Double {
        let seconds = date.timeIntervalSince1970
        return seconds + Double(CivilTime.offset(at: seconds, in: zone))
    }

    /// Returns the number of the day of a moment.
    func day(of date: Date) -> Int {
        // checked: dates of a store are within the years 1 to 9999
        Int((min(max(civil(date), -1e11), 1e12) / 86_400).rounded(.down))
    }

    /// Returns the number of the day on which the night of a moment ends.
    func night(of date: Date) -> Int { day(of: date.addingTimeInterval(86_400 - SleepNight.evening)) }

    /// Returns the first moment of a day.
    func date(_ day: Int) -> Date { Date(timeIntervalSince1970: CivilTime.startOfDay(day, in: zone)) }

    /// Returns 18:00 of a day.
    func evening(_ day: Int) -> Date {
        Date(
            timeIntervalSince1970: CivilTime.instant(
                civilSeconds: Double(day) * 86_400 + SleepNight.evening, in: zone))
    }

    /// Returns buckets of a day each.
    func buckets(anchor: Date) throws -> CivilBuckets {
        try CivilBuckets(anchor: anchor, interval: DateComponents(day: 1), calendar: calendar)
    }

    /// Returns the series of the values of days.
    func series(_ values: [(day: Int, value: Double)], before end: Int) -> DailySeries {
        let known = values.filter { $0.day < end && $0.day > end - 60_000 }
        guard let first = known.map(\.day).min() else { return DailySeries(firstDay: end, values: []) }
        return DailySeries(Dictionary(known, uniquingKeysWith: +), days: first..<end)
    }

    /// Returns the whole years from a date of birth to a moment.
    func years(since birth: DateComponents, at now: Date) -> Int? {
        let calendar = calendar
        return calendar.date(from: DateComponents(year: birth.year, month: birth.month, day: birth.day)).flatMap {
            calendar.dateComponents([.year], from: $0, to: now).year
        }
    }
}
