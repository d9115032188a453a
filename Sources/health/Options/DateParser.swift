// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthModel

/// The stretch of time that a date names.
struct DateSpan: Equatable {
    /// Its first instant.
    let start: Date
    /// The first instant after it; the same as ``start`` where the date names an instant.
    let end: Date
}

/// Reads dates as people type them.
struct DateParser {
    /// The zone of dates that name none.
    let timeZone: TimeZone
    /// What relative dates count from.
    let now: Date

    /// The forms of a date, for help and errors.
    static let forms =
        "2024-03-10, 2024-03-10T08:00 (also with Z or +01:00), 2024-03, 2024, today, yesterday, now, -30d"

    private var calendar: Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        return calendar
    }

    /// The stretch that a text names.
    /// - Throws: a ``ToolError`` for what is no date, and for days and times that do not exist.
    func span(_ text: String) throws -> DateSpan {
        let plain = TypedArguments.plain(text).trimmingCharacters(in: .whitespaces)
        if let span = named(plain.lowercased()) ?? relative(plain.lowercased()) ?? absolute(plain) { return span }
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

    private func day(daysFromNow days: Int) -> DateSpan? {
        let parts = calendar.dateComponents([.year, .month, .day], from: now)
        guard let year = parts.year, let month = parts.month, let day = parts.day else { return nil }
        let number = CivilDay.number(year: year, month: month, day: day) + days
        return span(fromDay: number, toDay: number + 1)
    }

    /// `-30d`: an amount of time ago.
    private func relative(_ text: String) -> DateSpan? {
        let digits = text.dropFirst().dropLast()
        guard text.hasPrefix("-"), let unit = text.last, (1...5).contains(digits.count),
            digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), let amount = Int(digits)
        else { return nil }
        let date: Date?
        switch unit {
        case "h": date = now.addingTimeInterval(-3600 * Double(amount))
        case "d": date = calendar.date(byAdding: .day, value: -amount, to: now)
        case "w": date = calendar.date(byAdding: .day, value: -7 * amount, to: now)
        case "m": date = calendar.date(byAdding: .month, value: -amount, to: now)
        case "y": date = amount > 1000 ? nil : calendar.date(byAdding: .year, value: -amount, to: now)
        default: return nil
        }
        return date.map { DateSpan(start: $0, end: $0) }
    }

    /// `2024`, `2024-03`, `2024-03-10`, `2024-03-10T08:00:00.5+01:00`.
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

    /// The first instant of a day, which is not midnight where clocks are put forward at midnight.
    private func startOfDay(_ number: Int) -> Date {
        Date(timeIntervalSince1970: CivilTime.startOfDay(number, in: timeZone))
    }

    /// The instant at which clocks in the zone show a time; the first of two, and the time after the gap for none.
    private func instant(civil: Double) -> DateSpan? {
        let date = Date(timeIntervalSince1970: CivilTime.instant(civilSeconds: civil, in: timeZone))
        return DateSpan(start: date, end: date)
    }
}
