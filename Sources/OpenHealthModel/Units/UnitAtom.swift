// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A named unit with its prefix, and for moles perhaps the mass of one of them.
struct UnitAtom: Hashable, Sendable {
    /// The unit.
    let symbol: UnitSymbol
    /// The prefix before it; `none` for units that take none.
    let prefix: HKMetricPrefix
    /// Grams in one mole, for a mole that knows; finite and above zero. Conversions use it as it was given.
    let molarMass: Double?
    /// The molar mass as it is written, with at most 16 digits; empty for every other unit.
    ///
    /// Two moles are equal if their masses are written alike. Otherwise a unit would differ from the unit that is read from its
    /// own text, since not every number is determined by 16 digits.
    private let massText: String

    init(_ symbol: UnitSymbol, prefix: HKMetricPrefix = .none, molarMass: Double? = nil) {
        self.symbol = symbol
        self.prefix = prefix
        self.molarMass = molarMass
        massText = molarMass.map(Self.text(ofMolarMass:)) ?? ""
    }

    /// The unit as it is written, for instance `kg` or `mmol<18.02>`.
    var text: String {
        let name = prefix.text + symbol.definition.text
        return molarMass == nil ? name : "\(name)<\(massText)>"
    }

    /// A molar mass with at most 16 significant digits, as Apple's systems write it: `180.1558800000541`.
    private static func text(ofMolarMass mass: Double) -> String {
        let text = String(format: "%.16g", mass)
        // Sixteen digits of the very largest numbers are rounded to more than a double holds.
        return Double(text)?.isFinite == true ? text : "\(mass)"
    }

    /// The dimension of the unit: a mole with a mass measures mass.
    var dimension: UnitDimension {
        molarMass == nil ? symbol.definition.dimension : .base(.mass)
    }
}

extension UnitAtom {
    /// Whether the other is the same named unit with the same prefix and, for moles, the same molar mass as it is written.
    static func == (lhs: UnitAtom, rhs: UnitAtom) -> Bool {
        lhs.symbol == rhs.symbol && lhs.prefix == rhs.prefix && lhs.massText == rhs.massText
    }

    /// Hashes what `==` compares.
    func hash(into hasher: inout Hasher) {
        hasher.combine(symbol)
        hasher.combine(prefix)
        hasher.combine(massText)
    }
}

extension UnitAtom: Comparable {
    /// The order of printing, which reproduces the texts that are known from Apple's systems: minutes come first
    /// (`mmol<…>/min·L`), then units without a prefix (`mL/min·kg`, `kcal/hr·kg`, `L·hr`), then units with one, and seconds and
    /// international units last (`mg/dL·s`, `mg/dL·IU`); among each of these the order of the symbols.
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
