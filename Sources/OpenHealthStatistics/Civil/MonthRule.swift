// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The addition of years and months to a day. Each step is counted from the first day, so that the 31st recurs after
/// shorter months.
struct MonthRule: Sendable {
    private enum Way {
        /// The months and years of the Gregorian calendar.
        case gregorian(year: Int, month: Int, day: Int)
        /// The months and years of another calendar, in UTC; the time zone is applied after the day has been determined.
        case other(Calendar, noon: Date)
    }

    /// The day of step 0, as in ``CivilDay``.
    let day: Int
    /// The average length of a step, in days.
    let meanDays: Double
    private let years: Int
    private let months: Int
    private let way: Way

    /// - Parameter day: The day of step 0.
    init(step: CivilStep, day: Int, calendar: Calendar) {
        self.day = day
        self.years = step.years
        self.months = step.months
        let roughDays = Double(step.years) * 365.2425 + Double(step.months) * 365.2425 / 12
        if step.years == 0 && step.months == 0 || Self.countsLikeGregorian(calendar.identifier) {
            let date = OldCivilDay.date(day)
            way = .gregorian(year: date.year, month: date.month, day: date.day)
            meanDays = roughDays
        } else {
            var utc = calendar
            utc.timeZone = .gmt
            let noon = Date(timeIntervalSince1970: Double(day) * 86_400 + 43_200)
            way = .other(utc, noon: noon)
            // The mean is computed over about two hundred years; towards 1970, so that they are not far in the past or future.
            // checked: a step is at least one month
            let steps = max(1, Int(73_000 / roughDays)) * (day > 0 ? -1 : 1)
            let reached = Self.day(after: steps, years: step.years, months: step.months, calendar: utc, noon: noon)
            meanDays = reached.map { Double($0 - day) / Double(steps) } ?? roughDays
        }
    }

    /// Returns the day after a number of steps.
    func day(after steps: Int) -> Int {
        if years == 0 && months == 0 { return day }
        switch way {
        case .gregorian(let year, let month, let day):
            let count = year * 12 + month - 1 + steps * (years * 12 + months)
            let newYear = (count - (count >= 0 ? 0 : 11)) / 12
            return OldCivilDay.number(year: newYear, month: count - newYear * 12 + 1, day: day)
        case .other(let calendar, let noon):
            return Self.day(after: steps, years: years, months: months, calendar: calendar, noon: noon)
                // checked: steps stay within the years 1 to 9999
                ?? day + Int(Double(steps) * meanDays)
        }
    }

    private static func day(after steps: Int, years: Int, months: Int, calendar: Calendar, noon: Date) -> Int? {
        var components = DateComponents()
        if years != 0 { components.year = steps * years }
        if months != 0 { components.month = steps * months }
        return calendar.date(byAdding: components, to: noon).map {
            // checked: steps stay within the years 1 to 9999
            Int(($0.timeIntervalSince1970 / 86_400).rounded(.down))
        }
    }

    /// Returns whether a calendar differs from the Gregorian one only in the numbering of years.
    private static func countsLikeGregorian(_ identifier: Calendar.Identifier) -> Bool {
        switch identifier {
        case .gregorian, .iso8601, .buddhist, .japanese, .republicOfChina: true
        default: false
        }
    }
}

/// Days as in Foundation's calendars, with Julian dates before 1582-10-15. `Date.distantPast`, which is often used as an
/// anchor, is the first day of a month only in this numbering.
enum OldCivilDay {
    /// The number of 1582-10-15.
    private static let firstGregorian = -141_427
    /// The number of days from 0000-03-01 in the Julian calendar to 1970-01-01.
    private static let julianOrigin = 719_470

    /// Returns the number of a day, with the day of the month clamped to the length of the month.
    static func number(year: Int, month: Int, day: Int) -> Int {
        let length = CivilDay.daysInMonth(year: year, month: month)
        let number = CivilDay.number(year: year, month: month, day: min(day, length))
        if number >= firstGregorian { return number }
        let shifted = month <= 2 ? year - 1 : year
        let clamped = min(day, month == 2 && year % 4 == 0 ? 29 : length)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + clamped - 1
        return shifted * 365 + (shifted >= 0 ? shifted : shifted - 3) / 4 + dayOfYear - julianOrigin
    }

    /// Returns the year, month and day of a number.
    static func date(_ number: Int) -> (year: Int, month: Int, day: Int) {
        if number >= firstGregorian { return CivilDay.date(number) }
        let shifted = number + julianOrigin
        let cycle = (shifted >= 0 ? shifted : shifted - 1460) / 1461
        let dayOfCycle = shifted - cycle * 1461
        let yearOfCycle = min(dayOfCycle / 365, 3)
        let dayOfYear = dayOfCycle - yearOfCycle * 365
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        let year = cycle * 4 + yearOfCycle + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    }
}
