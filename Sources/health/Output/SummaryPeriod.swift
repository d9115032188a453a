// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStatistics

/// Today, this week and the last 30 finished days.
struct SummaryPeriod {
    /// The maximum number of days.
    static let length = 30

    /// The zone of the days.
    let zone: TimeZone
    private let firstWeekday: Weekday
    /// The day that counts as today, counted from 1970-01-01.
    private let day: Int
    private let parser: DateParser
    private let now: Date
    /// Whether today is not over or the data end in it, so that its figures and those of the week are so far, and the 30 days
    /// end before it.
    private(set) var isUnfinished: Bool
    /// The last of the 30 days.
    private var lastDay: Int { isUnfinished ? day - 1 : day }

    /// - Parameter text: the day that counts as today.
    /// - Throws: a ``ToolError`` for what is no day.
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
        isUnfinished = Self.isUnfinished(span, now: now, dataEnd: nil)
        self.now = now
    }

    /// The same period for data that end in it.
    var unfinished: SummaryPeriod {
        var period = self
        period.isUnfinished = true
        return period
    }

    /// Returns whether today is not over, or data that end at a moment end in it; nil for data that go on.
    func isUnfinished(dataEnd: Date?) throws -> Bool {
        Self.isUnfinished(try today(), now: now, dataEnd: dataEnd)
    }

    private static func isUnfinished(_ day: DateSpan, now: Date, dataEnd: Date?) -> Bool {
        BucketCoverage(
            of: (day.start.timeIntervalSince1970, day.end.timeIntervalSince1970), edges: [],
            now: now.timeIntervalSince1970, dataEnd: dataEnd?.timeIntervalSince1970) == .unfinished
    }

    /// The number of the first day of this week: 1970-01-01 was a Thursday.
    private var weekStart: Int { day - ((day + 5 - firstWeekday.rawValue) % 7 + 7) % 7 }

    /// Today from midnight to midnight.
    func today() throws -> DateSpan { try days(from: day) }

    /// This week up to the end of today.
    func week() throws -> DateSpan { try days(from: weekStart) }

    /// The last 30 finished days.
    func thirtyDays() throws -> DateSpan {
        DateSpan(start: try start(lastDay - Self.length + 1), end: try start(lastDay + 1))
    }

    /// The days that any figure is of: the 30 days, and today.
    func days() throws -> DateSpan { try days(from: lastDay - Self.length + 1) }

    /// The nights of these days: each day from the evening before, so that no night is cut in two.
    func nights() throws -> DateSpan {
        DateSpan(start: try evening(lastDay - Self.length), end: try evening(day))
    }

    /// Buckets of a day each.
    func buckets(from anchor: Date) throws -> CivilBuckets {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        return try CivilBuckets(anchor: anchor, interval: DateComponents(day: 1), calendar: calendar)
    }

    /// The stretches in a line, for people.
    var text: String {
        "today is \(CivilText.day(day)) (\(TimeZoneName.text(zone)))\(isUnfinished ? ", so far" : ""); this week began on "
            + "\(CivilText.day(weekStart)), the \(Self.length) days on \(CivilText.day(lastDay - Self.length + 1))"
    }

    /// The first and the last day in words, for people.
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
