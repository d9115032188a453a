// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The time span that a date represents.
public struct DateSpan: Equatable, Sendable {
    /// The first instant of the span.
    public let start: Date
    /// The first instant after the span; the same as ``start`` if the date is an instant.
    public let end: Date

    /// Creates a span.
    package init(start: Date, end: Date) {
        self.start = start
        self.end = end
    }
}

/// A parser for dates as people type them.
public struct DateParser: Sendable {
    /// The time zone of dates without one.
    package let timeZone: TimeZone
    /// The current date, for relative dates.
    package let now: Date
    /// The first day of the week, from 1 for Sunday to 7 for Saturday.
    package var firstWeekday: Int

    /// Creates a parser for weeks that begin on Monday.
    /// - Parameters:
    ///   - timeZone: The time zone of dates without one.
    ///   - now: The current date, for relative dates.
    public init(timeZone: TimeZone, now: Date) {
        self.init(timeZone: timeZone, now: now, firstWeekday: Weekday.monday.rawValue)
    }

    /// Creates a parser; see the properties.
    package init(timeZone: TimeZone, now: Date, firstWeekday: Int) {
        self.timeZone = timeZone
        self.now = now
        self.firstWeekday = firstWeekday
    }

    /// The accepted forms of a date, for help and errors.
    package static let forms =
        "2024-03-10, 2024-03-10T08:00 (also with Z or +01:00), 2024-03, 2024, today, yesterday, now, -30d, last week"

