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

extension HKUnit {
    /// Returns the product of this unit and another.
    ///
    /// - Precondition: No resulting power exceeds 99.
    ///
    /// - Parameter unit: The unit to multiply by.
    /// - Returns: A unit with the powers of both units added.
    public func unitMultiplied(by unit: HKUnit) -> HKUnit {
        combined(with: unit, power: 1)
    }

    /// Returns the quotient of this unit and another.
    ///
    /// - Precondition: No resulting power is less than -99.
    ///
    /// - Parameter unit: The unit to divide by.
    /// - Returns: A unit with the other unit's powers subtracted.
    public func unitDivided(by unit: HKUnit) -> HKUnit {
        combined(with: unit, power: -1)
    }

    /// Returns this unit raised to a power; the power 0 returns the null unit, the power 1 the unit itself.
    ///
    /// - Precondition: Every resulting power is between -99 and 99.
    ///
    /// - Parameter power: The power, which can be any integer that satisfies the precondition.
    /// - Returns: A unit with the power of each factor multiplied.
    public func unitRaised(toPower power: Int) -> HKUnit {
        guard let raised = factors.raised(to: power) else { violationUnitExponentOutOfRange() }
        return HKUnit(factors: raised)
    }

    /// Returns one divided by the unit.
    public func reciprocal() -> HKUnit {
        unitRaised(toPower: -1)
    }

    private func combined(with unit: HKUnit, power: Int) -> HKUnit {
        guard let product = factors.multiplied(by: unit.factors, power: power) else {
            violationUnitExponentOutOfRange()
        }
        return HKUnit(factors: product)
    }
}

extension HKUnit {
    /// Returns a Boolean value that indicates whether values in this unit can be converted to the other.
    ///
    /// This method is not part of Apple's API, which offers it on ``HKQuantity`` only.
    ///
    /// - Parameter unit: The other unit.
    /// - Returns: `true` if both units have the same dimension; see ``HKUnit``.
    public func `is`(compatibleWith unit: HKUnit) -> Bool {
        self === unit || measure.dimension == unit.measure.dimension
    }

    /// Returns the conversion from this unit to another, for use with many values.
    ///
    /// - Parameter target: The unit to convert to.
    /// - Returns: The conversion, which is the identity if the units are equal; `nil` if they are not compatible.
    package func conversion(to target: HKUnit) -> UnitConversion? {
        if self === target || factors == target.factors { return .identity }
        guard measure.dimension == target.measure.dimension else { return nil }
        return UnitConversion(from: measure, to: target.measure)
    }

    /// Converts a value as Apple's systems do: `value * scale(from) / scale(to)`, where a scale is a product of doubles.
    /// The result can differ from ``conversion(to:)`` in its last digit: 7 ft is 2.1336 m, and 2.1336 m is
    /// 6.999999999999999 ft.
    ///
    /// - Parameters:
    ///   - value: The value in this unit.
    ///   - target: The unit to convert to.
    /// - Returns: The value in the other unit, unchanged if the units are equal; `nil` if they are not compatible.
    func plainlyConverted(_ value: Double, to target: HKUnit) -> Double? {
        guard let exact = conversion(to: target) else { return nil }
        let (scale, targetScale) = (measure.scale, target.measure.scale)
        // Temperatures also need the difference of the zeros, and the size of units such as Tm^99 overflows a double.
        guard exact != .identity, measure.zero == 0, target.measure.zero == 0, scale.isNormal, targetScale.isNormal
        else { return exact(value) }
        return value * scale / targetScale
    }

    /// The conversion from this unit to the unit in which all units compatible with it are compared.
    var conversionForComparing: UnitConversion {
        UnitConversion(from: measure, to: UnitMeasure(comparing: measure.dimension))
    }
}

extension HKUnit {
    /// Creates a unit from a string such as `mg/dL`; see ``HKUnit`` for the syntax.
    ///
    /// Traps if the string is not a unit, as on Apple platforms, so use this initializer for string literals. For strings
    /// that people type or that come from files, use ``init(validating:)``.
    ///
    /// - Parameter string: The unit in the syntax of ``unitString``.
    public convenience init(from string: String) {
        do throws(HKUnitParseError) {
            try self.init(validating: string)
        } catch {
            violationInvalidUnitString(error)
        }
    }

    /// Creates a unit from a string such as `mg/dL`, throwing an error if the string is not a unit. Not part of Apple's API.
    ///
    /// - Parameter string: The unit in the syntax of ``unitString``; see ``HKUnit``.
    /// - Throws: ``HKUnitParseError`` with the position and kind of the error if the string is not a unit.
    public convenience init(validating string: String) throws(HKUnitParseError) {
        self.init(factors: try HKUnitParser.factors(of: string))
    }
}
