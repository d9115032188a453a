// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The symbol, dimension and size of a unit.
struct UnitDefinition: Sendable {
    /// The symbol of the unit without a prefix.
    var text: String
    /// The dimension.
    var dimension: UnitDimension
    /// The numerator of the size: the unit in base units is numerator / denominator · 10^powerOfTen.
    ///
    /// The parts are stored separately because they are integers for nearly all units, so a foot is exactly twelve inches.
    var numerator = 1.0
    /// See ``numerator``.
    var denominator = 1.0
    /// See ``numerator``.
    var powerOfTen = 0
    /// The zero of the scale in 1/900 kelvin above absolute zero, the largest step that divides both °C and °F.
    var zero = 0
    /// Whether the unit accepts a metric prefix.
    var isPrefixable = false

    /// Returns a unit without prefixes: `significand` · 10^`e` base units.
    static func plain(
        _ text: String, _ base: UnitDimension.Base, _ significand: Double = 1, e powerOfTen: Int = 0
    ) -> UnitDefinition {
        UnitDefinition(text: text, dimension: .base(base), numerator: significand, powerOfTen: powerOfTen)
    }

    /// Returns a unit of volume without prefixes: `significand` · 10^`e` litres.
    static func litres(_ text: String, _ significand: Double, e powerOfTen: Int) -> UnitDefinition {
        UnitDefinition(
            text: text, dimension: .base(.length, 3), numerator: significand, powerOfTen: powerOfTen - 3)
    }

    /// Returns an SI unit, which accepts prefixes.
    static func metric(_ text: String, _ dimension: UnitDimension, e powerOfTen: Int = 0) -> UnitDefinition {
        UnitDefinition(text: text, dimension: dimension, powerOfTen: powerOfTen, isPrefixable: true)
    }

    /// Returns a pure number.
    static func scalar(_ text: String) -> UnitDefinition {
        UnitDefinition(text: text, dimension: .scalar)
    }

    /// Returns a unit whose size is a fraction, or whose zero differs from the base unit's.
    static func fraction(
        _ text: String, _ base: UnitDimension.Base, _ numerator: Double, over denominator: Double, zero: Int = 0
    ) -> UnitDefinition {
        UnitDefinition(
            text: text, dimension: .base(base), numerator: numerator, denominator: denominator, zero: zero)
    }
}

/// The dimension of a unit as powers of the base dimensions.
///
/// Pressure, energy, power and others are base dimensions and are not reduced to mass, length and time: `W` and
/// `J/s` are not compatible on Apple's systems either. Only volume (length³) and frequency (1/time) are reduced.
struct UnitDimension: Hashable, Sendable {
    /// The base dimensions.
    enum Base: Int, CaseIterable, Sendable {
        case mass, amount, length, pressure, soundPressureLevel, time, energy, temperature, conductance
        case internationalUnit, hearingLevel, electricPotential, power, opticalPower, prismPower, angle
        case illuminance, effort
    }

    private var exponents = SIMD32<Int32>()

    /// The dimension of a pure number.
    static let scalar = UnitDimension()

    /// Returns the dimension of a power of a base dimension.
    static func base(_ base: Base, _ exponent: Int = 1) -> UnitDimension {
        var dimension = UnitDimension()
        dimension.exponents[base.rawValue] = Int32(exponent)
        return dimension
    }

    /// Multiplies by a power of another dimension.
    mutating func multiply(by other: UnitDimension, power: Int) {
        exponents &+= other.exponents &* Int32(power)
    }
}
