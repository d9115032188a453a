// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

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
