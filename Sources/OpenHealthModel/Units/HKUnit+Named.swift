// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension HKUnit {
    /// The shared object for a named unit; the factories under Apple's names ask here.
    static func named(_ symbol: UnitSymbol, _ prefix: HKMetricPrefix = .none) -> HKUnit {
        everyNamed[symbol.rawValue][prefix.rawValue]
    }

    /// By the raw value of the symbol, then of the prefix.
    private static let everyNamed: [[HKUnit]] = UnitSymbol.allCases.map { symbol in
        let prefixes = symbol.definition.isPrefixable ? HKMetricPrefix.everyPrefix : [.none]
        return prefixes.map { HKUnit(factors: UnitFactors(UnitAtom(symbol, prefix: $0))) }
    }
}
