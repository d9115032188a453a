// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Parses and formats dates in the time zone of the system.
enum DateText {
    static func day(_ date: Date) -> String {
        date.formatted(Date.ISO8601FormatStyle(timeZone: .current).year().month().day())
    }

    /// Parses a day, which is its beginning, or a day with hour and minute.
    static func parse(_ text: String) throws -> Date {
        let day = Date.ISO8601FormatStyle(timeZone: .current).year().month().day()
        for style in [day.time(includingFractionalSeconds: false), day] {
            let full = text.count == "2026-03-01T18:30".count ? text + ":00" : text
            // Not every parser rejects February 30.
            if let date = try? style.parse(full), style.format(date) == full { return date }
        }
        throw ExpenseError.badDate(text)
    }
}
