// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Dates on pages, in the time zone of the person's home.
struct PageDates: Sendable {
    private let zone: TimeZone

    init(_ zone: TimeZone?) {
        self.zone = zone ?? TimeZone(secondsFromGMT: 0) ?? .current
    }

    private var calendar: Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        return calendar
    }

    /// Year, month and day, as fields for dates have them.
    func day(_ date: Date) -> String {
        date.formatted(Date.ISO8601FormatStyle(timeZone: zone).year().month().day())
    }

    /// The same with the time.
    func minute(_ date: Date) -> String {
        let time = date.formatted(Date.ISO8601FormatStyle(timeZone: zone).time(includingFractionalSeconds: false))
        return day(date) + " " + time.prefix(5)
    }

    /// The first moment of a day, as a field for dates sends it; nil where it is none.
    func date(_ text: String) -> Date? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
            (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day)
        else { return nil }
        return calendar.date(from: DateComponents(year: year, month: month, day: day))
    }
}
