// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// How a unit is written, what it measures and how large it is.
struct UnitDefinition: Sendable {
    /// The unit without any prefix, as it is written.
    let text: String
    /// The dimension.
    let dimension: UnitDimension
    /// The unit in base units is numerator / denominator · 10^powerOfTen.
    ///
    /// Kept apart because these are whole numbers for nearly all units, so that a foot is exactly twelve inches.
    let numerator: Double
    /// See ``numerator``.
    let denominator: Double
    /// See ``numerator``.
    let powerOfTen: Int
    /// Where the scale begins, in 1/900 kelvin above absolute zero: the largest step that divides both °C and °F.
    let zero: Int
    /// Whether a metric prefix may stand before it.
    let isPrefixable: Bool

    private init(
        _ text: String, _ dimension: UnitDimension, _ numerator: Double, over denominator: Double = 1,
        e powerOfTen: Int = 0, zero: Int = 0, isPrefixable: Bool = false
    ) {
        self.text = text
        self.dimension = dimension
        self.numerator = numerator
        self.denominator = denominator
        self.powerOfTen = powerOfTen
        self.zero = zero
        self.isPrefixable = isPrefixable
    }

    /// A unit that takes no prefix: `significand` · 10^`e` base units.
    static func plain(
        _ text: String, _ base: UnitDimension.Base, _ significand: Double = 1, e powerOfTen: Int = 0
    ) -> UnitDefinition {
        UnitDefinition(text, .base(base), significand, e: powerOfTen)
    }

    /// A unit of volume that takes no prefix: `significand` · 10^`e` litres.
    static func litres(_ text: String, _ significand: Double, e powerOfTen: Int) -> UnitDefinition {
        UnitDefinition(text, .base(.length, 3), significand, e: powerOfTen - 3)
    }

    /// A unit of the SI, which takes prefixes.
    static func metric(_ text: String, _ dimension: UnitDimension, e powerOfTen: Int = 0) -> UnitDefinition {
        UnitDefinition(text, dimension, 1, e: powerOfTen, isPrefixable: true)
    }

    /// A plain number.
    static func scalar(_ text: String) -> UnitDefinition {
        UnitDefinition(text, .scalar, 1)
    }

    /// A unit whose size is a fraction, or which does not begin at the base unit's zero.
    static func fraction(
        _ text: String, _ base: UnitDimension.Base, _ numerator: Double, over denominator: Double, zero: Int = 0
    ) -> UnitDefinition {
        UnitDefinition(text, .base(base), numerator, over: denominator, zero: zero)
    }
}
