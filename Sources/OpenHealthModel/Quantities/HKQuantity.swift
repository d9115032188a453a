// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An immutable value with a unit.
public final class HKQuantity: NSObject, NSCopying, NSSecureCoding, HKArchivedObject, Sendable {
    private let unit: HKUnit
    private let value: Double

    /// Creates a quantity.
    ///
    /// - Parameters:
    ///   - unit: The unit of the value.
    ///   - value: The value.
    public init(unit: HKUnit, doubleValue value: Double) {
        self.unit = unit
        self.value = value
    }

    /// The unit that the quantity was created with.
    package var originalUnit: HKUnit { unit }

    /// The value in the unit that the quantity was created with.
    package var originalValue: Double { value }

    /// Returns a Boolean value that indicates whether the value can be converted to a unit.
    ///
    /// - Parameter unit: The unit.
    public func `is`(compatibleWith unit: HKUnit) -> Bool {
        self.unit.is(compatibleWith: unit)
    }

    /// Returns the value in a unit, identical to Apple platforms in all digits: the value times the size of its unit,
    /// divided by the size of the other. ``value(in:)`` is more precise.
    ///
    /// - Precondition: The unit is compatible with the quantity, as on Apple platforms. ``value(in:)`` throws an error instead.
    ///
    /// - Parameter unit: A unit that is compatible with the quantity.
    /// - Returns: The value, unchanged if the quantity was created with an equal unit.
    public func doubleValue(for unit: HKUnit) -> Double {
        guard let converted = self.unit.plainlyConverted(value, to: unit) else {
            violationIncompatibleUnits(self.unit, unit)
        }
        return converted
    }

    /// Returns the value in a unit, or throws an error if the unit is incompatible. Not part of Apple's API.
    ///
    /// The ratio of the units is stored as a fraction, so 84 inches are exactly 7 feet; the store uses the same conversion.
    ///
    /// - Parameter unit: Any unit.
    /// - Returns: The value, unchanged if the quantity was created with an equal unit.
    /// - Throws: ``HKUnitConversionError`` if the units are incompatible.
    public func value(in unit: HKUnit) throws(HKUnitConversionError) -> Double {
        guard let conversion = self.unit.conversion(to: unit) else {
            throw HKUnitConversionError(code: .incompatibleUnits, source: self.unit, target: unit)
        }
        return conversion(value)
    }

    /// Returns the value in a compatible unit, converted as in the store. Traps if the unit is incompatible.
    package func exactValue(in unit: HKUnit) -> Double {
        guard let conversion = self.unit.conversion(to: unit) else { violationIncompatibleUnits(self.unit, unit) }
        return conversion(value)
    }

    /// Compares two quantities.
    ///
    /// - Precondition: The units of the quantities are compatible, as on Apple platforms.
    ///
    /// - Parameter quantity: A quantity with a compatible unit.
    /// - Returns: `orderedAscending` if the other quantity is larger; `orderedSame` if they are equal or one is NaN.
    public func compare(_ quantity: HKQuantity) -> ComparisonResult {
        guard self.is(compatibleWith: quantity.unit) else { violationIncompatibleUnits(unit, quantity.unit) }
        let (mine, theirs) = (comparable, quantity.comparable)
        return mine < theirs ? .orderedAscending : mine > theirs ? .orderedDescending : .orderedSame
    }

    /// The value in the unit in which all compatible quantities are compared.
    ///
    /// Comparison, equality and hash all use this number, because values that are equal in one unit can differ by a
    /// rounding error in another, and equality must be symmetric.
    private var comparable: Double { unit.conversionForComparing(value) }

    // MARK: NSObject

    /// Returns a Boolean value that indicates whether the other object is an equal quantity in any unit: 1 ft equals 12 in.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? HKQuantity else { return false }
        return self === other || (self.is(compatibleWith: other.unit) && comparable == other.comparable)
    }

    /// The hash value, which is the same for equal quantities.
    public override var hash: Int {
        var hasher = Hasher()
        hasher.combine(unit.measure.dimension)
        hasher.combine(comparable)
        return hasher.finalize()
    }

    /// The value and the unit that the quantity was created with, such as `5 mg/dL`.
    public override var description: String {
        let digits = "\(value)"
        return "\(digits.hasSuffix(".0") ? String(digits.dropLast(2)) : digits) \(unit.unitString)"
    }

    // MARK: NSCopying

    /// Returns the quantity itself, because it is immutable.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    // MARK: HKArchivedObject

    var archive: HKArchive { ["unit": unit, "value": value] }

    /// Creates a quantity that `encode(with:)` encoded, or returns `nil` if the archive contains none or its unit is invalid.
    public convenience init?(coder: NSCoder) {
        guard let archive = coder.archive(forKey: Self.archiveKey), let unit = archive.unit("unit"),
            let value = archive.double("value")
        else { return nil }
        self.init(unit: unit, doubleValue: value)
    }
}
