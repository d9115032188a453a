// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The usual range of a person's figure, from the days before.
///
/// The range contains about 95 % of usual days: the median of 60 days, plus and minus 1.96 times their median absolute deviation, scaled to a
/// standard deviation. It is a range of this person's own days, not one of healthy people.
///
/// Sources: Leys et al., "Detecting outliers: Do not use standard deviation around the mean, use absolute deviation around the median",
/// Journal of Experimental Social Psychology 49 (2013), whose bound of 3 deviations ``isOutlier(_:)`` uses; Plews et al., "Training
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
    /// The number of deviations beyond which a day is an outlier.
    public static let bound = 3.0

    /// The median of the days.
    public let median: Double
    /// The usual range.
    public let range: ClosedRange<Double>
    /// The range of days that are not outliers.
    public let limits: ClosedRange<Double>
    /// The number of days with data.
    public let count: Int

    /// Computes the usual range for a day.
    /// - Parameters:
    ///   - series: the days.
    ///   - day: the day; it does not count, and no later one does.
    ///   - scale: the scale; days that are not above 0 do not count on the logarithmic one.
    ///   - step: the difference between neighbouring values of the measurement, such as 1 for a heart rate in whole beats: the deviation is at
    ///     least half of it, or 0.
    /// - Returns: nil if fewer than 21 of the 60 days before have data.
    public init?(of series: DailySeries, for day: Int, scale: Scale = .linear, step: Double = 0) {
        let known = series.part(day - Self.length..<day).known.filter { scale == .linear || $0 > 0 }
        guard known.count >= Self.fewestDays else { return nil }
        let values = scale == .linear ? known : known.map { log($0) }
        guard let middle = Robust.median(values), let deviation = Robust.deviation(values) else { return nil }
        let back = { (value: Double) in scale == .linear ? value : exp(value) }
        let least = step / 2 / (scale == .linear ? 1 : exp(middle))
        // The median itself is known from so many days only.
        let error = (1 + Double.pi / 2 / Double(known.count)).squareRoot()
        let spread = max(deviation, least) * error
        median = back(middle)
        range = back(middle - Normal.z975 * spread)...back(middle + Normal.z975 * spread)
        limits = back(middle - Self.bound * spread)...back(middle + Self.bound * spread)
        count = known.count
    }

    /// Whether a value is further from the median than three deviations.
    public func isOutlier(_ value: Double) -> Bool { !limits.contains(value) }
}
