// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

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
