// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import OpenHealthModel
import OpenHealthStatistics

/// The options that divide statistics into rows.
struct BucketOptions: ParsableArguments {
    @Option(help: .value("length", "The length of rows: \(BucketLength.forms); by default one row for the range."))
    var every: String?

    @Option(
        help: .value("date", "The start of a row, if rows do not start with days, weeks from Monday, months or years."))
    var anchor: String?

    @Flag(help: "Use the time zone of each sample, if it has one, for its day.")
    var sampleTimezones = false

    @Flag(help: "Also list rows without samples.")
    var empty = false

    /// Checks the options that can be checked without a store.
    func check() throws {
        _ = try every.map(BucketLength.parse)
        let needs = [(anchor != nil, "--anchor"), (sampleTimezones, "--sample-timezones"), (empty, "--empty")]
        for (isGiven, name) in needs where isGiven && every == nil {
            throw ToolError(
                .badArgument, "\(name) requires --every", remedy: "add --every, as in --every day")
        }
    }

    /// Returns the buckets for a type; `nil` for a single row.
    /// - Parameter from: The start date of the range as typed; `nil` if it has none.
    func plan(
        for type: HealthTypeDescription, from: String?, in zone: TimeZone, firstWeekday: Weekday = .monday, now: Date
    )
        throws -> BucketPlan?
    {
        guard let length = try every.map(BucketLength.parse) else { return nil }
        let parser = DateParser(timeZone: zone, now: now, firstWeekday: firstWeekday.rawValue)
        if let anchor {
            return try BucketPlan(length: length, anchor: try parser.span(anchor).start, zone: zone)
        }
        if let from, length.unit == .hour || length.unit == .minute {
            // If counted from midnight in winter, rows of six hours would begin at one o'clock throughout the summer.
            return try BucketPlan(length: length, anchor: try parser.midnight(of: parser.span(from).start), zone: zone)
        }
        let isNightly = BucketPlan.isNightly(length, type)
        let start = try parser.span(BucketPlan.anchorText(length, isNightly: isNightly, firstWeekday: firstWeekday))
            .start
        return try BucketPlan(length: length, anchor: start, zone: zone, isNightly: isNightly)
    }

    /// Returns the range for a type.
    ///
    /// If rows are nights, a day refers to the night that ends on it.
    func bounds(_ range: RangeOptions, plan: BucketPlan?, in zone: TimeZone, firstWeekday: Weekday = .monday, now: Date)
        throws -> (
            from: Date?, to: Date?
        )
    {
        let bounds = try range.bounds(in: zone, firstWeekday: firstWeekday, now: now)
        guard let plan, plan.isNightly else { return bounds }
        let parser = DateParser(timeZone: zone, now: now, firstWeekday: firstWeekday.rawValue)
        func night(_ date: Date?, _ text: String?) throws -> Date? {
            guard let date, let text else { return nil }
            let span = try parser.span(text)
            return span.end > span.start ? try parser.eveningBefore(date) : date
        }
        return (try night(bounds.from, range.from), try night(bounds.to, range.to))
    }
}

extension DateParser {
    /// Returns the start of the day that contains an instant.
    fileprivate func midnight(of instant: Date) throws -> Date {
        try span(String(ZoneClock(timeZone).text(instant).prefix(10))).start
    }

    /// Returns the evening before the day that starts at an instant.
    fileprivate func eveningBefore(_ start: Date) throws -> Date {
        let day = ZoneClock(timeZone).text(start.addingTimeInterval(-12 * 3600)).prefix(10)
        return try span("\(day)T\(BucketPlan.evening):00").start
    }
}
