// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The format of instants for programs.
package enum InstantText {
    /// Returns ISO 8601 in UTC, such as `2024-03-10T08:00:00Z`, with a fraction of a second if there is one.
    package static func utc(_ date: Date) -> String {
        guard let (day, second, fraction) = parts(date.timeIntervalSince1970) else { return "" }
        return CivilText.day(day) + "T" + CivilText.time(second) + fractionText(fraction) + "Z"
    }

    /// Returns a fraction in microseconds, the precision of a date; an empty string for zero.
    private static func fractionText(_ microseconds: Int) -> String {
        guard microseconds > 0 else { return "" }
        var digits = String(microseconds)
        digits = String(repeating: "0", count: 6 - digits.count) + digits
        while digits.hasSuffix("0") { digits.removeLast() }
        return "." + digits
    }

    /// Returns the day, the second of the day and the microseconds of an instant; `nil` if it is far outside any calendar.
    package static func parts(_ seconds: Double) -> (day: Int, second: Int, microseconds: Int)? {
        guard seconds.magnitude < 1e12 else { return nil }
        var whole = seconds.rounded(.down)
        var microseconds = ((seconds - whole) * 1e6).rounded()
        if microseconds >= 1e6 {
            whole += 1
            microseconds = 0
        }
        let day = (whole / 86_400).rounded(.down)
        return (Int(day), Int(whole - day * 86_400), Int(microseconds))
    }
}

/// The format of days and times of day.
package enum CivilText {
    /// Returns a day as `2024-03-10`.
    package static func day(_ number: Int) -> String {
        let date = CivilDay.date(number)
        let year = String(date.year)
        let padding = String(repeating: "0", count: max(0, 4 - year.count))
        return padding + year + "-" + NumberText.twoDigits(date.month) + "-" + NumberText.twoDigits(date.day)
    }

    /// Returns a time of day as `08:00:05`.
    package static func time(_ second: Int) -> String {
        NumberText.twoDigits(second / 3600) + ":" + NumberText.twoDigits(second / 60 % 60) + ":"
            + NumberText.twoDigits(second % 60)
    }
}

/// The format of instants for programs, with the offset of a time zone.
package enum OffsetText {
    /// Returns ISO 8601 such as `2024-03-10T00:00:00+01:00`, with a fraction of a second if there is one.
    package static func iso(_ date: Date, in zone: TimeZone) -> String {
        // The format has no seconds for the offsets of the time before time zones.
        let minutes = zone.secondsFromGMT(for: date) / 60
        let local = InstantText.utc(date.addingTimeInterval(Double(minutes * 60)))
        guard !local.isEmpty else { return "" }
        let size = minutes.magnitude
        return local.dropLast() + (minutes < 0 ? "-" : "+") + NumberText.twoDigits(size / 60) + ":"
            + NumberText.twoDigits(size % 60)
    }
}

/// A clock that formats instants in a time zone.
public final class ZoneClock {
    /// The time zone.
    package let zone: TimeZone
    private var quarter = Double.nan
    private var offset = 0.0

    /// Creates the clock of a time zone.
    public init(_ zone: TimeZone) {
        self.zone = zone
    }

    /// Returns an instant as `2024-03-10 08:00:05`.
    public func text(_ date: Date) -> String {
        guard let (day, second) = civil(date) else { return "" }
        return CivilText.day(day) + " " + CivilText.time(second)
    }

    /// Returns the end of an interval: only its time if both ends are on the same day, an empty string if they are equal.
    package func text(_ end: Date, after start: Date) -> String {
        if end == start { return "" }
        guard let (day, second) = civil(end) else { return "" }
        return civil(start)?.day == day ? CivilText.time(second) : text(end)
    }

    /// Returns an instant as `2024-03-10 08:00:05 +01:00`.
    package func textWithOffset(_ date: Date) -> String {
        let seconds = zone.secondsFromGMT(for: date)
        let (sign, size) = (seconds < 0 ? "-" : "+", seconds.magnitude)
        return text(date) + " " + sign + NumberText.twoDigits(size / 3600) + ":"
            + NumberText.twoDigits(size / 60 % 60)
    }

    /// Returns whether the clock shows the same time at another instant of the day because it is put back.
    package func comesTwice(_ date: Date) -> Bool {
        func offset(_ hours: Double) -> Int { zone.secondsFromGMT(for: date.addingTimeInterval(hours * 3600)) }
        let (before, after) = (offset(-12), offset(12))
        guard before > after else { return false }
        let shown = text(date)
        let step = TimeInterval(before - after)
        return text(date.addingTimeInterval(step)) == shown || text(date.addingTimeInterval(-step)) == shown
    }

    private func civil(_ date: Date) -> (day: Int, second: Int)? {
        let seconds = date.timeIntervalSince1970
        // Querying the time zone is slow, and no zone changes its offset within a quarter of an hour.
        let quarter = (seconds / 900).rounded(.down)
        if quarter != self.quarter {
            offset = Double(zone.secondsFromGMT(for: date))
            self.quarter = quarter
        }
        guard let parts = InstantText.parts((seconds + offset).rounded(.down)) else { return nil }
        return (parts.day, parts.second)
    }
}
