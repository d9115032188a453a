// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The rounding of statistics of several participants.
///
/// Without rounding, the results of two queries whose participants differ by one person would disclose that person's figure by
/// subtraction. One person changes a mean of n figures by at most their range divided by n, and a total by at most the largest
/// figure. Results are rounded to steps of at least this size, so their difference discloses hardly anything about the figure.
struct FigureRounding {
    /// A rounding step: 1, 2 or 5 times a power of ten.
    struct Step: Hashable {
        let digit: Double
        let exponent: Int

        /// Creates the smallest step of at least a size. Returns nil for sizes that need no step, or for which there is no step.
        init?(atLeast size: Double) {
            guard size > 0, size.isFinite else { return nil }
            let exponent = Int(log10(size).rounded(.down))  // checked: finite, and above 0
            // The last digit of a logarithm may be incorrect.
            for candidate in (exponent - 1)...(exponent + 1) {
                for digit in [1.0, 2, 5] where Self.value(digit, candidate) >= size {
                    (self.digit, self.exponent) = (digit, candidate)
                    return
                }
            }
            return nil
        }

        /// The value of the step.
        var value: Double { Self.value(digit, exponent) }

        private static func value(_ digit: Double, _ exponent: Int) -> Double {
            exponent < 0 ? digit / pow(10, Double(-exponent)) : digit * pow(10, Double(exponent))
        }

        /// Returns the multiple of the step nearest to a number.
        func rounded(_ number: Double) -> Double {
            let scale = pow(10, Double(-exponent))
            // Uses only powers of ten above 1, so that 0.07 is exactly 0.07. The sum converts negative zero to zero.
            let result =
                exponent < 0
                ? (number * scale / digit).rounded() * digit / scale : (number / value).rounded() * value
            return result.isFinite ? result + 0 : number
        }
    }

    /// The step of means, deviations and percentiles; nil if they are exact.
    let step: Step?
    /// The step of totals; nil if they are exact.
    let totalStep: Step?

    /// The minimum step relative to the largest figure. It is relevant if all participants have nearly the same figure, which the
    /// result would otherwise disclose.
    private static let finest = 1e-3

    /// Creates the rounding of figures.
    /// - Parameters:
    ///   - rule: The rule for hidden groups; if it hides no groups, nothing is rounded.
    ///   - participants: The number of figures.
    ///   - smallest: The smallest figure.
    ///   - largest: The largest figure.
    init(_ rule: SmallGroups, participants: Int, smallest: Double, largest: Double) {
        guard rule.minimum > 1, participants > 0 else {
            (step, totalStep) = (nil, nil)
            return
        }
        let size = max(abs(smallest), abs(largest))
        step = Step(atLeast: max((largest - smallest) / Double(participants), size * Self.finest))
        totalStep = Step(atLeast: size)
    }

    /// Returns a rounded mean, deviation or percentile.
    func rounded(_ figure: Double) -> Double { step?.rounded(figure) ?? figure }

    /// Returns a rounded total.
    func roundedTotal(_ total: Double) -> Double { totalStep?.rounded(total) ?? total }
}
