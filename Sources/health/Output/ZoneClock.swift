// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A clock that formats instants in a time zone.
final class ZoneClock {
    /// The time zone.
    let zone: TimeZone
    private var quarter = Double.nan
    private var offset = 0.0

    /// Creates the clock of a time zone.
    init(_ zone: TimeZone) {
        self.zone = zone
    }

    /// Returns an instant as `2024-03-10 08:00:05`.
    func text(_ date: Date) -> String {
        guard let (day, second) = civil(date) else { return "" }
        return CivilText.day(day) + " " + CivilText.time(second)
    }

    /// Returns the end of an interval: only its time if both ends are on the same day, an empty string if they are equal.
    func text(_ end: Date, after start: Date) -> String {
        if end == start { return "" }
        guard let (day, second) = civil(end) else { return "" }
        return civil(start)?.day == day ? CivilText.time(second) : text(end)
    }

    /// Returns an instant as `2024-03-10 08:00:05 +01:00`.
    func textWithOffset(_ date: Date) -> String {
        let seconds = zone.secondsFromGMT(for: date)
        let (sign, size) = (seconds < 0 ? "-" : "+", abs(seconds))
        return text(date) + " " + sign + NumberText.twoDigits(size / 3600) + ":"
            + NumberText.twoDigits(size / 60 % 60)
    }

    /// Returns whether the clock shows the same time at another instant of the day because it is put back.
    func comesTwice(_ date: Date) -> Bool {
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
