// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The length of statistics intervals as one word, as the tool and the HTTP interface parse it: `day`, `15min`, `2weeks`.
public struct BucketLength: Equatable, Sendable {
    /// A unit of time.
    public enum Unit: Equatable, Sendable {
        /// A minute.
        case minute
        /// An hour.
        case hour
        /// A day.
        case day
        /// A week.
        case week
        /// A month.
        case month
        /// A quarter.
        case quarter
        /// A year.
        case year
    }

    /// The number of units, from 1 to 9999.
    public let count: Int
    /// The unit.
    public let unit: Unit

    /// Creates a length.
    package init(count: Int, unit: Unit) {
        self.count = count
        self.unit = unit
    }

    /// The accepted forms, for help and errors.
    package static let forms =
        "minute, hour, day, week, month, quarter or year, or a number of them: 15min, 6h, 2d, 2w, 3m, 2y"

    private static let words: [String: Unit] = [
        "min": .minute, "mins": .minute, "minute": .minute, "minutes": .minute, "h": .hour, "hour": .hour,
        "hours": .hour, "d": .day, "day": .day, "days": .day, "w": .week, "week": .week, "weeks": .week, "m": .month,
        "month": .month, "months": .month, "quarter": .quarter, "quarters": .quarter, "y": .year, "year": .year,
        "years": .year,
    ]

    /// The strings that the HTTP interface accepts, as a regular expression: those of ``init(_:)`` without spaces and capitals.
    package static let pattern =
        "^([1-9][0-9]{0,3})?(min|mins|minutes?|h|hours?|d|days?|w|weeks?|m|months?|quarters?|y|years?)$"

    /// Creates a length from a string, ignoring case and spaces around the word; `nil` for an invalid string.
    package init?(_ text: String) {
        let plain = text.lowercased().trimmingCharacters(in: .whitespaces)
        let digits = plain.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0.utf8.first ?? 0) }
        let word = plain.dropFirst(digits.count).trimmingCharacters(in: .whitespaces)
        let count = digits.isEmpty ? 1 : digits.count <= 4 ? Int(digits) : nil
        guard let unit = Self.words[word], let count, count > 0 else { return nil }
        self.init(count: count, unit: unit)
    }

    /// The length as date components.
    package var components: DateComponents {
        switch unit {
        case .minute: DateComponents(minute: count)
        case .hour: DateComponents(hour: count)
        case .day: DateComponents(day: count)
        case .week: DateComponents(day: 7 * count)
        case .month: DateComponents(month: count)
        case .quarter: DateComponents(month: 3 * count)
        case .year: DateComponents(year: count)
        }
    }

    /// Returns the day on which an interval begins if no other date is given: 2000-01-01, or for weeks the first following day
    /// that is the first day of the week.
    /// - Parameter firstWeekday: The first day of the week, from 1 for Sunday to 7 for Saturday.
    package func anchor(firstWeekday: Int) -> DateComponents {
        // 2000-01-02 was a Sunday.
        DateComponents(year: 2000, month: 1, day: unit == .week ? 1 + firstWeekday : 1)
    }
}
