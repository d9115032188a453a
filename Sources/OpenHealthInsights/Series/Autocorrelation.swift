// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The dependence of a value on the value before.
///
/// Days that resemble the day before tell less than independent days: the mean of `n` of them varies as that of fewer.
enum Autocorrelation {
    /// Returns the correlation of values with those one step earlier, corrected for its bias in short series (Kendall, 1954), not
    /// below 0 and at most 0.9.
    ///
    /// A negative correlation counts as none, so that tests do not become more sensitive by chance.
    /// - Parameters:
    ///   - residuals: values without their mean; nil where there are none.
    ///   - parameters: the number of means that were estimated from the values.
    static func firstOrder(_ residuals: [Double?], parameters: Int = 1) -> Double {
        let known = residuals.compactMap(\.self)
        let pairs = zip(residuals, residuals.dropFirst()).compactMap { before, after -> Double? in
            guard let before, let after else { return nil }
            return before * after
        }
        let square = known.reduce(0) { $0 + $1 * $1 }
        guard pairs.count > 4, square > 0 else { return 0 }
        let count = Double(pairs.count)
        let raw = pairs.reduce(0, +) / count / (square / Double(known.count))
        let corrected = (count * raw + Double(parameters)) / (count - 3 - Double(parameters)).clampedBelow(1)
        return min(max(corrected, 0), 0.9)
    }

    /// Returns the factor by which the variance of the mean of consecutive values exceeds that of independent ones (Bayley and
    /// Hammersley, 1946), for a correlation that decreases by its power from step to step.
    static func varianceFactor(count: Int, correlation: Double) -> Double {
        guard count > 1, correlation > 0 else { return 1 }
        var factor = 1.0
        var power = 1.0
        for lag in 1..<count {
            power *= correlation
            if power < 1e-6 { break }
            factor += 2 * (1 - Double(lag) / Double(count)) * power
        }
        return factor
    }
}

extension Double {
    /// Returns the number, or the bound if it is less.
    func clampedBelow(_ bound: Double) -> Double { max(self, bound) }
}
