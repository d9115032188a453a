// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Days of the proleptic Gregorian calendar, counted from 1970-01-01.
public enum CivilDay {
    /// Returns the number of a day. The computation counts years from March, so that the leap day comes last.
    @inlinable @inline(__always)
    public static func number(year: Int, month: Int, day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// Returns the year, month and day of a number.
    public static func date(_ number: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = number + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    }

    /// Returns the number of days of a month.
    @inlinable @inline(__always)
    package static func daysInMonth(year: Int, month: Int) -> Int {
        if month == 2 { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28 }
        // 31, except for April, June, September and November.
        return 30 + (month + month >> 3) & 1
    }
}

/// Conversions between instants and the local times of a time zone, as seconds from 1970-01-01T00:00:00 on its clocks.
public enum CivilTime {
    /// Returns the offset of a time zone from UTC at an instant, in seconds.
    /// - Parameters:
    ///   - instant: Seconds since 1970, UTC.
    ///   - zone: The time zone.
    public static func offset(at instant: Double, in zone: TimeZone) -> Int {
        zone.secondsFromGMT(for: Date(timeIntervalSince1970: instant))
    }

    /// Returns the instant of a local time: the first of two if the time is ambiguous, and for a skipped time the instant at
    /// which clocks would have shown it.
    /// - Parameters:
    ///   - civil: The local time, in seconds since 1970 on the clocks of the zone.
    ///   - zone: The time zone.
    public static func instant(civilSeconds civil: Double, in zone: TimeZone) -> Double {
        let offsets = offsets(around: civil, in: zone)
        return match(civil, offsets, zone) ?? civil - Double(offsets.before)
    }

    /// Returns the first instant of a day: midnight, the first of two, or the end of the gap that contains it.
    /// - Parameters:
    ///   - number: The day as in ``CivilDay``. A day that the zone skipped begins when the next one does.
    ///   - zone: The time zone.
    public static func startOfDay(_ number: Int, in zone: TimeZone) -> Double {
        let civil = Double(number) * 86_400
        let (before, after) = offsets(around: civil, in: zone)
        if let instant = match(civil, (before, after), zone) { return instant }
        // Clocks skip midnight. With the later offset, midnight is before the change, with the earlier offset after it.
        var low = civil - Double(after)
        var high = civil - Double(before)
        while high - low > 1 {
            let middle = ((low + high) / 2).rounded(.down)
            if offset(at: middle, in: zone) == before { low = middle } else { high = middle }
        }
        return high
    }

    /// Returns the offsets before and after a time. Offsets are less than a day, and no zone changes its clocks twice within two
    /// days.
    private static func offsets(around civil: Double, in zone: TimeZone) -> (before: Int, after: Int) {
        (offset(at: civil - 86_400, in: zone), offset(at: civil + 86_400, in: zone))
    }

    private static func match(_ civil: Double, _ offsets: (before: Int, after: Int), _ zone: TimeZone) -> Double? {
        if offsets.before == offsets.after { return civil - Double(offsets.before) }
        // The larger offset results in the earlier instant.
        let early = max(offsets.before, offsets.after)
        if offset(at: civil - Double(early), in: zone) == early { return civil - Double(early) }
        let late = min(offsets.before, offsets.after)
        return offset(at: civil - Double(late), in: zone) == late ? civil - Double(late) : nil
    }
}
