// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Dates in the format of mail: `Sat, 07 Mar 2026 09:05:00 +0100`.
enum MailDate {
    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Returns the date in a time zone, whose offset is written in minutes.
    static func text(_ date: Date, in timeZone: TimeZone) throws(MailDraftError) -> String {
        let minutes = timeZone.secondsFromGMT(for: date) / 60
        var calendar = Calendar(identifier: .gregorian)
        // The offset is rounded first, because otherwise it would not correspond to the time in historical time zones with
        // seconds.
        calendar.timeZone = TimeZone(secondsFromGMT: minutes * 60) ?? .gmt
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second, .weekday, .era], from: date)
        guard let year = parts.year, let month = parts.month, let day = parts.day, let weekday = parts.weekday,
            let hour = parts.hour, let minute = parts.minute, let second = parts.second,
            parts.era == 1, (1900...9999).contains(year)
        else {
            throw MailDraftError(
                .invalidDate, "Date", "a mail has a date from the year 1900 to the year 9999", "give it such a date")
        }
        let offset = abs(minutes) / 60 * 100 + abs(minutes) % 60
        return
            "\(days[weekday - 1]), \(two(day)) \(months[month - 1]) \(year) \(two(hour)):\(two(minute)):\(two(second)) "
            + (minutes < 0 ? "-" : "+") + two(offset / 100) + two(offset % 100)
    }

    private static func two(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}
