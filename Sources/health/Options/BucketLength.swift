// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// How long the rows of statistics are, as a person types it: `day`, `15min`, `3 months`.
struct BucketLength: Equatable {
    /// What is counted.
    enum Unit: Equatable {
        case minute, hour, day, week, month, quarter, year
    }

    /// How many of the unit, 1 or more.
    let count: Int
    /// What is counted.
    let unit: Unit

    /// The forms, for help and errors.
    static let forms = "minute, hour, day, week, month, quarter or year, or a number of them: 15min, 6h, 2d, 2w, 3m, 2y"

    private static let words: [String: Unit] = [
        "min": .minute, "mins": .minute, "minute": .minute, "minutes": .minute, "h": .hour, "hour": .hour,
        "hours": .hour, "d": .day, "day": .day, "days": .day, "w": .week, "week": .week, "weeks": .week, "m": .month,
        "month": .month, "months": .month, "quarter": .quarter, "quarters": .quarter, "y": .year, "year": .year,
        "years": .year,
    ]

    /// Reads a length.
    /// - Throws: a ``ToolError`` that names the forms.
    static func parse(_ text: String) throws -> BucketLength {
        let plain = text.lowercased().trimmingCharacters(in: .whitespaces)
        let digits = plain.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0.utf8.first ?? 0) }
        let word = plain.dropFirst(digits.count).trimmingCharacters(in: .whitespaces)
        let count = digits.isEmpty ? 1 : digits.count <= 4 ? Int(digits) : nil
        guard let unit = words[word], let count, count > 0 else {
            throw ToolError(
                .badArgument, "\(text.debugDescription) is not a length for --every", remedy: "write \(forms)")
        }
        return BucketLength(count: count, unit: unit)
    }

    /// The length in the units of a calendar.
    var components: DateComponents {
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
}
