// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// Where steps of years and months lead from a day, each counted from that day, so that the 31st comes back after
/// shorter months.
struct MonthRule: Sendable {
    private enum Way {
        /// The months and years of Gregory's calendar.
        case gregorian(year: Int, month: Int, day: Int)
        /// Those of another one, in UTC: the zone has its turn when the day is known.
        case other(Calendar, noon: Date)
    }

    /// The day of step 0, as in ``CivilDay``.
    let day: Int
    /// The average length of a step, in days.
    let meanDays: Double
    private let years: Int
    private let months: Int
    private let way: Way

    /// - Parameter day: where step 0 leads.
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
            // About two hundred years say how long its months are; towards 1970, so that they lie in known time.
            // checked: a step is at least one month
            let steps = max(1, Int(73_000 / roughDays)) * (day > 0 ? -1 : 1)
            let reached = Self.day(after: steps, years: step.years, months: step.months, calendar: utc, noon: noon)
            meanDays = reached.map { Double($0 - day) / Double(steps) } ?? roughDays
        }
    }

    /// The day that a number of steps leads to.
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

    /// Calendars that number years in another way and have the same months.
    private static func countsLikeGregorian(_ identifier: Calendar.Identifier) -> Bool {
        switch identifier {
        case .gregorian, .iso8601, .buddhist, .japanese, .republicOfChina: true
        default: false
        }
    }
}
