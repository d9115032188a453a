// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthCommandLine
import OpenHealthModel
import OpenHealthStatistics

/// The period of a summary: today, this week and the last 30 finished days.
struct SummaryPeriod {
    /// The maximum number of days.
    static let length = 30

    /// The time zone of the days.
    let zone: TimeZone
    private let firstWeekday: Weekday
    /// The day used as today, counted from 1970-01-01.
    private let day: Int
    private let parser: DateParser
    private let now: Date
    /// Whether today is unfinished or the data end during it, so that the values of today and of the week are incomplete, and the
    /// 30 days end before today.
    private(set) var isUnfinished: Bool
    /// The last of the 30 days.
    private var lastDay: Int { isUnfinished ? day - 1 : day }

    /// - Parameter text: The day used as today.
    /// - Throws: A ``ToolError`` if it is not a day.
    init(today text: String, zone: TimeZone, firstWeekday: Weekday = .monday, now: Date = Date()) throws {
        self.zone = zone
        self.firstWeekday = firstWeekday
        parser = DateParser(timeZone: zone, now: now)
        let span = try parser.span(text)
        guard span.end.timeIntervalSince(span.start) <= 26 * 3600 else {
            throw ToolError(
                .badArgument, "\(text.debugDescription) is more than a day", remedy: "write a day, such as 2024-03-10")
        }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let parts = calendar.dateComponents([.year, .month, .day], from: span.start)
        day = CivilDay.number(year: parts.year ?? 1970, month: parts.month ?? 1, day: parts.day ?? 1)
        isUnfinished = Self.isUnfinished(span, type: nil, now: now, dataEnd: nil)
        self.now = now
    }

    /// The same period for data that end during today.
    var unfinished: SummaryPeriod {
        var period = self
        period.isUnfinished = true
        return period
    }

    /// Returns whether today is unfinished for a type, or its data end during it; `dataEnd` is `nil` for ongoing data.
    func isUnfinished(_ type: String, dataEnd: Date?) throws -> Bool {
        Self.isUnfinished(try today(), type: type, now: now, dataEnd: dataEnd)
    }

    private static func isUnfinished(_ day: DateSpan, type: String?, now: Date, dataEnd: Date?) -> Bool {
        BucketCoverage(
            of: (day.start.timeIntervalSince1970, day.end.timeIntervalSince1970), type: type ?? "", edges: [],
            now: now.timeIntervalSince1970, dataEnd: dataEnd?.timeIntervalSince1970) == .unfinished
    }

    /// The number of the first day of this week. 1970-01-01 was a Thursday.
    private var weekStart: Int { day - ((day + 5 - firstWeekday.rawValue) % 7 + 7) % 7 }

    /// Returns today from midnight to midnight.
    func today() throws -> DateSpan { try days(from: day) }

    /// Returns this week up to the end of today.
    func week() throws -> DateSpan { try days(from: weekStart) }

    /// Returns the last 30 finished days.
    func thirtyDays() throws -> DateSpan {
        DateSpan(start: try start(lastDay - Self.length + 1), end: try start(lastDay + 1))
    }

    /// Returns all days of the summary: the 30 days, and today.
    func days() throws -> DateSpan { try days(from: lastDay - Self.length + 1) }

    /// Returns the nights of these days: each day begins on the evening before, so that no night is divided.
    func nights() throws -> DateSpan {
        DateSpan(start: try evening(lastDay - Self.length), end: try evening(day))
    }

    /// Returns buckets of one day.
    func buckets(from anchor: Date) throws -> CivilBuckets {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        return try CivilBuckets(anchor: anchor, interval: DateComponents(day: 1), calendar: calendar)
    }

    /// The description of the period on two lines, for people.
    var text: String {
        """
        today is \(CivilText.day(day)) (\(TimeZoneName.text(zone)))\(isUnfinished ? ", so far" : "")
        this week began on \(CivilText.day(weekStart)), the \(Self.length) days on \
        \(CivilText.day(lastDay - Self.length + 1))
        """
    }

    /// The first and the last day, for people.
    var range: String { "from \(CivilText.day(lastDay - Self.length + 1)) to \(CivilText.day(day))" }

    private func days(from first: Int) throws -> DateSpan {
        DateSpan(
            start: try parser.span(CivilText.day(first)).start, end: try parser.span(CivilText.day(day)).end)
    }

    private func start(_ day: Int) throws -> Date { try parser.span(CivilText.day(day)).start }

    private func evening(_ day: Int) throws -> Date {
        try parser.span("\(CivilText.day(day))T\(BucketPlan.evening):00").start
    }
}
