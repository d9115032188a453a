// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A comparison of the average day of a period with the average day of the period before, which has the same length.
///
/// The difference has a 95 % confidence interval (Welch, 1947). Days resemble the day before, so the number of independent
/// days takes the place of the number of days (Bayley and Hammersley, 1946). The correlation of days is the greater one
/// of the last year and of the periods. Periods of whole weeks have the same weekdays.
public struct PeriodComparison: Sendable, Hashable {
    /// The figures of one period.
    public struct Period: Sendable, Hashable {
        /// The days.
        public let days: Range<Int>
        /// The number of days with data.
        public let count: Int
        /// The average of the days with data.
        public let average: Double
    }

    /// The period.
    public let period: Period
    /// The period before.
    public let previous: Period
    /// The 95 % confidence interval of the difference of the averages.
    public let interval: ClosedRange<Double>

    /// The difference of the averages.
    public var difference: Double { period.average - previous.average }
    /// The difference as a share of the average before; nil if that is 0.
    public var share: Double? { previous.average == 0 ? nil : difference / previous.average.magnitude }
    /// Whether the interval of the difference is on one side of 0.
    public var isClear: Bool { interval.lowerBound > 0 || interval.upperBound < 0 }

    /// The number of days before from which the correlation of days is known better than from short periods.
    static let historyLength = 364
    /// The fewest days with data among them.
    public static let fewestHistoryDays = 112

    /// Returns the correlation of days with the day before in the last year; 0 with too few days.
    private static func correlation(_ series: DailySeries, before day: Int) -> Double {
        let history = series.part(day - historyLength..<day)
        guard history.known.count >= fewestHistoryDays else { return 0 }
        let plain = history.withoutWeekdays().values
        let mean = Robust.mean(plain.compactMap(\.self)) ?? 0
        return Autocorrelation.firstOrder(plain.map { $0.map { $0 - mean } })
    }

    /// Compares two periods.
    /// - Parameters:
    ///   - series: the days.
    ///   - day: the first day after the period.
    ///   - length: the number of days of each period.
    /// - Returns: nil unless at least half of the days of each period, and at least three, have data.
    public init?(of series: DailySeries, before day: Int, length: Int) {
        guard length > 0 else { return nil }
        let parts = [day - length..<day, day - 2 * length..<day - length].map { series.part($0) }
        let known = parts.map(\.known)
        guard known.allSatisfy({ $0.count >= max(3, (length + 1) / 2) }) else { return nil }
        let means = known.map { $0.reduce(0, +) / Double($0.count) }
        // Whole weeks have the same weekdays in both periods, so that these are no chance.
        let both = series.part(day - 2 * length..<day)
        let plain = length.isMultiple(of: 7) ? both.withoutWeekdays() : both
        let residuals = parts.map { part in
            let values = part.days.map { plain[$0] }
            let mean = Robust.mean(values.compactMap(\.self)) ?? 0
            return values.map { $0.map { $0 - mean } }
        }
        let correlation = max(
            Autocorrelation.firstOrder(residuals[1] + residuals[0], parameters: 2),
            Self.correlation(series, before: day))
        let errors = zip(known, residuals).map { values, residuals -> (square: Double, freedom: Double) in
            let factor = Autocorrelation.varianceFactor(count: values.count, correlation: correlation)
            let square = residuals.compactMap(\.self).reduce(0) { $0 + $1 * $1 } / Double(values.count - 1)
            return (square * factor / Double(values.count), max(Double(values.count) / factor - 1, 1))
        }
        let variance = errors[0].square + errors[1].square
        let below = errors.reduce(0) { $0 + $1.square * $1.square / $1.freedom }
        let freedom = below > 0 ? variance * variance / below : 1
        let reach = StudentT.quantile975(freedom: freedom) * variance.squareRoot()
        period = Period(days: day - length..<day, count: known[0].count, average: means[0])
        previous = Period(days: day - 2 * length..<day - length, count: known[1].count, average: means[1])
        let difference = means[0] - means[1]
        interval = difference - reach...difference + reach
    }
}