    private var calendar: Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        return calendar
    }

    /// Returns the span that a string represents.
    /// - Throws: A ``ToolError`` if the string is not a date, or if the day or time does not exist.
    public func span(_ text: String) throws -> DateSpan {
        let plain = TypedArguments.plain(text).trimmingCharacters(in: .whitespaces)
        let word = plain.lowercased()
        if let span = named(word) ?? relative(word) ?? period(word) ?? absolute(plain) { return span }
        throw ToolError(.badArgument, "\(text.debugDescription) is not a date", remedy: "write \(Self.forms)")
    }

    private func named(_ text: String) -> DateSpan? {
        switch text {
        case "now": return DateSpan(start: now, end: now)
        case "today": return day(daysFromNow: 0)
        case "yesterday": return day(daysFromNow: -1)
        default: return nil
        }
    }

    /// The current day, counted from 1970-01-01.
    private var today: Int {
        let parts = calendar.dateComponents([.year, .month, .day], from: now)
        return CivilDay.number(year: parts.year ?? 1970, month: parts.month ?? 1, day: parts.day ?? 1)
    }

    private func day(daysFromNow days: Int) -> DateSpan? {
        span(fromDay: today + days, toDay: today + days + 1)
    }

    /// Parses `last week`, `this month`: a whole week, month or year, also with a hyphen between the words.
    private func period(_ text: String) -> DateSpan? {
        let words = text.split { $0 == " " || $0 == "-" }
        guard words.count == 2, let back = ["this": 0, "last": 1][words[0]] else { return nil }
        let date = CivilDay.date(today)
        switch words[1] {
        case "week":
            // 1970-01-01 was a Thursday.
            let weekday = ((today + 4) % 7 + 7) % 7
            let first = today - (weekday - (firstWeekday - 1) + 7) % 7 - 7 * back
            return span(fromDay: first, toDay: first + 7)
        case "month":
            let month = date.year * 12 + date.month - 1 - back
            return span(fromMonth: (month / 12, month % 12 + 1), months: 1)
        case "year": return span(fromMonth: (date.year - back, 1), months: 12)
        default: return nil
        }
    }

    /// Parses `-30d`: the whole day a number of days, weeks, months or years ago; `-12h`: the instant a number of hours ago.
    private func relative(_ text: String) -> DateSpan? {
        let digits = text.dropFirst().dropLast()
        guard text.hasPrefix("-"), let unit = text.last, (1...5).contains(digits.count),
            digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), let amount = Int(digits)
        else { return nil }
        switch unit {
        case "h":
            let date = now.addingTimeInterval(-3600 * Double(amount))
            return DateSpan(start: date, end: date)
        case "d": return day(daysFromNow: -amount)
        case "w": return day(daysFromNow: -7 * amount)
        case "m": return day(monthsAgo: amount)
        case "y": return day(monthsAgo: 12 * amount)
        default: return nil
        }
    }

    /// Returns the day with the same number in an earlier month, or the month's last day if the month is shorter.
    private func day(monthsAgo months: Int) -> DateSpan? {
        let date = CivilDay.date(today)
        let month = date.year * 12 + date.month - 1 - months
        guard month >= 12 else { return nil }
        let length = CivilDay.daysInMonth(year: month / 12, month: month % 12 + 1)
        let number = CivilDay.number(year: month / 12, month: month % 12 + 1, day: min(date.day, length))
        return span(fromDay: number, toDay: number + 1)
    }

    /// Parses `2024`, `2024-03`, `2024-03-10`, `2024-03-10T08:00:00.5+01:00`.
    private func absolute(_ text: String) -> DateSpan? {
        var scanner = DigitScanner(text)
        guard let year = scanner.number(digits: 4) else { return nil }
        if scanner.isAtEnd { return span(fromMonth: (year, 1), months: 12) }
        guard scanner.take("-"), let month = scanner.number(digits: 2), (1...12).contains(month) else { return nil }
        if scanner.isAtEnd { return span(fromMonth: (year, month), months: 1) }
        guard scanner.take("-"), let day = scanner.number(digits: 2),
            (1...CivilDay.daysInMonth(year: year, month: month)).contains(day)
        else { return nil }
        let number = CivilDay.number(year: year, month: month, day: day)
        if scanner.isAtEnd { return span(fromDay: number, toDay: number + 1) }
        guard scanner.take("T") || scanner.take("t") || scanner.take(" "), let time = scanner.timeOfDay() else {
            return nil
        }
        let utc = Double(number) * 86_400 + time
        if scanner.isAtEnd { return instant(civil: utc) }
        guard let offset = scanner.offset(), scanner.isAtEnd else { return nil }
        let date = Date(timeIntervalSince1970: utc - Double(offset))
        return DateSpan(start: date, end: date)
    }

    private func span(fromMonth first: (year: Int, month: Int), months: Int) -> DateSpan? {
        let next = first.year * 12 + first.month - 1 + months
        return span(
            fromDay: CivilDay.number(year: first.year, month: first.month, day: 1),
            toDay: CivilDay.number(year: next / 12, month: next % 12 + 1, day: 1))
    }

    private func span(fromDay first: Int, toDay next: Int) -> DateSpan? {
        DateSpan(start: startOfDay(first), end: startOfDay(next))
    }

    /// Returns the first instant of a day, which is not midnight if clocks are put forward at midnight.
    private func startOfDay(_ number: Int) -> Date {
        Date(timeIntervalSince1970: CivilTime.startOfDay(number, in: timeZone))
    }

    /// Returns the instant of a local time: the first of two, or for a skipped time the time after the gap.
    private func instant(civil: Double) -> DateSpan? {
        let date = Date(timeIntervalSince1970: CivilTime.instant(civilSeconds: civil, in: timeZone))
        return DateSpan(start: date, end: date)
    }
}

extension DigitScanner {
    /// Reads `08:00`, `08:00:05` or `08:00:05.25`, and returns the seconds.
    package mutating func timeOfDay() -> Double? {
        guard let hour = number(digits: 2), hour < 24, take(":"), let minute = number(digits: 2), minute < 60 else {
            return nil
        }
        let seconds = Double(hour * 3600 + minute * 60)
        guard take(":") else { return seconds }
        guard let second = number(digits: 2), second < 60 else { return nil }
        guard take(".") else { return seconds + Double(second) }
        guard let digits = digits(1...30), let fraction = Double("\(second).\(digits)") else { return nil }
        return seconds + fraction
    }

    /// Reads `Z`, `+01:00`, `+0100` or `+01`, with or without a preceding space, and returns the seconds east of UTC.
    package mutating func offset() -> Int? {
        _ = take(" ")
        if take("Z", or: "z") { return 0 }
        let isEast = take("+")
        guard isEast || take("-"), let hours = number(digits: 2), hours <= 18 else { return nil }
        let sign = isEast ? 1 : -1
        if isAtEnd { return sign * hours * 3600 }
        _ = take(":")
        guard let minutes = number(digits: 2), minutes < 60 else { return nil }
        return sign * (hours * 3600 + minutes * 60)
    }
}
