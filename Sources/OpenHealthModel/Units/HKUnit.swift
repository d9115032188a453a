// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A unit of measure: one named unit such as `kg`, or a product of powers of named units such as `mL/min·kg`.
///
/// Create a unit with a factory method (``gram()``, ``literUnit(with:)``), by combining units (``unitDivided(by:)``), or from
/// a string (``init(from:)-(String)``, or ``init(validating:)`` for strings that people type).
///
/// ## Unit strings
///
/// - Named units: `g`, `m`, `L` (also `l`), `Pa`, `s`, `J`, `K`, `S`, `Hz`, `mol`, `V`, `W`, `rad` and `lx`, which accept
///   the prefixes `f p n mc m c d da h k M G T`; and `oz lb st in ft yd mi fl_oz_us fl_oz_imp pt_us pt_imp cup_us
///   cup_imp mmHg cmAq atm inHg dBASPL min hr d kcal cal Cal degC degF IU count % dBHL D pD deg appleEffortScore`,
///   which accept no prefix.
/// - `mol<M>` is a mole of a substance of M grams per mole. It measures mass, so `mmol<180.15588>/L` converts to
///   `mg/dL`. A `mol` without M measures an amount of substance and does not convert to a mass.
/// - `.`, `*` or `·` multiplies; `^` raises to an integer power between -99 and 99; parentheses group. A unit has at most
///   one `/`, outside parentheses, which divides by everything after it. The numerator can be `1`, as in `1/s`.
/// - An empty string or `()` is the null unit.
///
/// ## Compatible units
///
/// Units are compatible if they have the same dimension. Volume is length³ and `Hz` is `1/s`; every other kind of measurement
/// has its own dimension. In particular, `W` is not compatible with `J/s`, `dBASPL` is not compatible with `Pa`, and `Pa`,
/// `J`, `S`, `V`, `lx`, `IU`, `D`, `pD`, `dBHL` and `appleEffortScore` are not compatible with any product of other units.
/// `count`, `%` and the null unit are pure numbers, and `%` is 1, not 1/100: Apple's systems store 97 % as 0.97.
///
/// A temperature unit has a zero point only on its own. In a product or quotient, as in `degC/min`, degrees are
/// differences, and only their size matters.
///
/// Unlike on Apple platforms, a unit raised to the power 1 is equal to the unit.
///
/// A unit is immutable and safe to share between threads. The conformance to `Sendable` is unchecked because the class is
/// open.
open class HKUnit: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    /// The named units that the unit is composed of.
    let factors: UnitFactors
    /// The dimension and size.
    let measure: UnitMeasure

    /// Creates a unit from its factors; all other initializers call this one.
    init(factors: UnitFactors) {
        self.factors = factors
        measure = UnitMeasure(factors)
    }

    /// The unit as a string, which ``init(from:)-(String)`` parses to an equal unit; `()` for the null unit.
    ///
    /// The order of the factors does not depend on how the unit was created: minutes come first, then named units in a fixed
    /// order, those with a prefix last, then seconds and international units. Molar masses have at most 16 digits. Equal units
    /// have equal strings.
    open var unitString: String { factors.text }

    /// Returns a Boolean value that indicates whether the unit has no factors, as in `m/m`.
    ///
    /// `dL/L` is a pure number too, but not null.
    open func isNull() -> Bool { factors.list.isEmpty }

    // MARK: NSObject

    /// Returns a Boolean value that indicates whether the other object is a unit with the same named units and powers.
    ///
    /// `m/s^2` equals `m·s^-2`; `Cal` and `kcal` have the same size but are not equal.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? HKUnit else { return false }
        return self === other || factors == other.factors
    }

    /// The hash value, which is the same for equal units.
    open override var hash: Int { factors.hashValue }

    /// The unit string; see ``unitString``.
    open override var description: String { unitString }

    // MARK: NSCopying

    /// Returns the unit itself, because units are immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    // MARK: NSSecureCoding

    /// Always `true`.
    open class var supportsSecureCoding: Bool { true }

    /// Encodes the unit as its unit string.
    open func encode(with coder: NSCoder) {
        coder.encodeArchive(["unitString": unitString], forKey: "HKUnit")
    }

    /// Creates a unit that ``encode(with:)`` encoded, or returns `nil` if the archive contains no valid unit.
    public required convenience init?(coder: NSCoder) {
        guard let text = coder.archive(forKey: "HKUnit")?.string("unitString"),
            let factors = try? HKUnitParser.factors(of: text)
        else { return nil }
        self.init(factors: factors)
    }
}

extension HKUnit {
    /// Returns the shared object for a named unit, which the public factory methods use.
    static func named(_ symbol: UnitSymbol, _ prefix: HKMetricPrefix = .none) -> HKUnit {
        everyNamed[symbol.rawValue][prefix.rawValue]
    }

    /// All named units, indexed by the raw values of the symbol and the prefix.
    private static let everyNamed: [[HKUnit]] = UnitSymbol.allCases.map { symbol in
        let prefixes = symbol.definition.isPrefixable ? HKMetricPrefix.everyPrefix : [.none]
        return prefixes.map { HKUnit(factors: UnitFactors(UnitAtom(symbol, prefix: $0))) }
    }
}
