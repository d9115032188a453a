// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Measures of location and spread that single extreme values hardly change.
enum Robust {
    /// The factor that makes the median absolute deviation an estimate of a normal distribution's standard deviation.
    static let deviationScale = 1.4826

    /// Returns the median; nil of nothing.
    static func median(_ values: [Double]) -> Double? { quantile(values, 0.5) }

    /// Returns a quantile, interpolated linearly between values (type 7 of Hyndman and Fan, 1996); nil of nothing.
    static func quantile(_ values: [Double], _ share: Double) -> Double? {
        guard !values.isEmpty else { return nil }
        let sorted = values.sorted()
        let place = share * Double(sorted.count - 1)
        let low = Int(place)  // checked: a place in the list
        let high = min(low + 1, sorted.count - 1)
        return sorted[low] + (sorted[high] - sorted[low]) * (place - Double(low))
    }

    /// Returns the median absolute deviation from the median, scaled to a standard deviation; nil of nothing.
    static func deviation(_ values: [Double]) -> Double? {
        guard let middle = median(values), let deviation = median(values.map { ($0 - middle).magnitude }) else {
            return nil
        }
        return deviation * deviationScale
    }

    /// Returns the mean; nil of nothing.
    static func mean(_ values: [Double]) -> Double? {
        values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
    }

    /// Returns the ranks of values, from 1 on; equal values share the mean of their ranks.
    static func ranks(_ values: [Double]) -> [Double] {
        let order = values.indices.sorted { values[$0] < values[$1] }
        var ranks = [Double](repeating: 0, count: values.count)
        var first = 0
        while first < order.count {
            var last = first
            while last + 1 < order.count, values[order[last + 1]] == values[order[first]] { last += 1 }
            for place in first...last { ranks[order[place]] = Double(first + last) / 2 + 1 }
            first = last + 1
        }
        return ranks
    }

    /// Returns normal scores: the quantiles of the normal distribution that ranks stand for, as Blom (1958) places them.
    static func normalScores(_ values: [Double]) -> [Double] {
        ranks(values).map { Normal.quantile(($0 - 0.375) / (Double(values.count) + 0.25)) }
    }
}

/// The dependence of a value on the value before.
///
/// Days that resemble the day before contain less information than independent days: the mean of `n` such days varies as much as the mean
/// of fewer independent days.
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

/// The standard normal distribution.
enum Normal {
    /// The quantile below which 97.5 % lie.
    static let z975 = 1.959963984540054

    /// Returns the probability of values up to a number.
    static func probability(upTo number: Double) -> Double { 0.5 * erfc(-number / 2.0.squareRoot()) }

    /// Returns the number up to which a share of the values lies, to the last digits of a `Double` between 1e-12 and 1 - 1e-12: Newton's
    /// method from the start that Abramowitz and Stegun give in 26.2.23.
    /// - Parameter share: a number above 0 and below 1.
    static func quantile(_ share: Double) -> Double {
        guard share > 0, share < 1 else { return share <= 0 ? -.infinity : .infinity }
        let tail = min(share, 1 - share)
        let root = (-2 * log(tail)).squareRoot()
        let above = 2.515517 + root * (0.802853 + root * 0.010328)
        let below = 1 + root * (1.432788 + root * (0.189269 + root * 0.001308))
        var number = root - above / below
        for _ in 0..<3 {
            let density = exp(-number * number / 2) / (2 * Double.pi).squareRoot()
            number += (0.5 * erfc(number / 2.0.squareRoot()) - tail) / density
        }
        return share < 0.5 ? -number : number
    }

    /// Returns the normal deviate with nearly the probability of a value of Student's t distribution, after Wallace (1959).
    static func deviate(ofT value: Double, freedom: Double) -> Double {
        let size = (freedom * log1p(value * value / freedom)).squareRoot() * (8 * freedom + 1) / (8 * freedom + 3)
        return value < 0 ? -size : size
    }
}

/// Student's t distribution.
enum StudentT {
    /// Returns the value below which 97.5 % lie; exact for one degree of freedom and less.
    static func quantile975(freedom: Double) -> Double {
        freedom > 1 ? quantile(z: Normal.z975, freedom: freedom) : 12.706204736
    }

    /// Returns the value below which a share of more than a half lies, for more than one degree of freedom.
    static func quantile(_ share: Double, freedom: Double) -> Double {
        quantile(z: Normal.quantile(share), freedom: freedom)
    }

    /// Returns the value with a normal deviate, by bisection of Wallace's formula.
    private static func quantile(z: Double, freedom: Double) -> Double {
        var (low, high) = (0.0, 13.0)
        for _ in 0..<60 {
            let middle = (low + high) / 2
            if Normal.deviate(ofT: middle, freedom: freedom) < z { low = middle } else { high = middle }
        }
        return high
    }
}
