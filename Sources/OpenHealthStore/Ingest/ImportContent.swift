// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The content of an import in a sentence.
enum ImportContent {
    /// Returns the sentence.
    /// - Parameters:
    ///   - format: The name of the format.
    ///   - workouts: The number of workouts.
    ///   - days: The number of days of which the input has daily data; 0 if it has none.
    ///   - range: The earliest and the latest date, in seconds since 1970; the first is later than the second if there are none.
    static func text(
        format: String, workouts: Int, days: Int = 0, range: (start: Double, end: Double)
    ) -> String {
        let count = workouts == 0 ? "no workouts" : workouts == 1 ? "1 workout" : "\(grouped(workouts)) workouts"
        let years = years(range).map { ", \($0)" } ?? ""
        return "this is \(name(format)): \(count)\(daily(days))\(years)"
    }

    private static func daily(_ days: Int) -> String {
        if days == 0 { return "" }
        let years = (days + 182) / 365
        if years == 0 { return days == 1 ? ", 1 day of daily data" : ", \(days) days of daily data" }
        return years == 1 ? ", 1 year of daily data" : ", \(years) years of daily data"
    }

    private static func name(_ format: String) -> String {
        switch format {
        case "apple-health": "an Apple Health export"
        case "fit": "data in the format FIT"
        case "tcx": "a TCX file"
        case "gpx": "a GPX file"
        case "garmin-account": "a Garmin account export"
        case "strava-account": "a Strava account export"
        case "activity-files": "a collection of activity files"
        default: "an export in the format \(format)"
        }
    }

    private static func years(_ range: (start: Double, end: Double)) -> String? {
        guard range.start <= range.end, let first = year(range.start), let last = year(range.end) else { return nil }
        return first == last ? "\(first)" : "\(first) to \(last)"
    }

    /// Returns the year of a date in UTC.
    private static func year(_ seconds: Double) -> Int? {
        let day = (seconds / 86_400).rounded(.down)
        guard day.magnitude < 4_000_000 else { return nil }
        return CivilDay.date(Int(day)).year  // checked: the range
    }

    private static func grouped(_ number: Int) -> String {
        var digits = "\(number)"
        var index = digits.count - 3
        while index > 0 {
            digits.insert(",", at: digits.index(digits.startIndex, offsetBy: index))
            index -= 3
        }
        return digits
    }
}
