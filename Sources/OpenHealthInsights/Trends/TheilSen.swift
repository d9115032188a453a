// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The slope through values at equal steps that extreme values hardly change: the median of the slopes between all pairs (Theil, 1950; Sen,
/// 1968), with the Mann-Kendall test of whether there is a slope (Mann, 1945; Kendall, 1975).
public struct TheilSen: Sendable, Hashable {
    /// The change from one step to the next.
    public let slope: Double
    /// The interval that contains the slope with a confidence of 95 % (Sen, 1968).
    public let interval: ClosedRange<Double>
    /// The value of the line at the first step.
    public let intercept: Double
    /// The probability of such a slope in either direction without a trend.
    public let probability: Double

    /// Fits a line.
    ///
    /// The variance of the test is increased for values that resemble the value before, by the factor of Yue and Wang (2004).
    /// - Parameter values: the values; nil where there is none.
    /// - Returns: nil of fewer than four values.
    public init?(_ values: [Double?]) {
        let points = values.enumerated().compactMap { index, value in
            value.flatMap { $0.magnitude <= DailySeries.greatest ? (place: Double(index), value: $0) : nil }
        }
        guard points.count >= 4 else { return nil }
        var slopes: [Double] = []
        var sign = 0.0
        for (index, later) in points.enumerated() {
            for earlier in points[..<index] {
                slopes.append((later.value - earlier.value) / (later.place - earlier.place))
                sign += later.value > earlier.value ? 1 : later.value < earlier.value ? -1 : 0
            }
        }
        slopes.sort()
        let slope = Robust.quantile(slopes, 0.5) ?? 0
        let intercept = Robust.median(points.map { $0.value - slope * $0.place }) ?? 0
        let residuals = values.enumerated().map { index, value in
            value.map { $0 - intercept - slope * Double(index) }
        }
        let correlation = Autocorrelation.firstOrder(residuals, parameters: 2)
        let factor = Autocorrelation.varianceFactor(count: points.count, correlation: correlation)
        let deviation = (Self.variance(points.map(\.value)) * factor).squareRoot()
        let reach = Normal.z975 * deviation
        let last = Double(slopes.count - 1)
        let low = min(max((Double(slopes.count) - reach) / 2 - 0.5, 0), last)
        let high = min(max((Double(slopes.count) + reach) / 2 - 0.5, 0), last)
        // checked: clamped to the places of the slopes
        let bounds = (slopes[Int(low.rounded(.down))], slopes[Int(high.rounded(.up))])
        self.slope = slope
        self.intercept = intercept
        interval = min(bounds.0, slope)...max(bounds.1, slope)
        let score = deviation > 0 ? max(sign.magnitude - 1, 0) / deviation : 0
        probability = min(2 * Normal.probability(upTo: -score), 1)
    }

    /// Returns the variance of the Mann-Kendall statistic without a trend, corrected for equal values.
    private static func variance(_ values: [Double]) -> Double {
        let count = Double(values.count)
        let ties = Dictionary(grouping: values) { $0 }.values.map { Double($0.count) }
        let tied = ties.reduce(0) { $0 + $1 * ($1 - 1) * (2 * $1 + 5) }
        return (count * (count - 1) * (2 * count + 5) - tied) / 18
    }
}
