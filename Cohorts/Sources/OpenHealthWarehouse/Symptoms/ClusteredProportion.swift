// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A proportion of units in clusters, such as days of people: units of the same cluster are alike, so a thousand days of ten
/// women contain less information than those of a thousand women.
///
/// Cluster i has n units, x of which are positive. The sums over all clusters are sufficient.
struct ClusteredProportion: Hashable {
    /// The number of clusters with units.
    var clusters = 0
    /// Σn.
    var units = 0.0
    /// Σx.
    var present = 0.0
    /// Σx².
    var presentSquared = 0.0
    /// Σxn.
    var product = 0.0
    /// Σn².
    var unitsSquared = 0.0

    /// Σx / Σn; NaN without units.
    var proportion: Double { present / units }

    /// The variance of the proportion, linearised as that of a ratio with random clusters (Cochran, Sampling Techniques, 3rd
    /// edition 1977, 6.3 and 9A.2); nil for fewer than two clusters, for which it can't be estimated.
    var variance: Double? {
        guard clusters >= 2 else { return nil }
        let share = proportion
        let squares = presentSquared - 2 * share * product + share * share * unitsSquared
        // Rounding can make it slightly negative.
        return max(squares, 0) / (units * units) * Double(clusters) / Double(clusters - 1)
    }

    /// Returns the effective number of independent units: p(1 - p) / variance, corrected for the few degrees of freedom of the
    /// clusters (Korn and Graubard, Survey Methodology 24 (1998) 193-201), and limited to the number of units.
    ///
    /// If all units or none are positive, the similarity within clusters can't be estimated, and each cluster counts once.
    func effectiveUnits(confidence: Double) -> Double {
        guard let variance, present > 0, present < units else { return min(Double(clusters), units) }
        let share = proportion
        let ratio =
            units < 1e5
            ? Quantile.student(confidence: confidence, degrees: units - 1) : Quantile.normal(confidence: confidence)
        let correction = ratio / Quantile.student(confidence: confidence, degrees: Double(clusters - 1))
        return min(share * (1 - share) / variance * correction * correction, units)
    }

    /// Returns Wilson's interval with the effective number of units (Dean and Pagano, Journal of Survey Statistics and
    /// Methodology 3 (2015) 484-503).
    func interval(confidence: Double) -> ClosedRange<Double> {
        Self.wilson(share: proportion, units: effectiveUnits(confidence: confidence), confidence: confidence)
    }

    /// Returns the score interval of a proportion of independent units (Wilson, Journal of the American Statistical Association
    /// 22 (1927) 209-212). It is between 0 and 1, and meaningful even if no units or all units are positive.
    /// - Parameter units: The number of units, which is greater than 0 and can be fractional.
    static func wilson(share: Double, units: Double, confidence: Double) -> ClosedRange<Double> {
        let z = Quantile.normal(confidence: confidence)
        let scale = 1 + z * z / units
        let centre = (share + z * z / (2 * units)) / scale
        let reach = z / scale * (share * (1 - share) / units + z * z / (4 * units * units)).squareRoot()
        // The exact ends are 0 and 1, except for rounding.
        let low = share == 0 ? 0 : max(centre - reach, 0)
        let high = share == 1 ? 1 : min(centre + reach, 1)
        return low...max(low, high)
    }
}

/// Quantiles of distributions, for intervals.
enum Quantile {
    /// Returns the distance from the centre at which the middle part of a standard normal distribution ends.
    /// - Parameter confidence: The size of the middle part, between 0 and 1; the result for 0.95 is 1.96.
    static func normal(confidence: Double) -> Double {
        root { erfc($0 / 2.0.squareRoot()) <= 1 - confidence }
    }

    /// Returns the distance from the centre at which the middle part of Student's distribution ends.
    /// - Parameter degrees: The degrees of freedom, greater than 0.
    static func student(confidence: Double, degrees: Double) -> Double {
        // P(|T| > t) = I_x(degrees / 2, 1 / 2) with x = degrees / (degrees + t²) (DLMF 8.17; Abramowitz and Stegun 26.7.1).
        root { incompleteBeta(degrees / (degrees + $0 * $0), degrees / 2, 0.5) <= 1 - confidence }
    }

    /// Returns the smallest positive number that satisfies a monotonic condition, to the last digits.
    private static func root(_ holds: (Double) -> Bool) -> Double {
        var (low, high) = (0.0, 1.0)
        while !holds(high), high < 1e12 { (low, high) = (high, 2 * high) }
        for _ in 0..<80 {
            let middle = (low + high) / 2
            if holds(middle) { high = middle } else { low = middle }
        }
        return high
    }

    /// Returns the regularised incomplete beta function I_x(a, b), computed with its continued fraction (DLMF 8.17.22, evaluated
    /// with Lentz's method).
    private static func incompleteBeta(_ x: Double, _ a: Double, _ b: Double) -> Double {
        if x <= 0 { return 0 }
        if x >= 1 { return 1 }
        // The fraction only converges quickly on this side.
        if x > (a + 1) / (a + b + 2) { return 1 - incompleteBeta(1 - x, b, a) }
        let logarithm = lgamma(a + b) - lgamma(a) - lgamma(b)
        let front = exp(logarithm + a * log(x) + b * log(1 - x)) / a
        let tiny = 1e-300
        func held(_ value: Double) -> Double { value.magnitude < tiny ? tiny : value }
        var c = 1.0
        var d = 1 / held(1 - (a + b) * x / (a + 1))
        var fraction = d
        for m in 1...500 {
            let m = Double(m)
            let end = a + 2 * m
            let even: Double = m * (b - m) * x / ((end - 1) * end)
            d = 1 / held(1 + even * d)
            c = held(1 + even / c)
            fraction *= d * c
            let odd: Double = -(a + m) * (a + b + m) * x / (end * (end + 1))
            d = 1 / held(1 + odd * d)
            c = held(1 + odd / c)
            fraction *= d * c
            if (d * c - 1).magnitude < 1e-15 { break }
        }
        return front * fraction
    }
}
