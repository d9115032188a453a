// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A change of a daily figure that has held for weeks.
///
/// The search takes the means of whole weeks, without the difference between weekdays. It finds the week at which their
/// level changed most, among the last 26 weeks, with up to a year of weeks before it. The evidence has to exceed
/// ``threshold``, which was set by simulation: in a year of noise without any change, looked at every week, at most 5 % of
/// the series ever show one. The noise had differences between weekdays, days that resemble the day before (a correlation
/// of up to 0.7), skewed values, extreme days and gaps.
///
/// A change by 1.5 standard deviations of days (correlation 0.3) is found within eight weeks in more than 90 % of the series; one by 1.2
/// within twelve weeks. Figures that follow no level, such as a body weight that drifts for months, change in fact, and are reported.
///
/// Sources: Conover and Iman, "Rank transformations as a bridge", The American Statistician 35 (1981); Hawkins, "Testing a sequence of
/// observations for a shift in location", JASA 72 (1977); Pettitt, "A non-parametric approach to the change-point problem", Applied
/// Statistics 28 (1979); Bayley and Hammersley, "The effective number of independent observations", JRSS Supplement 8 (1946).
public struct SustainedChange: Sendable, Hashable {
    /// The course of a change.
    public enum Shape: String, Sendable, Hashable, CaseIterable {
        /// From one level to another.
        case step
        /// A little more or less each week.
        case gradual
    }

    /// The evidence that a change has to exceed, as a deviate of the normal distribution.
    public static let threshold = 3.9

    /// The course.
    public let shape: Shape
    /// The number of the first day of the first week of the new level.
    public let startDay: Int
    /// The days of the weeks in which the new level can have begun. The test cannot distinguish the first of these weeks
    /// (by their likelihoods, with a confidence of 95 %). The week before the first of the new level can be partly at the
    /// old one.
    public let startDays: ClosedRange<Int>
    /// The number of the first day of the weeks before.
    public let firstDay: Int
    /// The number of the last day of the last week.
    public let lastDay: Int
    /// The median of the weeks before.
    public let before: Double
    /// The median of the weeks since.
    public let after: Double
    /// The number of weeks with data before.
    public let weeksBefore: Int
    /// The number of weeks with data since.
    public let weeksAfter: Int
    /// The change from week to week, of gradual changes.
    public let slope: TheilSen?
    /// The evidence, as a deviate of the normal distribution; positive for an increase.
    public let deviate: Double

    /// The difference between the levels.
    public var difference: Double { after - before }

    /// Searches a series for the change that has held until now.
    /// - Parameters:
    ///   - series: the days.
    ///   - day: the first day that does not count any more; only whole weeks before it do.
    ///   - firstWeekday: the day on which weeks begin, from 1 for Sunday to 7 for Saturday; Monday by default.
    /// - Returns: nil if there is none, or too few weeks to tell: a change takes at least three weeks after at least six others.
    public init?(in series: DailySeries, before day: Int, firstWeekday: Int = 2) {
        let weeks = WeeklySeries(series, before: day, limit: 52, firstWeekday: firstWeekday)
        guard let search = LevelSearch(weeks.values), search.deviate.magnitude > Self.threshold else { return nil }
        let old = weeks.values[..<search.week].compactMap(\.self)
        let new = weeks.values[search.week...].compactMap(\.self)
        guard let before = Robust.median(old), let after = Robust.median(new),
            // A difference of ranks without a difference of medians cannot be described to a person.
            (after - before) * search.deviate > 0
        else { return nil }
        let first = weeks.values.firstIndex { $0 != nil } ?? 0
        let line = TheilSen(weeks.values)
        let offStep = old.reduce(0) { $0 + ($1 - before).magnitude } + new.reduce(0) { $0 + ($1 - after).magnitude }
        let offLine = line.map { line in
            weeks.values.enumerated().reduce(0) { sum, entry in
                sum + (entry.element.map { ($0 - line.intercept - line.slope * Double(entry.offset)).magnitude } ?? 0)
            }
        }
        let isGradual = offLine.map { $0 < offStep } ?? false && (line?.probability ?? 1) < 0.05
        shape = isGradual ? .gradual : .step
        slope = isGradual ? line : nil
        startDay = weeks.day(ofWeek: search.week)
        startDays = weeks.day(ofWeek: search.weeks.lowerBound - 1)...weeks.day(ofWeek: search.weeks.upperBound) + 6
        firstDay = weeks.day(ofWeek: first)
        lastDay = weeks.day(ofWeek: weeks.values.count) - 1
        self.before = before
        self.after = after
        weeksBefore = old.count
        weeksAfter = new.count
        deviate = search.deviate
    }
}

/// A search for the week at which the level of weekly values changed.
///
/// Values are replaced by the normal scores of their ranks, so that single extreme weeks and skewed figures have no more
/// weight than others (the rank transformation of Conover and Iman, 1981). Each week is tried as the first of the new
/// level, by Student's t for two means. The week with the greatest t counts, as with the likelihood ratio for a change at
/// an unknown time (Hawkins, 1977; with ranks: Pettitt, 1979). The variance is increased for weeks that resemble the week
/// before, after the change or a line through all weeks is subtracted.
struct LevelSearch {
    /// The fewest weeks of data with the new level. Shorter changes are not trends.
    static let fewestAfter = 3
    /// The maximum number of weeks with the new level, which is the usual level after that.
    static let mostAfter = 26
    /// The fewest weeks of data with the old level.
    static let fewestBefore = 6

