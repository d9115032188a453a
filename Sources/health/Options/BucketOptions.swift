// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import OpenHealthCommandLine
import OpenHealthModel
import OpenHealthStatistics
import OpenHealthStore

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
    /// Of sleep, a day refers to the night that ends on it, unless rows begin at other times than nights.
    func bounds(
        _ range: RangeOptions, of type: HealthTypeDescription, plan: BucketPlan?, in zone: TimeZone,
        firstWeekday: Weekday = .monday, now: Date
    ) throws -> (from: Date?, to: Date?) {
        let bounds = try range.bounds(in: zone, firstWeekday: firstWeekday, now: now)
        guard plan?.isNightly ?? BucketPlan.hasNights(type) else { return bounds }
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

/// The rows of the statistics of a type.
struct BucketPlan {
    /// The hour at which nights begin if rows are nights.
    static let evening = 18

    /// The rows.
    let buckets: CivilBuckets
    /// The length of the rows.
    let length: BucketLength
    /// Whether rows last from evening to evening, so that each night is in one row.
    let isNightly: Bool

    init(length: BucketLength, anchor: Date, zone: TimeZone, isNightly: Bool = false) throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        buckets = try CivilBuckets(anchor: anchor, interval: length.components, calendar: calendar)
        self.length = length
        self.isNightly = isNightly
    }

    /// Returns whether the days of a type begin on the evening before, so that no night is divided.
    static func hasNights(_ type: HealthTypeDescription) -> Bool {
        type.identifier == HKCategoryTypeIdentifier.sleepAnalysis.rawValue
    }

    /// Returns whether rows of a length begin in the evening for a type.
    static func isNightly(_ length: BucketLength, _ type: HealthTypeDescription) -> Bool {
        hasNights(type) && (length.unit == .day || length.unit == .week)
    }

    /// Returns the default start of a row: midnight of the first day of a week, month or year, depending on the length, or the
    /// evening before.
    static func anchorText(_ length: BucketLength, isNightly: Bool, firstWeekday: Weekday = .monday) -> String {
        switch (length.unit == .week, isNightly) {
        case (false, false): "2000-01-01"
        // 2000-01-02 was a Sunday.
        case (true, false): "2000-01-0\(firstWeekday.rawValue + 1)"
        case (false, true): "1999-12-31T\(evening):00"
        case (true, true): "2000-01-0\(firstWeekday.rawValue)T\(evening):00"
        }
    }
}

extension HealthDatabase {
    /// The first day of the person's weeks: the chosen one, or Monday.
    var firstWeekday: Weekday {
        (try? preferences.current().firstWeekday).flatMap(Weekday.init(rawValue:)) ?? .monday
    }
}
