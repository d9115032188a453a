// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The dimension and size of a unit, computed once from its factors.
struct UnitMeasure: Sendable {
    /// The dimension of the unit.
    private(set) var dimension = UnitDimension.scalar
    /// The numerator of the size: the unit in base units is numerator / denominator · 10^powerOfTen.
    private(set) var numerator = 1.0
    /// See ``numerator``.
    private(set) var denominator = 1.0
    /// See ``numerator``.
    private(set) var powerOfTen = 0
    /// The decimal logarithm of the size, which stays finite when the parts overflow a `Double`.
    private(set) var magnitude = 0.0
    /// The size in base units as a product of doubles: a minute is 60 s, a litre 1e-3 m³, milli 1e-3.
    private(set) var scale = 1.0
    /// The zero of the scale in 1/900 kelvin; zero unless the unit is a temperature on its own.
    private(set) var zero = 0

    /// Creates the measure of the unit in which quantities of a dimension are compared: the base unit or, for temperatures,
    /// 1/900 kelvin, so that whole degrees of each scale are integers and 32 °F is exactly 0 °C.
    init(comparing dimension: UnitDimension) {
        self.dimension = dimension
        if dimension == .base(.temperature) { denominator = 900 }
    }

    /// Creates the measure of a unit.
    init(_ factors: UnitFactors) {
        var (above, below) = (1.0, 1.0)
        for factor in factors.list {
            multiply(by: factor.atom, power: factor.exponent)
            let size = factor.atom.size
            for _ in 0..<abs(factor.exponent) {
                if factor.exponent > 0 { above *= size } else { below *= size }
            }
        }
        scale = above / below
        // Degrees in a product or quotient are temperature differences, which have no zero.
        if factors.list.count == 1, let factor = factors.list.first, factor.exponent == 1 {
            zero = factor.atom.symbol.definition.zero
        }
    }

    private mutating func multiply(by atom: UnitAtom, power: Int) {
        let definition = atom.symbol.definition
        let numerator = atom.molarMass ?? definition.numerator
        let tens = definition.powerOfTen + atom.prefix.powerOfTen
        dimension.multiply(by: atom.dimension, power: power)
        powerOfTen += tens * power
        magnitude += (log10(numerator) - log10(definition.denominator) + Double(tens)) * Double(power)
        for _ in 0..<abs(power) {
            self.numerator *= power > 0 ? numerator : definition.denominator
            self.denominator *= power > 0 ? definition.denominator : numerator
        }
    }
}

extension UnitAtom {
    /// The size in base units, as a product of doubles.
    fileprivate var size: Double {
        let definition = symbol.definition
        // A division by an exact power of ten returns the double that is nearest to the decimal number.
        let number = (molarMass ?? definition.numerator) / definition.denominator
        return Self.scaled(1, by: prefix.powerOfTen) * Self.scaled(number, by: definition.powerOfTen)
    }

    private static func scaled(_ number: Double, by powerOfTen: Int) -> Double {
        powerOfTen < 0 ? number / pow(10, Double(-powerOfTen)) : number * pow(10, Double(powerOfTen))
    }
}
