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
            for _ in 0..<factor.exponent.magnitude {
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
        for _ in 0..<power.magnitude {
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

/// A named unit with its prefix and, for a mole of a substance, the molar mass.
struct UnitAtom: Hashable, Sendable {
    /// The unit.
    let symbol: UnitSymbol
    /// The prefix of the unit; `none` for units that accept no prefix.
    let prefix: HKMetricPrefix
    /// The molar mass in grams per mole, finite and greater than zero, if a mole has one. Conversions use the exact value.
    let molarMass: Double?
    /// The molar mass as it is written, with at most 16 digits; empty for all other units.
    ///
    /// Two moles are equal if their masses are written alike. Otherwise, a unit could differ from the unit parsed from its own
    /// string, since 16 digits do not determine every double.
    private let massText: String

    init(_ symbol: UnitSymbol, prefix: HKMetricPrefix = .none, molarMass: Double? = nil) {
        self.symbol = symbol
        self.prefix = prefix
        self.molarMass = molarMass
        massText = molarMass.map(Self.text(ofMolarMass:)) ?? ""
    }

    /// The unit as a string, such as `kg` or `mmol<18.02>`.
    var text: String {
        let name = prefix.text + symbol.definition.text
        return molarMass == nil ? name : "\(name)<\(massText)>"
    }

    /// Returns a molar mass with at most 16 significant digits, as Apple's systems write it: `180.1558800000541`.
    private static func text(ofMolarMass mass: Double) -> String {
        let text = String(format: "%.16g", mass)
        // Rounding the largest doubles to sixteen digits overflows.
        return Double(text)?.isFinite == true ? text : "\(mass)"
    }

    /// The dimension of the unit; a mole with a molar mass measures mass.
    var dimension: UnitDimension {
        molarMass == nil ? symbol.definition.dimension : .base(.mass)
    }
}

extension UnitAtom {
    /// Returns a Boolean value that indicates whether both are the same named unit with the same prefix and, for moles, the same
    /// written molar mass.
    static func == (lhs: UnitAtom, rhs: UnitAtom) -> Bool {
        lhs.symbol == rhs.symbol && lhs.prefix == rhs.prefix && lhs.massText == rhs.massText
    }

    /// Hashes the properties that `==` compares.
    func hash(into hasher: inout Hasher) {
        hasher.combine(symbol)
        hasher.combine(prefix)
        hasher.combine(massText)
    }
}

extension UnitAtom: Comparable {
    /// The order in unit strings, which reproduces known strings of Apple's systems: minutes come first (`mmol<…>/min·L`), then
    /// units without a prefix (`mL/min·kg`, `kcal/hr·kg`, `L·hr`), then units with a prefix, and finally seconds and
    /// international units (`mg/dL·s`, `mg/dL·IU`). Units of the same group are in the order of their symbols.
    static func < (lhs: UnitAtom, rhs: UnitAtom) -> Bool { lhs.order < rhs.order }

    private var order: (Int, Int, Int, Double, String) {
        (group, symbol.rawValue, prefix.powerOfTen, Double(massText) ?? 0, massText)
    }

    private var group: Int {
        switch symbol {
        case .minute: 0
        case .second, .internationalUnit: 3
        default: prefix == .none ? 1 : 2
        }
    }
}