    /// The place of the first week of the new level among all weeks.
    let week: Int
    /// The places of the weeks around it that are almost as likely to be the first week of the new level.
    let weeks: ClosedRange<Int>
    /// The evidence, as a deviate of the normal distribution; positive for an increase.
    let deviate: Double
    /// The correlation of weeks with the week before that was taken into account.
    let correlation: Double

    /// Searches for a change.
    /// - Parameter values: the values of weeks; nil for weeks without data.
    /// - Returns: nil if there are too few weeks.
    init?(_ values: [Double?]) {
        let places = values.indices.filter { values[$0] != nil }
        let scores = Robust.normalScores(values.compactMap(\.self))
        let count = scores.count
        let splits = (0...count).filter { split in
            split >= Self.fewestBefore && count - split >= Self.fewestAfter
                && values.count - places[split] <= Self.mostAfter
        }
        guard !splits.isEmpty else { return nil }
        let sums = scores.reduce(into: [0.0]) { sums, score in sums.append((sums.last ?? 0) + score) }
        let square = scores.reduce(0) { $0 + $1 * $1 }

        func deviate(_ split: Int, _ correlation: Double) -> Double {
            let (before, after) = (Double(split), Double(count - split))
            let (meanBefore, meanAfter) = (sums[split] / before, (sums[count] - sums[split]) / after)
            let rest = square - before * meanBefore * meanBefore - after * meanAfter * meanAfter
            let freedom = Double(count - 2)
            // Ties at both levels leave no rest; a score cannot be known that exactly.
            let variance = max(rest / freedom, 1e-3)
            let factors = (
                Autocorrelation.varianceFactor(count: split, correlation: correlation),
                Autocorrelation.varianceFactor(count: count - split, correlation: correlation)
            )
            let error = (variance * (factors.0 / before + factors.1 / after)).squareRoot()
            return Normal.deviate(ofT: (meanAfter - meanBefore) / error, freedom: freedom)
        }
        func best(_ correlation: Double) -> (split: Int, deviate: Double) {
            splits.map { ($0, deviate($0, correlation)) }.max { $0.1.magnitude < $1.1.magnitude } ?? (0, 0)
        }

        let split = best(0).split
        let means = (sums[split] / Double(split), (sums[count] - sums[split]) / Double(count - split))
        let offStep = zip(scores, scores.indices).map { $0 - ($1 < split ? means.0 : means.1) }
        // Successive weeks of a steady rise resemble each other because of the rise, so the rise is removed before they are compared.
        let offLine = Self.residuals(ofLineThrough: scores, at: places)
        correlation =
            [offStep, offLine].map { residuals in
                var spread = [Double?](repeating: nil, count: values.count)
                for (place, residual) in zip(places, residuals) { spread[place] = residual }
                return Autocorrelation.firstOrder(spread, parameters: 2)
            }.min() ?? 0
        let found = best(correlation)
        week = places[found.split]
        self.deviate = found.deviate
        // Twice the difference of the logarithms of likelihoods has a chi-squared distribution, whose quantile of 95 % is 3.84.
        let applied = correlation
        let least = found.deviate * found.deviate - Normal.z975 * Normal.z975
        let alike = splits.filter { split in
            let other = deviate(split, applied)
            return other * found.deviate > 0 && other * other >= least
        }
        weeks = places[alike.min() ?? found.split]...places[alike.max() ?? found.split]
    }

    /// Returns the distances of values from the line of least squares through them.
    private static func residuals(ofLineThrough values: [Double], at places: [Int]) -> [Double] {
        let middle = Robust.mean(places.map(Double.init)) ?? 0
        let mean = Robust.mean(values) ?? 0
        let width = places.reduce(0) { $0 + (Double($1) - middle) * (Double($1) - middle) }
        let product = zip(places, values).reduce(0) { $0 + (Double($1.0) - middle) * $1.1 }
        let slope = width > 0 ? product / width : 0
        return zip(places, values).map { $1 - mean - slope * (Double($0) - middle) }
    }
}

/// The means of whole weeks, without the difference between weekdays.
///
/// Means of weeks resemble the week before much less than days the day before, and are closer to a normal distribution.
package struct WeeklySeries {
    /// The number of Monday as the first day of weeks; that of Sunday is 1.
    package static let monday = 2

    /// The number of the first day of the first week.
    let firstDay: Int
    /// The means of the weeks; nil for weeks without data.
    let values: [Double?]

    /// Creates the weeks that are over.
    /// - Parameters:
    ///   - series: the days.
    ///   - day: the first day that does not count any more.
    ///   - limit: the maximum number of weeks.
    ///   - firstWeekday: the day on which weeks begin, from 1 for Sunday to 7 for Saturday.
    init(_ series: DailySeries, before day: Int, limit: Int, firstWeekday: Int = monday) {
        /// Returns the number of days from the beginning of a day's week.
        func place(_ day: Int) -> Int { (DailySeries.weekday(of: day) + 9 - firstWeekday) % 7 }
        let end = min(day, series.days.upperBound)
        let lastWeekEnd = end - place(end)
        let first = max(lastWeekEnd - limit * 7, series.firstDay)
        let start = first + (7 - place(first)) % 7
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
