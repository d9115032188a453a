// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The rounding of what several participants' figures come to.
///
/// Two questions whose participants differ by one person would otherwise give that person's figure by subtraction. One person moves
/// a mean of n figures by no more than their range divided by n, and a total by no more than the largest of them, so the figures are
/// rounded to steps of at least that size: the difference between two answers then says next to nothing about the figure.
struct FigureRounding {
    /// A number that has one of the digits 1, 2 and 5, and zeros.
    struct Step: Hashable {
        let digit: Double
        let exponent: Int

        /// Creates the smallest step that isn't below a size; returns nil for sizes that need no step or have none.
        init?(atLeast size: Double) {
            guard size > 0, size.isFinite else { return nil }
            let exponent = Int(log10(size).rounded(.down))  // checked: finite, and above 0
            // A logarithm may be off by its last digit.
            for candidate in (exponent - 1)...(exponent + 1) {
                for digit in [1.0, 2, 5] where Self.value(digit, candidate) >= size {
                    (self.digit, self.exponent) = (digit, candidate)
                    return
                }
            }
            return nil
        }

        /// The step as a number.
        var value: Double { Self.value(digit, exponent) }

        private static func value(_ digit: Double, _ exponent: Int) -> Double {
            exponent < 0 ? digit / pow(10, Double(-exponent)) : digit * pow(10, Double(exponent))
        }

        /// Returns the multiple of the step that is nearest to a number.
        func rounded(_ number: Double) -> Double {
            let scale = pow(10, Double(-exponent))
            // Multiplied by powers of ten above 1 alone, so that 0.07 is 0.07. The sum turns a negative zero into zero.
            let result =
                exponent < 0
                ? (number * scale / digit).rounded() * digit / scale : (number / value).rounded() * value
            return result.isFinite ? result + 0 : number
        }
    }

    /// The step of means, deviations and percentiles; nil where they are exact.
    let step: Step?
    /// The step of totals; nil where they are exact.
    let totalStep: Step?

    /// Digits beyond these parts of the largest figure are not given in any case: where all participants have nearly the same figure,
    /// it would be each one's.
    private static let finest = 1e-3

    /// Creates the rounding of figures.
    /// - Parameters:
    ///   - rule: which groups are hidden; where none is, nothing is rounded.
    ///   - participants: how many figures there are.
    ///   - smallest: the smallest figure.
    ///   - largest: the largest figure.
    init(_ rule: SmallGroups, participants: Int, smallest: Double, largest: Double) {
        guard rule.minimum > 1, participants > 0 else {
            (step, totalStep) = (nil, nil)
            return
        }
        let size = max(abs(smallest), abs(largest))
        step = Step(atLeast: max((largest - smallest) / Double(participants), size * Self.finest))
        totalStep = Step(atLeast: size)
    }

    /// Returns a mean, deviation or percentile as it is given.
    func rounded(_ figure: Double) -> Double { step?.rounded(figure) ?? figure }

    /// Returns a total as it is given.
    func roundedTotal(_ total: Double) -> Double { totalStep?.rounded(total) ?? total }
}
