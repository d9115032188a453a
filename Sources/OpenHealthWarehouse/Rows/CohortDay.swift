// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// A civil day in the range of ClickHouse's `Date`, which counts days since 1970-01-01. The numbers extend to 2149-06-06, but
/// version 18.16 prints dates only up to 2105.
public struct CohortDay: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The number of days since 1970-01-01.
    public let number: UInt16
    /// 2105-12-31.
    private static let last = 49_672

    /// Creates the day with a number, or returns nil if it is out of the range of ClickHouse's `Date`.
    public init?(number: Int) {
        guard (0...Self.last).contains(number) else { return nil }
        self.number = UInt16(number)
    }

    /// Creates the day with a number, or the nearest valid day, because weeks, months and years can begin before the first day
    /// and end after the last.
    init(clamping number: Int) {
        self.number = UInt16(min(max(number, 0), Self.last))
    }

    /// Creates a day from a string such as `2026-11-22`, or returns nil for other strings.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].utf8.count == 4, parts[1].utf8.count == 2, parts[2].utf8.count == 2,
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]), (1...12).contains(month)
        else { return nil }
        self.init(number: CivilDay.number(year: year, month: month, day: day))
        guard description == text else { return nil }
    }

    /// Returns whether a day is before another.
    public static func < (left: CohortDay, right: CohortDay) -> Bool { left.number < right.number }

    /// The day as `2026-11-22`.
    public var description: String {
        let (year, month, day) = civil
        let pad = { (value: Int) in value < 10 ? "0\(value)" : "\(value)" }
        return "\(year)-\(pad(month))-\(pad(day))"
    }

    /// The year, month and day in the Gregorian calendar.
    public var civil: (year: Int, month: Int, day: Int) { CivilDay.date(Int(number)) }
}
