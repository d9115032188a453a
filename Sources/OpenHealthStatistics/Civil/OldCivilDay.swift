// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

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
