// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The format of instants for programs.
enum InstantText {
    /// Returns ISO 8601 in UTC, such as `2024-03-10T08:00:00Z`, with a fraction of a second if there is one.
    static func utc(_ date: Date) -> String {
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
    static func parts(_ seconds: Double) -> (day: Int, second: Int, microseconds: Int)? {
        guard abs(seconds) < 1e12 else { return nil }
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
enum CivilText {
    /// Returns a day as `2024-03-10`.
    static func day(_ number: Int) -> String {
        let date = CivilDay.date(number)
        let year = String(date.year)
        let padding = String(repeating: "0", count: max(0, 4 - year.count))
        return padding + year + "-" + NumberText.twoDigits(date.month) + "-" + NumberText.twoDigits(date.day)
    }

    /// Returns a time of day as `08:00:05`.
    static func time(_ second: Int) -> String {
        NumberText.twoDigits(second / 3600) + ":" + NumberText.twoDigits(second / 60 % 60) + ":"
            + NumberText.twoDigits(second % 60)
    }
}
