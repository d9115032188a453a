// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A proportion of units that come in clusters, as days come in people: units of the same cluster are alike, so that a
/// thousand days of ten women say less than those of a thousand women.
///
/// Cluster i has n of units, x of which have what is counted. The sums over all clusters are enough.
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

    /// The variance of the proportion, linearised as that of a ratio, with clusters as they come (Cochran, Sampling
    /// Techniques, 3rd edition 1977, 6.3 and 9A.2); nil with less than two clusters, which say nothing about it.
    var variance: Double? {
        guard clusters >= 2 else { return nil }
        let share = proportion
        let squares = presentSquared - 2 * share * product + share * share * unitsSquared
        // Rounding can make it a little less than nothing.
        return max(squares, 0) / (units * units) * Double(clusters) / Double(clusters - 1)
    }

    /// The effective number of independent units: p(1 - p) / variance, with the correction for the few degrees of
    /// freedom that clusters leave (Korn and Graubard, Survey Methodology 24 (1998) 193-201), and not more than there are.
    ///
    /// Where all units have it or none has, nothing can be said about how alike a cluster's are, and each cluster counts once.
    func effectiveUnits(confidence: Double) -> Double {
        guard let variance, present > 0, present < units else { return min(Double(clusters), units) }
        let share = proportion
        let ratio =
            units < 1e5
            ? Quantile.student(confidence: confidence, degrees: units - 1) : Quantile.normal(confidence: confidence)
        let correction = ratio / Quantile.student(confidence: confidence, degrees: Double(clusters - 1))
        return min(share * (1 - share) / variance * correction * correction, units)
    }

    /// Wilson's interval with the effective number of units (Dean and Pagano, Journal of Survey Statistics and Methodology 3
    /// (2015) 484-503).
    func interval(confidence: Double) -> ClosedRange<Double> {
        Self.wilson(share: proportion, units: effectiveUnits(confidence: confidence), confidence: confidence)
    }

    /// The score interval of a proportion of independent units (Wilson, Journal of the American Statistical Association 22
    /// (1927) 209-212). It is between 0 and 1, and meaningful if none or all have it.
    /// - Parameter units: the number of units, above 0; may be fractional.
    static func wilson(share: Double, units: Double, confidence: Double) -> ClosedRange<Double> {
        let z = Quantile.normal(confidence: confidence)
        let scale = 1 + z * z / units
        let centre = (share + z * z / (2 * units)) / scale
        let reach = z / scale * (share * (1 - share) / units + z * z / (4 * units * units)).squareRoot()
        // The ends are 0 and 1 there, but for rounding.
        let low = share == 0 ? 0 : max(centre - reach, 0)
        let high = share == 1 ? 1 : min(centre + reach, 1)
        return low...max(low, high)
    }
}
