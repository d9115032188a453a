// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

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
