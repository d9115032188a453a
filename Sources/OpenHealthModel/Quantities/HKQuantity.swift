// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A value with its unit. It never changes.
public final class HKQuantity: NSObject, NSCopying, NSSecureCoding, Sendable {
    private let unit: HKUnit
    private let value: Double

    /// Creates a quantity.
    ///
    /// - Parameters:
    ///   - unit: The unit that the value is given in.
    ///   - value: How many of them.
    public init(unit: HKUnit, doubleValue value: Double) {
        self.unit = unit
        self.value = value
        super.init()
    }

    /// The unit that the quantity was made with.
    package var originalUnit: HKUnit { unit }

    /// The value in the unit that the quantity was made with.
    package var originalValue: Double { value }

    /// Whether the value can be given in a unit.
    ///
    /// - Parameter unit: The unit to ask about.
    public func `is`(compatibleWith unit: HKUnit) -> Bool {
        self.unit.is(compatibleWith: unit)
    }

    /// Returns the value in a unit, to the last digit as on Apple's systems: the value times the size of its unit, divided by the size
    /// of the other. ``value(in:)`` rounds less.
    ///
    /// - Parameter unit: A unit that the quantity is compatible with; the process stops at any other, as on
    ///   Apple's systems. ``value(in:)`` throws instead.
    /// - Returns: The value, unchanged where the quantity was made with an equal unit.
    public func doubleValue(for unit: HKUnit) -> Double {
        guard let converted = self.unit.plainlyConverted(value, to: unit) else {
            violationIncompatibleUnits(self.unit, unit)
        }
        return converted
    }

    /// The value in a unit, or an error where it cannot be given in that unit. Not part of Apple's API.
    ///
    /// The ratio of the units is kept as a fraction, so that 84 inches are 7 feet; the store converts in this way.
    ///
    /// - Parameter unit: Any unit.
    /// - Returns: The value, unchanged where the quantity was made with an equal unit.
    /// - Throws: ``HKUnitConversionError`` where the units do not measure the same thing.
    public func value(in unit: HKUnit) throws(HKUnitConversionError) -> Double {
        guard let conversion = self.unit.conversion(to: unit) else {
            throw HKUnitConversionError(code: .incompatibleUnits, source: self.unit, target: unit)
        }
        return conversion(value)
    }

    /// Returns the value in a compatible unit, converted as the store converts; the process stops at any other unit.
    package func exactValue(in unit: HKUnit) -> Double {
        guard let conversion = self.unit.conversion(to: unit) else { violationIncompatibleUnits(self.unit, unit) }
        return conversion(value)
    }

    /// Which of two quantities is larger.
    ///
    /// - Parameter quantity: A quantity of something that is measured in compatible units; the process stops at any
    ///   other, as on Apple's systems.
    /// - Returns: Ascending where the other is larger; the same where they are equal or one is not a number.
    public func compare(_ quantity: HKQuantity) -> ComparisonResult {
        guard self.is(compatibleWith: quantity.unit) else { violationIncompatibleUnits(unit, quantity.unit) }
        let (mine, theirs) = (comparable, quantity.comparable)
        return mine < theirs ? .orderedAscending : mine > theirs ? .orderedDescending : .orderedSame
    }

    /// The value in the one unit in which everything compatible is compared.
    ///
    /// Comparing, equality and hash all use this one number, because two values that are equal in one unit may differ
    /// in another by a rounding, and equality has to be the same from both sides.
    private var comparable: Double { unit.conversionForComparing(value) }

    // MARK: NSObject

    /// Whether the other object is a quantity of the same size, in whatever unit it was made: 1 ft equals 12 in.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? HKQuantity else { return false }
        return self === other || (self.is(compatibleWith: other.unit) && comparable == other.comparable)
    }

    /// A hash that equal quantities share.
    public override var hash: Int {
        var hasher = Hasher()
        hasher.combine(unit.measure.dimension)
        hasher.combine(comparable)
        return hasher.finalize()
    }

    /// The value and the unit that the quantity was made with, such as `5 mg/dL`.
    public override var description: String {
        let digits = "\(value)"
        return "\(digits.hasSuffix(".0") ? String(digits.dropLast(2)) : digits) \(unit.unitString)"
    }

    // MARK: NSCopying

    /// The quantity itself, since it never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    // MARK: NSSecureCoding

    /// Always true.
    public static var supportsSecureCoding: Bool { true }

    /// Writes the value and the unit that the quantity was made with.
    public func encode(with coder: NSCoder) {
        var archive = HKArchive()
        archive.set(unit, "unit")
        archive.set(value, "value")
        coder.encode(archive, forKey: "HKQuantity")
    }

    /// Reads a quantity that ``encode(with:)`` wrote, or nil where there is none or the text of its unit is not a unit.
    public required init?(coder: NSCoder) {
        guard let archive = coder.archive(forKey: "HKQuantity"), let unit = archive.unit("unit"),
            let value = archive.double("value")
        else { return nil }
        self.unit = unit
        self.value = value
        super.init()
    }
}
