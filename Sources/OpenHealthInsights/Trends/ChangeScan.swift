// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A search for the week at which the level of weekly values changed.
///
/// Values are replaced by the normal scores of their ranks, so that single extreme weeks and skewed figures have no more weight than others
/// (the rank transformation of Conover and Iman, 1981). Each week is tried as the first of the new level, by Student's t for two means, of
/// which the greatest counts, as with the likelihood ratio for a change at an unknown time (Hawkins, 1977; with ranks: Pettitt, 1979).
/// The variance is increased for weeks that resemble the week before, beside the change or beside a line through all weeks.
struct ChangeScan {
    /// The fewest weeks of data with the new level: what lasts less is not a trend.
    static let fewestAfter = 3
    /// The most weeks of the new level: an older change is the usual level by now.
    static let mostAfter = 26
    /// The fewest weeks of data with the old level.
    static let fewestBefore = 6

    /// The place of the first week of the new level among all weeks.
    let week: Int
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
            splits.map { ($0, deviate($0, correlation)) }.max { abs($0.1) < abs($1.1) } ?? (0, 0)
        }

        let split = best(0).split
        let means = (sums[split] / Double(split), (sums[count] - sums[split]) / Double(count - split))
        let offStep = zip(scores, scores.indices).map { $0 - ($1 < split ? means.0 : means.1) }
        // Weeks that lie beside a line are not alike by chance: of a steady rise, only what is left beside it is.
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
