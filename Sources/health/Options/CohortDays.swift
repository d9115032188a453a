// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthWarehouse

/// The days of `--from` and `--to`, for participants in different time zones.
struct CohortDays {
    /// The first day; `nil` if the range has no start.
    let from: CohortDay?
    /// The last day; `nil` if the range has no end.
    let to: CohortDay?

    /// - Parameter zone: The time zone of `today` and `-30d`.
    /// - Throws: A ``ToolError`` if a date is invalid, has a time of day, or is before 1970 or after 2105.
    init(_ range: RangeOptions, in zone: TimeZone, now: Date = Date()) throws {
        let parser = DateParser(timeZone: zone, now: now)
        // Throws an error if the range ends before it begins.
        _ = try range.bounds(in: zone, now: now)
        func day(_ text: String, _ instant: (DateSpan) -> Date) throws -> CohortDay {
            let span = try parser.span(text)
            // -30d and now are instants but refer to their day.
            guard span.start < span.end || !text.contains(":") else {
                throw ToolError(
                    .badArgument, "\(text.debugDescription) names a time of day, which differs among participants",
                    remedy: "name a day, such as 2026-03-10, a month or a year")
            }
            guard let day = CohortDay(ZoneClock(zone).text(instant(span)).prefix(10)) else {
                throw ToolError(
                    .badArgument, "\(text.debugDescription) is not from 1970 to 2105",
                    remedy: "give a later or earlier date")
            }
            return day
        }
        from = try range.from.map { try day($0, \.start) }
        to = try range.to.map { text in
            try day(text) { $0.start < $0.end ? $0.end.addingTimeInterval(-1) : $0.end }
        }
    }
}
