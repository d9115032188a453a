// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// Dates in UTC with microseconds, such as `2024-03-10T08:00:00.250000Z`, which sort as text.
enum TableDate {
    /// Returns the text of a date in seconds since 1970. Dates outside the years 1 to 9999 are those at the limits.
    static func text(_ seconds: Double) -> String {
        let clamped = min(max(seconds, -62_135_596_800), 253_402_300_799)
        var whole = Int64(clamped.rounded(.down))  // checked: clamped
        var fraction = Int64(((clamped - Double(whole)) * 1_000_000).rounded())  // checked: below one million
        if fraction == 1_000_000 {
            whole += 1
            fraction = 0
        }
        let day = (whole >= 0 ? whole : whole - 86_399) / 86_400
        let second = whole - day * 86_400
        let date = CivilDay.date(Int(day))
        return "\(pad(Int64(date.year), 4))-\(pad(Int64(date.month), 2))-\(pad(Int64(date.day), 2))T"
            + "\(pad(second / 3600, 2)):\(pad(second / 60 % 60, 2)):\(pad(second % 60, 2)).\(pad(fraction, 6))Z"
    }

    private static func pad(_ number: Int64, _ count: Int) -> String {
        let text = "\(number)"
        return text.utf8.count >= count ? text : String(repeating: "0", count: count - text.utf8.count) + text
    }
}
