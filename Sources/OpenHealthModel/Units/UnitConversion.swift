// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A conversion from one unit to a compatible one, computed once and used for many values.
///
/// Call it with a value. ``scale`` and ``offset`` describe it (`value · scale + offset`), but a call is more exact:
/// the ratio is stored as a fraction, so 84 inches are exactly 7 feet.
package struct UnitConversion: Sendable, Equatable {
    /// The number of target units in one source unit; exactly 1 between equal units.
    package let scale: Double
    /// The offset after scaling, in the target unit: nonzero only between temperatures, and exactly 0 between equal
    /// units.
    package let offset: Double

    private let multiplier: Double
    private let divisor: Double

    /// The conversion between equal units, which changes nothing.
    package static let identity = UnitConversion(multiplier: 1, divisor: 1, offset: 0)

    private init(multiplier: Double, divisor: Double, offset: Double) {
        self.multiplier = multiplier
        self.divisor = divisor
        self.offset = offset
        scale = multiplier / divisor
    }

    /// Creates the conversion between two measures of the same dimension.
    init(from source: UnitMeasure, to target: UnitMeasure) {
        let (multiplier, divisor) = Self.reduced(
            source.numerator * target.denominator, source.denominator * target.numerator,
            powerOfTen: source.powerOfTen - target.powerOfTen)
        // Both zeros are integers in units of 1/900 K, so their difference is exact.
        let zero = Double(source.zero - target.zero)
        let offset =
            zero == 0
            ? 0 : zero * target.denominator / (900 * target.numerator) * pow(10, Double(-target.powerOfTen))
        if multiplier.isNormal, divisor.isNormal {
            self.init(multiplier: multiplier, divisor: divisor, offset: offset)
        } else {
            // Only artificial units such as Tm^99 reach this branch. The result can be infinite or zero, which is correct.
            self.init(multiplier: pow(10, source.magnitude - target.magnitude), divisor: 1, offset: offset)
        }
    }

    /// Converts a value.
    package func callAsFunction(_ value: Double) -> Double {
        value * multiplier / divisor + offset
    }

    /// Returns the fraction above / below · 10^powerOfTen in lowest terms if both terms are exact integers.
    private static func reduced(_ above: Double, _ below: Double, powerOfTen: Int) -> (Double, Double) {
        let tens = pow(10, Double(abs(powerOfTen)))
        let above = powerOfTen > 0 ? above * tens : above
        let below = powerOfTen < 0 ? below * tens : below
        let exact = 9_007_199_254_740_992.0
        guard above <= exact, below <= exact, above == above.rounded(), below == below.rounded() else {
            return (above, below)
        }
        var (divisor, rest) = (above, below)
        while rest != 0 {
            (divisor, rest) = (rest, divisor.truncatingRemainder(dividingBy: rest))
        }
        return (above / divisor, below / divisor)
    }
}
