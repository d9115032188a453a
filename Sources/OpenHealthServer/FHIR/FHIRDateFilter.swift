// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthModel

/// A date to search for, such as `ge2026-03`: a comparison with a whole year, month, day, minute, second or fraction of a second.
struct FHIRDateFilter: Equatable {
    enum Comparison: String, CaseIterable {
        case eq, ne, lt, le, gt, ge, sa, eb, ap
    }

    var comparison: Comparison
    /// The start of the period.
    let start: Date
    /// The end of the period, which is not part of it.
    let end: Date

    /// Parses a date; a date without a time zone is in UTC.
    /// - Throws: A ``Problem``, `invalidRequest` for a string that is not a date, `invalidArgument` for a day that does not
    ///   exist.
    init(_ text: String, parameter: String) throws(Problem) {
        let prefix = Comparison(rawValue: String(text.prefix(2)))
        comparison = prefix ?? .eq
        guard let parts = FHIRDateParts(prefix == nil ? text : String(text.dropFirst(2))) else {
            throw Self.problem(
                .invalidRequest, parameter,
                "Expected a year, month, day or instant, such as 2026-03-14 or 2026-03-14T07:30:00Z, with eq, ne, lt, "
                    + "le, gt, ge, sa, eb or ap before it or nothing.")
        }
        guard let range = Self.range(parts) else {
            throw Self.problem(.invalidArgument, parameter, "There is no such day or time of day.")
        }
        (start, end) = range
    }

    private static func problem(_ kind: Problem.Kind, _ parameter: String, _ detail: String) -> Problem {
        Problem(kind, "\(parameter): \(detail)", faults: [Problem.Fault("?" + parameter, detail)])
    }

    private static func range(_ parts: FHIRDateParts) -> (Date, Date)? {
        guard let month = parts.month else { return days(parts.year, 1, 1, parts.year + 1, 1, 1) }
        guard (1...12).contains(month) else { return nil }
        guard let day = parts.day else {
            return days(parts.year, month, 1, month == 12 ? parts.year + 1 : parts.year, month % 12 + 1, 1)
        }
        guard (1...CivilDay.daysInMonth(year: parts.year, month: month)).contains(day) else { return nil }
        let number = CivilDay.number(year: parts.year, month: month, day: day)
        guard let clock = parts.clock else { return (date(number * 86_400), date((number + 1) * 86_400)) }
        guard clock.hour < 24, clock.minute < 60, (clock.second ?? 0) < 60 else { return nil }
        let seconds = number * 86_400 + clock.hour * 3600 + clock.minute * 60 - clock.offset
        guard let second = clock.second else { return (date(seconds), date(seconds + 60)) }
        guard let fraction = clock.fraction else { return (date(seconds + second), date(seconds + second + 1)) }
        // Times in requests are rounded, so a time with a fraction includes all times that are rounded to it.
        let half = 0.5 * pow(10, -Double(fraction.count))
        let middle = date(seconds + second).addingTimeInterval(Double("0." + fraction) ?? 0)
        return (middle.addingTimeInterval(-half), middle.addingTimeInterval(half))
    }

    private static func days(
        _ year: Int, _ month: Int, _ day: Int, _ nextYear: Int, _ nextMonth: Int, _ nextDay: Int
    ) -> (Date, Date) {
        (
            date(CivilDay.number(year: year, month: month, day: day) * 86_400),
            date(CivilDay.number(year: nextYear, month: nextMonth, day: nextDay) * 86_400)
        )
    }

    private static func date(_ seconds: Int) -> Date { Date(timeIntervalSince1970: Double(seconds)) }

    // MARK: - Predicate

    /// Returns the predicate of the samples, as FHIR defines the prefixes for ranges.
    /// - Parameter now: The current time. The range of `ap`, "about", is extended by a tenth of the time from the date to now in
    ///   both directions.
    func predicate(now: Date) -> PredicateNode {
        switch comparison {
        case .eq: isInside
        case .ne: .not(isInside)
        case .gt: endsAfter
        case .lt: startsBefore
        case .ge: .or([endsAfter, isInside])
        case .le: .or([startsBefore, isInside])
        case .sa: .compare(.startDate, .greaterThanOrEqualTo, .date(end))
        case .eb: .compare(.endDate, .lessThan, .date(start))
        case .ap: isAbout(now)
        }
    }

    /// Returns whether an instant matches, as FHIR defines the prefixes.
    func matches(_ date: Date, now: Date) -> Bool {
        switch comparison {
        case .eq: date >= start && date < end
        case .ne: date < start || date >= end
        case .gt, .sa: date >= end
        case .lt, .eb: date < start
        case .ge: date >= start
        case .le: date < end
        case .ap:
            date >= start.addingTimeInterval(-margin(now)) && date < end.addingTimeInterval(margin(now))
        }
    }

    private func margin(_ now: Date) -> TimeInterval { now.timeIntervalSince(start).magnitude / 10 }

    private var isInside: PredicateNode {
        .and([
            .compare(.startDate, .greaterThanOrEqualTo, .date(start)), .compare(.endDate, .lessThan, .date(end)),
        ])
    }

    private var endsAfter: PredicateNode { .compare(.endDate, .greaterThanOrEqualTo, .date(end)) }

    private var startsBefore: PredicateNode { .compare(.startDate, .lessThan, .date(start)) }

    private func isAbout(_ now: Date) -> PredicateNode {
        let margin = margin(now)
        return .and([
            .compare(.startDate, .lessThan, .date(end.addingTimeInterval(margin))),
            .compare(.endDate, .greaterThanOrEqualTo, .date(start.addingTimeInterval(-margin))),
        ])
    }
}

/// The components of a FHIR date: the given components of `2026-03-14T07:30:00.25+01:00`.
struct FHIRDateParts {
    struct Clock {
        var hour: Int
        var minute: Int
        var second: Int?
        /// The digits of the fraction.
        var fraction: String?
        /// The offset of the time zone, in seconds east of UTC.
        var offset = 0
    }

    var year: Int
    var month: Int?
    var day: Int?
    var clock: Clock?

    /// Parses a date without checking that its day exists; returns nil if the string is not a date.
    init?(_ text: String) {
        // A plus sign that is not escaped in a query arrives as a space.
        var scanner = DigitScanner(text.replacing(" ", with: "+"))
        guard let year = scanner.number(digits: 4), year > 0 else { return nil }
        self.year = year
        if scanner.isAtEnd { return }
        guard scanner.take("-"), let month = scanner.number(digits: 2) else { return nil }
        self.month = month
        if scanner.isAtEnd { return }
        guard scanner.take("-"), let day = scanner.number(digits: 2) else { return nil }
        self.day = day
        if scanner.isAtEnd { return }
        guard scanner.take("T"), let clock = Self.clock(&scanner), scanner.isAtEnd else { return nil }
        self.clock = clock
    }

    private static func clock(_ scanner: inout DigitScanner) -> Clock? {
        guard let hour = scanner.number(digits: 2), scanner.take(":"), let minute = scanner.number(digits: 2) else {
            return nil
        }
        var clock = Clock(hour: hour, minute: minute)
        if scanner.take(":") {
            guard let second = scanner.number(digits: 2) else { return nil }
            clock.second = second
            if scanner.take(".") {
                guard let digits = scanner.digits(1...12) else { return nil }
                clock.fraction = digits
            }
        }
        if scanner.isAtEnd { return clock }
        guard let offset = scanner.offset(upToHours: 14) else { return nil }
        clock.offset = offset
        return clock
    }
}
