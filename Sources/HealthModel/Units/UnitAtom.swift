// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A named unit with its prefix, and for moles perhaps the mass of one of them.
struct UnitAtom: Hashable, Sendable {
    /// The unit.
    let symbol: UnitSymbol
    /// The prefix before it; `none` for units that take none.
    let prefix: HKMetricPrefix
    /// Grams in one mole, for a mole that knows; finite and above zero.
    let molarMass: Double?

    init(_ symbol: UnitSymbol, prefix: HKMetricPrefix = .none, molarMass: Double? = nil) {
        self.symbol = symbol
        self.prefix = prefix
        self.molarMass = molarMass
    }

    /// The unit as it is written, for instance `kg` or `mmol<18.02>`.
    var text: String {
        let name = prefix.text + symbol.definition.text
        guard let molarMass else { return name }
        let digits = "\(molarMass)"
        return "\(name)<\(digits.hasSuffix(".0") ? String(digits.dropLast(2)) : digits)>"
    }

    /// What the unit measures: a mole that knows its mass measures mass.
    var dimension: UnitDimension {
        molarMass == nil ? symbol.definition.dimension : .base(.mass)
    }
}

extension UnitAtom: Comparable {
    /// The order of printing: units without a prefix come first (`mL/min·kg`), then the order of the symbols.
    static func < (lhs: UnitAtom, rhs: UnitAtom) -> Bool { lhs.order < rhs.order }

    private var order: (Int, Int, Int, Double) {
        (prefix == .none ? 0 : 1, symbol.rawValue, prefix.powerOfTen, molarMass ?? 0)
    }
}
