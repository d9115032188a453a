// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Synchronization

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

/// The civil days of a participant's home time zone, in the range of ``CohortDay``, with their bounds.
///
/// The bounds of a day are computed once for all types, because this takes longer than combining the cells of the day.
package final class HomeDays: Sendable {
    /// The time zone.
    package let zone: TimeZone
    /// The start of each day, in seconds since 1970; NaN before the first use.
    private let starts: Mutex<[Double]>

    /// The number of days of ``CohortDay``.
    package static let count = 49_673

    package init(zone: TimeZone) {
        self.zone = zone
        starts = Mutex(Array(repeating: .nan, count: Self.count + 1))
    }

    /// The range from the start of 1970 to the end of 2105, in seconds since 1970.
    package var range: Range<Double> { start(of: 0)..<start(of: Self.count) }

    /// Returns the start and end of a day, in seconds since 1970.
    package func bounds(of day: CohortDay) -> (start: Double, finish: Double) {
        (start(of: Int(day.number)), start(of: Int(day.number) + 1))
    }

    /// Returns the day that contains an instant, or nil outside ``range``.
    package func day(containing seconds: Double) -> CohortDay? {
        guard range.contains(seconds) else { return nil }
        // Offsets from UTC are less than a day.
        // checked: the range ends in 2105
        var number = max(Int((seconds / 86_400).rounded(.down)) - 1, 0)
        while start(of: number + 1) <= seconds { number += 1 }
        return CohortDay(number: number)
    }

    private func start(of number: Int) -> Double {
        starts.withLock { starts in
            if starts[number].isNaN { starts[number] = CivilTime.startOfDay(number, in: zone) }
            return starts[number]
        }
    }
}
