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
        let tens = pow(10, Double(powerOfTen.magnitude))
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

/// The factors of a unit: named units, each with its power.
///
/// Two units are equal exactly when their factors are.
struct UnitFactors: Hashable, Sendable {
    /// A named unit and its power, which is never zero.
    struct Factor: Hashable, Sendable {
        let atom: UnitAtom
        let exponent: Int
    }

    /// The maximum absolute value of a factor's power.
    ///
    /// It is far above any unit in use and bounds the result of a string such as `((m^99)^99)^99`.
    static let exponentLimit = 99

    /// The factors in the order of the unit string, each named unit at most once.
    private(set) var list: [Factor] = []

    /// The factors of the null unit.
    static let none = UnitFactors()

    private init() {}

    /// Creates the factors of one named unit.
    init(_ atom: UnitAtom) {
        list = [Factor(atom: atom, exponent: 1)]
    }

    /// Returns the product with a power of another unit, or `nil` if the power of a factor exceeds the limit.
    func multiplied(by other: UnitFactors, power: Int = 1) -> UnitFactors? {
        guard let other = other.raised(to: power) else { return nil }
        var product = UnitFactors()
        product.list.reserveCapacity(list.count + other.list.count)
        var mine = list[...]
        var theirs = other.list[...]
        while let left = mine.first, let right = theirs.first {
            if left.atom < right.atom {
                product.list.append(mine.removeFirst())
            } else if right.atom < left.atom {
                product.list.append(theirs.removeFirst())
            } else {
                let exponent = left.exponent + right.exponent
                guard exponent.magnitude <= Self.exponentLimit else { return nil }
                if exponent != 0 { product.list.append(Factor(atom: left.atom, exponent: exponent)) }
                mine.removeFirst()
                theirs.removeFirst()
            }
        }
        product.list += mine
        product.list += theirs
        return product
    }

    /// Returns the unit raised to a power, or `nil` if the power of a factor exceeds the limit.
    func raised(to power: Int) -> UnitFactors? {
        if power == 1 { return self }
        if power == 0 { return UnitFactors() }
        var result = UnitFactors()
        result.list.reserveCapacity(list.count)
        for factor in list {
            let (exponent, overflow) = factor.exponent.multipliedReportingOverflow(by: power)
            guard !overflow, -Self.exponentLimit...Self.exponentLimit ~= exponent else { return nil }
            result.list.append(Factor(atom: factor.atom, exponent: exponent))
        }
        return result
    }
}

extension UnitFactors {
    /// The unit string: `mL/min·kg`, `1/s^2`, `()` for the null unit.
    var text: String {
        if list.isEmpty { return "()" }
        let above = Self.product(list.filter { $0.exponent > 0 })
        let below = Self.product(list.filter { $0.exponent < 0 })
        if below.isEmpty { return above }
        return "\(above.isEmpty ? "1" : above)/\(below)"
    }

    private static func product(_ factors: [Factor]) -> String {
        factors.map { factor in
            let power = factor.exponent.magnitude
            return power == 1 ? factor.atom.text : "\(factor.atom.text)^\(power)"
        }.joined(separator: "·")
    }
}
