// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The day with the highest figure of all days.
public struct DayRecord: Sendable, Hashable {
    /// The fewest days with data among which a day is a record.
    public static let fewestDays = 30

    /// The number of the day; the first of several with the same value.
    public let day: Int
    /// The value.
    public let value: Double
    /// The highest value of the days before; nil if there are none.
    public let previous: Double?
    /// The number of days with data.
    public let count: Int

    /// Finds the record.
    /// - Returns: nil if fewer than 30 days have data, or all days have the same value.
    public init?(of series: DailySeries) {
        let known = series.values.enumerated().compactMap { index, value in
            value.map { (day: series.firstDay + index, value: $0) }
        }
        guard known.count >= Self.fewestDays,
            let most = known.max(by: { ($0.value, -$0.day) < ($1.value, -$1.day) }),
            known.contains(where: { $0.value < most.value })
        else { return nil }
        day = most.day
        value = most.value
        previous = known.filter { $0.day < most.day }.map(\.value).max()
        count = known.count
    }
}

/// Consecutive days that reach a goal.
public struct Streak: Sendable, Hashable {
    /// The days.
    public let days: Range<Int>
    /// The goal.
    public let goal: Double

    /// Returns the longest streak of a series, and the one that goes on until now.
    ///
    /// A day without data ends a streak. A last day that is not over does not, but counts if it reaches the goal.
    /// - Parameters:
    ///   - series: the days.
    ///   - goal: the least value that counts.
    ///   - openDay: the day that is not over; nil if all are.
    /// - Returns: the longest streak, the last one of several, and the current one; nil where there is none.
    public static func find(
        in series: DailySeries, goal: Double, openDay: Int? = nil
    ) -> (longest: Streak?, current: Streak?) {
        var longest: Range<Int>?
        var current: Range<Int>?
        for day in series.days {
            if let value = series[day], value >= goal {
                let start = current?.lowerBound ?? day
                current = start..<day + 1
                if day + 1 - start >= longest?.count ?? 0 { longest = current }
            } else if day != openDay {
                current = nil
            }
        }
        return (longest.map { Streak(days: $0, goal: goal) }, current.map { Streak(days: $0, goal: goal) })
    }
}
