// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The means of whole weeks from Monday to Sunday, without the difference between weekdays.
///
/// Means of weeks resemble the week before much less than days the day before, and are closer to a normal distribution.
struct WeeklySeries {
    /// The number of the first day of the first week.
    let firstDay: Int
    /// The means of the weeks; nil for weeks without data.
    let values: [Double?]

    /// Creates the weeks that are over.
    /// - Parameters:
    ///   - series: the days.
    ///   - day: the first day that does not count any more.
    ///   - limit: the maximum number of weeks.
    init(_ series: DailySeries, before day: Int, limit: Int) {
        let end = min(day, series.days.upperBound)
        let lastWeekEnd = end - DailySeries.weekday(of: end)
        let first = max(lastWeekEnd - limit * 7, series.firstDay)
        let start = first + (7 - DailySeries.weekday(of: first)) % 7
        guard start < lastWeekEnd else {
            (firstDay, values) = (start, [])
            return
        }
        let days = series.part(start..<lastWeekEnd).withoutWeekdays()
        firstDay = start
        values = stride(from: start, to: lastWeekEnd, by: 7).map { week in
            Robust.mean((week..<week + 7).compactMap { days[$0] })
        }
    }

    /// Returns the first day of a week.
    func day(ofWeek index: Int) -> Int { firstDay + index * 7 }
}
