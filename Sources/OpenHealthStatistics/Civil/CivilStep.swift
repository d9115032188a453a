// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A length of buckets, divided into calendar units, days and elapsed time.
struct CivilStep: Sendable {
    /// The calendar years, stored separately from months because not every calendar has twelve.
    let years: Int
    /// The calendar months.
    let months: Int
    /// The days of the time zone, which have 23 to 25 hours when clocks change.
    let days: Int
    /// The seconds of elapsed time.
    let seconds: Int

    /// Whether the step has no years, months or days.
    var isAbsolute: Bool { years == 0 && months == 0 && days == 0 }

    private static let advice = "give one or more of year, quarter, month, weekOfYear, day, hour, minute and second"

    /// Creates a step from components.
    /// - Throws: A ``StatisticsError`` with the code `invalidInterval` if the components are not a length.
    init(_ components: DateComponents) throws(StatisticsError) {
        try Self.checkStrangers(components)
        let years = try Self.part(components.year, "year", limit: 10_000)
        let quarters = try Self.part(components.quarter, "quarter", limit: 40_000)
        let months = try Self.part(components.month, "month", limit: 120_000)
        let weeks =
            try Self.part(components.weekOfYear, "weekOfYear", limit: 521_775)
            + Self.part(components.weekOfMonth, "weekOfMonth", limit: 521_775)
        let days = try Self.part(components.day, "day", limit: 3_652_425)
        let hours = try Self.part(components.hour, "hour", limit: 87_658_200)
        let minutes = try Self.part(components.minute, "minute", limit: 5_259_492_000)
        let seconds = try Self.part(components.second, "second", limit: 315_569_520_000)
        self.years = years
        self.months = quarters * 3 + months
        self.days = weeks * 7 + days
        self.seconds = hours * 3600 + minutes * 60 + seconds
        if isAbsolute && self.seconds == 0 {
            throw StatisticsError(code: .invalidInterval, message: "the interval has no length", remedy: Self.advice)
        }
    }

    private static func part(_ value: Int?, _ name: String, limit: Int) throws(StatisticsError) -> Int {
        guard let value else { return 0 }
        guard value >= 0 else {
            throw StatisticsError(
                code: .invalidInterval, message: "the interval has \(value) as its \(name)",
                remedy: "give numbers above 0; an anchor counts in both directions")
        }
        guard value <= limit else {
            throw StatisticsError(
                code: .invalidInterval, message: "the interval has \(value) as its \(name)",
                remedy: "give at most \(limit), which is ten thousand years")
        }
        return value
    }

    /// Throws an error for components that are a position in the calendar or a fraction of a second.
    private static func checkStrangers(_ components: DateComponents) throws(StatisticsError) {
        let strangers: [(name: String, isThere: Bool)] = [
            ("era", components.era != nil), ("yearForWeekOfYear", components.yearForWeekOfYear != nil),
            ("weekday", components.weekday != nil), ("weekdayOrdinal", components.weekdayOrdinal != nil),
            ("dayOfYear", components.dayOfYear != nil), ("nanosecond", components.nanosecond != nil),
            ("isLeapMonth", components.isLeapMonth == true),
        ]
        let names = strangers.filter(\.isThere).map(\.name)
        guard !names.isEmpty else { return }
        throw StatisticsError(
            code: .invalidInterval,
            message: "the interval has \(names.joined(separator: ", ")), which is not a length of buckets",
            remedy: advice)
    }
}
