// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The correlation of two daily figures: whether days with more of one have more or less of the other. It is never a cause.
///
/// Spearman's rank correlation of the days on which both have data, without the differences between weekdays. Its 95 %
/// confidence interval is by Fisher's transformation, with the error of Bonett and Wright ("Sample size requirements for
/// estimating Pearson, Kendall and Spearman correlations", Psychometrika 65, 2000). The number of independent days takes
/// the place of the number of days (Bretherton et al., "The effective number of spatial degrees of freedom of a
/// time-varying field", Journal of Climate 12, 1999).
public struct DailyCorrelation: Sendable, Hashable {
    /// The fewest days with both figures.
    public static let fewestDays = 14

    /// The rank correlation, from -1 to 1.
    public let coefficient: Double
    /// Its 95 % confidence interval.
    public let interval: ClosedRange<Double>
    /// The number of days with both figures.
    public let count: Int
    /// The number of independent days that tell as much.
    public let effectiveCount: Double

    /// Whether the interval is on one side of 0.
    public var isClear: Bool { interval.lowerBound > 0 || interval.upperBound < 0 }

    /// Correlates two series.
    /// - Parameters:
    ///   - first: one figure.
    ///   - second: the other.
    ///   - lag: the number of days by which the other one is later: with 1, a day of the first goes with the next day of the second.
    /// - Returns: nil of fewer than 14 days with both, or if one figure is always the same.
    public init?(_ first: DailySeries, _ second: DailySeries, lag: Int = 0) {
        let moved = DailySeries(firstDay: second.firstDay - lag, values: second.withoutWeekdays().values)
        let plain = first.withoutWeekdays()
        let days = first.days.clamped(to: moved.days)
        let both = days.filter { plain[$0] != nil && moved[$0] != nil }
        guard both.count >= Self.fewestDays else { return nil }
        let ranks = [plain, moved].map { series in Robust.ranks(both.compactMap { series[$0] }) }
        let middle = Double(both.count + 1) / 2
        let off = ranks.map { $0.map { $0 - middle } }
        let squares = off.map { $0.reduce(0) { $0 + $1 * $1 } }
        guard squares[0] > 0, squares[1] > 0 else { return nil }
        let product = zip(off[0], off[1]).reduce(0) { $0 + $1.0 * $1.1 }
        let coefficient = min(max(product / (squares[0] * squares[1]).squareRoot(), -1), 1)
        let correlations = off.map { off in
            var spread = [Double?](repeating: nil, count: days.count)
            for (day, value) in zip(both, off) { spread[day - days.lowerBound] = value }
            return Autocorrelation.firstOrder(spread)
        }
        let shared = correlations[0] * correlations[1]
        effectiveCount = max(Double(both.count) * (1 - shared) / (1 + shared), 4)
        let error = ((1 + coefficient * coefficient / 2) / (effectiveCount - 3)).squareRoot()
        // The transformation of 1 is infinite; the interval then ends there.
        let size = atanh(min(max(coefficient, -0.999_999), 0.999_999))
        let bounds = (tanh(size - Normal.z975 * error), tanh(size + Normal.z975 * error))
        interval = min(bounds.0, coefficient)...max(bounds.1, coefficient)
        self.coefficient = coefficient
        count = both.count
    }
}
