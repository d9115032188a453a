// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

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
        func held(_ value: Double) -> Double { abs(value) < tiny ? tiny : value }
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
            if abs(d * c - 1) < 1e-15 { break }
        }
        return front * fraction
    }
}
