// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What a whole unit measures and how large it is, worked out once from its factors.
struct UnitMeasure: Sendable {
    /// What the unit measures.
    private(set) var dimension = UnitDimension.scalar
    /// The unit in base units is numerator / denominator · 10^powerOfTen.
    private(set) var numerator = 1.0
    /// See ``numerator``.
    private(set) var denominator = 1.0
    /// See ``numerator``.
    private(set) var powerOfTen = 0
    /// The decimal logarithm of the size, which stays finite where the parts no longer fit a `Double`.
    private(set) var magnitude = 0.0
    /// Where the scale begins, in 1/900 kelvin; zero for everything but a temperature that stands alone.
    private(set) var zero = 0

    /// The measure of the unit in which quantities of a dimension are compared: the base unit, but for temperatures
    /// 1/900 kelvin, so that whole degrees of each scale are whole numbers and 32 °F is exactly 0 °C.
    init(comparing dimension: UnitDimension) {
        self.dimension = dimension
        if dimension == .base(.temperature) { denominator = 900 }
    }

    /// Works out the measure of a unit.
    init(_ factors: UnitFactors) {
        for factor in factors.list {
            multiply(by: factor.atom, power: factor.exponent)
        }
        // Degrees in a product or a quotient are differences of temperature, and those have no zero.
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
