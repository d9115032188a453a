// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthFormats
import OpenHealthModel

/// Dates in header fields (RFC 9110, 5.6.7), such as `Fri, 20 Nov 2026 11:00:00 GMT`.
enum HTTPDate {
    private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Returns the text of a date in milliseconds since 1970, without its fraction of a second.
    static func text(milliseconds: Int64) -> String {
        let seconds = max(0, milliseconds / 1000)
        let (days, rest) = (Int(seconds / 86_400), Int(seconds % 86_400))
        let day = CivilDay.date(days)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(weekdays[days % 7]), \(two(day.day)) \(months[day.month - 1]) \(day.year) "
            + "\(two(rest / 3600)):\(two(rest / 60 % 60)):\(two(rest % 60)) GMT"
    }

    /// Returns a date in seconds since 1970; nil if the text is none.
    static func seconds(_ text: String) -> Int64? {
        NightscoutDate(text).flatMap { Int64(exactly: $0.seconds.rounded(.down)) }
    }
}
