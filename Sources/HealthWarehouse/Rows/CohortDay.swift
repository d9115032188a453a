// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A civil day, as ClickHouse's `Date` counts them: days since 1970-01-01, to 2149-06-06 by its number and to 2105 by
/// what version 18.16 prints.
public struct CohortDay: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// How many days after 1970-01-01.
    public let number: UInt16

    /// The day with a number; nil for days that ClickHouse's `Date` does not hold.
    public init?(number: Int) {
        // 2105-12-31
        guard (0...49_672).contains(number) else { return nil }
        self.number = UInt16(number)
    }

    /// Reads `2026-11-22`; nil for everything else.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].utf8.count == 4, parts[1].utf8.count == 2, parts[2].utf8.count == 2,
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]), (1...12).contains(month)
        else { return nil }
        let number = Self.number(year: year, month: month, day: day)
        self.init(number: number)
        guard description == text else { return nil }
    }

    /// Whether a day comes before another.
    public static func < (left: CohortDay, right: CohortDay) -> Bool { left.number < right.number }

    /// The day as `2026-11-22`.
    public var description: String {
        let (year, month, day) = civil
        let pad = { (value: Int) in value < 10 ? "0\(value)" : "\(value)" }
        return "\(year)-\(pad(month))-\(pad(day))"
    }

    /// Days from 1970-01-01 to a date of the Gregorian calendar (Howard Hinnant, "chrono-Compatible Low-Level Date
    /// Algorithms", `days_from_civil`).
    private static func number(year: Int, month: Int, day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// The reverse (`civil_from_days`).
    public var civil: (year: Int, month: Int, day: Int) {
        let shifted = Int(number) + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }
}
