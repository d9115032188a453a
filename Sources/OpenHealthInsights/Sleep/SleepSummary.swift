// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The sleep of several nights: its length, its clock times, its regularity, and what is missing to a goal.
///
/// Nights without data are left out; they are not nights without sleep.
///
/// Sources: Phillips et al., "Irregular sleep/wake patterns are associated with poorer academic performance and delayed circadian and
/// sleep/wake timing", Scientific Reports 7 (2017), for the Sleep Regularity Index; Wittmann et al., "Social jetlag: misalignment of biological
/// and social time", Chronobiology International 23 (2006), for the shift of weekends; Watson et al., "Recommended Amount of Sleep for a
/// Healthy Adult", Sleep 38 (2015), for the usual goal of seven hours.
public struct SleepSummary: Sendable, Hashable {
    /// The goal for adults of the American Academy of Sleep Medicine and the Sleep Research Society: at least seven hours, in seconds.
    public static let usualGoal = 7.0 * 3600
    /// The number of nights for which missing sleep adds up.
    public static let debtNights = 14
    /// The fewest nights with data.
    public static let fewestNights = 5
    /// The fewest pairs of consecutive nights for the regularity.
    static let fewestPairs = 5

    /// The days on which the nights end.
    public let days: Range<Int>
    /// The number of nights with data.
    public let count: Int
    /// The average sleep of a night, in seconds.
    public let asleep: Double
    /// The time at which the main sleep begins.
    public let onset: ClockTime
    /// The time at which the main sleep ends.
    public let wake: ClockTime
    /// The Sleep Regularity Index: 100 if the person sleeps at the same times on all days, 0 if by chance; nil with fewer than five pairs of
    /// consecutive nights.
    public let regularity: Double?
    /// The seconds by which the middle of sleep is later in nights that end on Saturday or Sunday; nil without two such nights and five others.
    public let weekendShift: Double?
    /// The goal, in seconds.
    public let goal: Double
    /// The seconds that are missing to the goal in the last 14 nights, longer nights counted against shorter ones; 0 if none are.
    public let debt: Double
    /// The number of nights with data among the last 14.
    public let debtCount: Int

    /// Summarises nights.
    /// - Parameters:
    ///   - nights: the nights in order.
    ///   - days: the days on which the nights end that count.
    ///   - goal: the sleep of a night that is the goal, in seconds.
    /// - Returns: nil with fewer than five nights with data.
    public init?(_ nights: [SleepNight], days: Range<Int>, goal: Double = usualGoal) {
        let nights = nights.filter { days.contains($0.day) }
        guard nights.count >= Self.fewestNights,
            let onset = ClockTime(nights.map(\.main.start)), let wake = ClockTime(nights.map(\.main.end))
        else { return nil }
        self.days = days
        count = nights.count
        asleep = nights.reduce(0) { $0 + $1.asleep } / Double(nights.count)
        (self.onset, self.wake) = (onset, wake)
        regularity = Self.regularity(nights)
        weekendShift = Self.weekendShift(nights)
        self.goal = goal
        let recent = nights.filter { $0.day >= days.upperBound - Self.debtNights }
        debt = max(recent.reduce(0) { $0 + goal - $1.asleep }, 0)
        debtCount = recent.count
    }

    /// Returns the Sleep Regularity Index over pairs of consecutive nights.
    private static func regularity(_ nights: [SleepNight]) -> Double? {
        var (pairs, same) = (0, 0.0)
        for (first, second) in zip(nights, nights.dropFirst()) where second.day == first.day + 1 {
            pairs += 1
            let both = overlap(first.stretches, second.stretches)
            same += 86_400 - (first.asleep + second.asleep - 2 * both)
        }
        return pairs < fewestPairs ? nil : 200 * same / (86_400 * Double(pairs)) - 100
    }

    /// Returns the seconds of sleep at the same times of two days.
    private static func overlap(_ first: [SleepStretch], _ second: [SleepStretch]) -> Double {
        let second = second.map { SleepStretch(start: $0.start - 86_400, end: $0.end - 86_400) }
        return first.reduce(0) { sum, one in
            sum + second.reduce(0) { $0 + max(min(one.end, $1.end) - max(one.start, $1.start), 0) }
        }
    }

    private static func weekendShift(_ nights: [SleepNight]) -> Double? {
        let middles = nights.map {
            (isWeekend: DailySeries.weekday(of: $0.day) >= 5, time: ($0.main.start + $0.main.end) / 2)
        }
        let (free, other) = (middles.filter(\.isWeekend), middles.filter { !$0.isWeekend })
        guard free.count >= 2, other.count >= 5, let late = ClockTime(free.map(\.time)),
            let usual = ClockTime(other.map(\.time))
        else { return nil }
        return ClockTime.difference(from: usual.mean, to: late.mean)
    }
}

/// The mean and the spread of times of day, on a circle of 24 hours, so that 23:50 and 0:10 are 20 minutes apart (Mardia and Jupp,
/// "Directional Statistics", 2000).
public struct ClockTime: Sendable, Hashable {
    /// The mean time, in seconds from midnight.
    public let mean: Double
    /// The circular standard deviation, in seconds.
    public let deviation: Double

    /// Computes the mean of times.
    /// - Parameter seconds: times in seconds, counted from any midnight.
    /// - Returns: nil of no times, and of times that have no mean, such as 0:00 and 12:00.
    public init?(_ seconds: [Double]) {
        guard !seconds.isEmpty else { return nil }
        let angles = seconds.map { $0 / 86_400 * 2 * Double.pi }
        let x = angles.reduce(0) { $0 + cos($1) } / Double(angles.count)
        let y = angles.reduce(0) { $0 + sin($1) } / Double(angles.count)
        let length = min((x * x + y * y).squareRoot(), 1)
        guard length > 1e-6 else { return nil }
        let angle = atan2(y, x)
        mean = ((angle < 0 ? angle + 2 * Double.pi : angle) / (2 * Double.pi) * 86_400)
            .truncatingRemainder(dividingBy: 86_400)
        deviation = (max(-2 * log(length), 0)).squareRoot() / (2 * Double.pi) * 86_400
    }

    /// Returns the seconds from one time of day to another by the shorter way, from -43200 to 43200.
    public static func difference(from first: Double, to second: Double) -> Double {
        let rest = (second - first).truncatingRemainder(dividingBy: 86_400)
        return rest > 43_200 ? rest - 86_400 : rest < -43_200 ? rest + 86_400 : rest
    }
}
