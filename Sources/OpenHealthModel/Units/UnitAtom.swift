// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

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
