// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A unit of measure: one named unit such as `kg`, or a product of powers of named units such as `mL/min·kg`.
///
/// Units come from factories (``gram()``, ``literUnit(with:)``), from the algebra (``unitDivided(by:)``), and from
/// text (``init(from:)-(String)``, or ``init(validating:)`` for text that people type).
///
/// ## What a text may hold
///
/// - Named units: `g`, `m`, `L` (also `l`), `Pa`, `s`, `J`, `K`, `S`, `Hz`, `mol`, `V`, `W`, `rad` and `lx`, which take
///   the prefixes `f p n mc m c d da h k M G T`; and `oz lb st in ft yd mi fl_oz_us fl_oz_imp pt_us pt_imp cup_us
///   cup_imp mmHg cmAq atm inHg dBASPL min hr d kcal cal Cal degC degF IU count % dBHL D pD deg appleEffortScore`,
///   which take none.
/// - `mol<M>` is a mole of a substance of M grams a mole. It measures mass, so that `mmol<180.15588>/L` converts to
///   `mg/dL`. A `mol` without M measures an amount and converts to no mass.
/// - `.`, `*` or `·` multiplies; `^` raises to a whole power between -99 and 99; parentheses group; one `/` at most, never
///   inside parentheses, divides by everything that follows it. `1` may stand above the `/`, as in `1/s`.
/// - An empty text or `()` is the null unit.
///
/// ## Which units are compatible
///
/// Units are compatible when they measure the same thing. Volume is length³ and `Hz` is `1/s`; everything else that
/// has a named unit stands for itself. In particular `W` is not compatible with `J/s`, `dBASPL` not with `Pa`, and
/// `Pa`, `J`, `S`, `V`, `lx`, `IU`, `D`, `pD`, `dBHL` and `appleEffortScore` with nothing made of other units. `count`, `%` and the
/// null unit are plain numbers, and `%` is 1, not 1/100: Apple's systems keep 97 % as 0.97.
///
/// A temperature has a zero only where it stands alone. In a product or quotient, as in `degC/min`, degrees are
/// differences, and only their size counts.
///
/// Unlike on Apple's systems, a unit raised to the power 1 is equal to the unit.
///
/// Safe to share between threads: a unit never changes. It is marked unchecked because the class is open, and an open
/// class cannot be checked.
open class HKUnit: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    /// The named units that this one is made of.
    let factors: UnitFactors
    /// The dimension and size.
    let measure: UnitMeasure

    /// Creates a unit from its factors; every other initialiser ends here.
    init(factors: UnitFactors) {
        self.factors = factors
        measure = UnitMeasure(factors)
        super.init()
    }

    /// The unit as text, which ``init(from:)-(String)`` reads back as an equal unit; `()` for the null unit.
    ///
    /// The order of the factors does not depend on how the unit was made: minutes, then named units in a fixed order, those
    /// with a prefix last, then seconds and international units. Molar masses have at most 16 digits. Equal units have equal
    /// texts.
    open var unitString: String { factors.text }

    /// Whether nothing is left of the unit, as in `m/m`.
    ///
    /// `dL/L` is a plain number too, but not null.
    open func isNull() -> Bool { factors.list.isEmpty }

    // MARK: NSObject

    /// Whether the other object is a unit made of the same named units in the same powers.
    ///
    /// `m/s^2` equals `m·s^-2`; `Cal` and `kcal` are of one size, but not equal.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? HKUnit else { return false }
        return self === other || factors == other.factors
    }

    /// A hash that equal units share.
    open override var hash: Int { factors.hashValue }

    /// The same as ``unitString``.
    open override var description: String { unitString }

    // MARK: NSCopying

    /// The unit itself, since it never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    // MARK: NSSecureCoding

    /// Always true.
    open class var supportsSecureCoding: Bool { true }

    /// Writes the unit as its text.
    open func encode(with coder: NSCoder) {
        var archive = HKArchive()
        archive.set(unitString, "unitString")
        coder.encode(archive, forKey: "HKUnit")
    }

    /// Reads a unit that ``encode(with:)`` wrote, or nil where there is none or its text is not a unit.
    public required convenience init?(coder: NSCoder) {
        guard let text = coder.archive(forKey: "HKUnit")?.string("unitString"),
            let factors = try? HKUnitParser.factors(of: text)
        else { return nil }
        self.init(factors: factors)
    }
}

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
