// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The usual range of a person's figure, from the days before.
///
/// The range contains about 95 % of usual days. Its middle is the median of 60 days. Its half width is their median
/// absolute deviation, scaled to a standard deviation, times Student's t. The degrees of freedom are those of 37 % of the
/// days, because that many independent values have a standard deviation as exact as the deviation from the median, if
/// values are normal. It is a range of this person's own days, not one of healthy people.
///
/// Figures in whole steps, such as a resting heart rate in beats, stand for all values within half a step (Sheppard, 1898).
/// Without that, the deviation of whole numbers has only a few values. The range of days with a standard deviation of 2
/// would contain 81 % of them.
///
/// Sources: Leys et al., "Detecting outliers: Do not use standard deviation around the mean, use absolute deviation around the median",
/// Journal of Experimental Social Psychology 49 (2013), whose bound of 3 deviations ``isOutlier(_:)`` uses; Rousseeuw and Croux,
/// "Alternatives to the median absolute deviation", JASA 88 (1993), for its efficiency; Plews et al., "Training
/// adaptation and heart rate variability in elite endurance athletes", Sports Medicine 43 (2013), for logarithms of heart rate variability.
public struct PersonalBaseline: Sendable, Hashable {
    /// The scale on which days are compared.
    public enum Scale: String, Sendable, Hashable, CaseIterable {
        /// Differences.
        case linear
        /// Ratios, for figures that are skewed, such as heart rate variability.
        case logarithmic
    }

    /// The number of days before that count.
    public static let length = 60
    /// The fewest of them that have data.
    public static let fewestDays = 21
    /// The number of standard deviations of a normal distribution beyond which a day is an outlier.
    public static let bound = 3.0
    /// The efficiency of the median absolute deviation: the share of the values that would be as exact by their standard deviation.
    static let efficiency = 0.37

    /// The median of the days.
    public let median: Double
    /// The usual range.
    public let range: ClosedRange<Double>
    /// The range of days that are not outliers.
    public let limits: ClosedRange<Double>
    /// The range outside which a single day is an event. If the frequencies of unusual days decrease as they did among the most unusual
    /// days before, less than one day in some thousand is outside it.
    public let events: ClosedRange<Double>
    /// The number of days with data.
    public let count: Int

    /// Computes the usual range for a day.
    /// - Parameters:
    ///   - series: the days.
    ///   - day: the day; it does not count, and no later one does.
    ///   - scale: the scale; days that are not above 0 do not count on the logarithmic one.
    ///   - step: the difference between neighbouring values of the measurement, such as 1 for a heart rate in whole beats: days in whole
    ///     steps stand for the values within half a step, and the deviation is at least half of it, or 0.
    /// - Returns: nil if fewer than 21 of the 60 days before have data.
    public init?(of series: DailySeries, for day: Int, scale: Scale = .linear, step: Double = 0) {
        let known = series.part(day - Self.length..<day).known.filter { scale == .linear || $0 > 0 }
        guard known.count >= Self.fewestDays else { return nil }
        let spread = SteppedValues(known, step: step)
        let center = spread.median
        let back = { (deviation: Double) in scale == .linear ? center + deviation : center * exp(deviation) }
        let least = step / 2 / (scale == .linear ? 1 : center)
        // The median itself is known from so many days only.
        let error = (1 + Double.pi / 2 / Double(known.count)).squareRoot()
        let deviation = max(spread.deviation(scale) * Robust.deviationScale, least) * error
        let freedom = Self.efficiency * Double(known.count - 1)
        let usual = StudentT.quantile975(freedom: freedom) * deviation
        let unusual = StudentT.quantile(Normal.probability(upTo: Self.bound), freedom: freedom) * deviation
        median = center
        range = back(-usual)...back(usual)
        limits = back(-unusual)...back(unusual)
        let deviations = known.map { scale == .linear ? $0 - center : log($0 / center) }
        let (below, above) = (
            Self.tail(deviations.map { -$0 }, least: least), Self.tail(deviations, least: least)
        )
        events = back(-max(below, unusual))...back(max(above, unusual))
        count = known.count
    }

    /// The share of the days whose excesses tell how fast the tail decreases.
    private static let tailShare = 0.15
    /// The multiple of their mean excess beyond which a day is an event.
    private static let tailBound = 8.0

    /// Returns the deviation beyond which a day is an event: the tail of the greatest deviations, which decreases exponentially or faster.
    /// The tail of skewed figures is longer on one side.
    private static func tail(_ deviations: [Double], least: Double) -> Double {
        let sorted = deviations.sorted()
        // checked: a share of at most 60 days
        let count = max(3, Int((tailShare * Double(sorted.count)).rounded()))
        let edge = sorted[sorted.count - count - 1]
        let excess = sorted.suffix(count).reduce(0) { $0 + $1 - edge } / Double(count)
        let bound = edge + tailBound * max(excess, least)
        // The excess of numbers that are nearly as large as possible is infinite or not a number.
        return bound.isNaN ? .infinity : bound
    }

    /// Whether a value is so rare that it is an event. Of usual days less than one in a thousand is, also of skewed figures.
    public func isEvent(_ value: Double) -> Bool { !events.contains(value) }

    /// Whether a value is further from the median than three deviations.
    public func isOutlier(_ value: Double) -> Bool { !limits.contains(value) }
}
