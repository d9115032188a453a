// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// A cached type for reading its samples.
package final class StoredType {
    let number: Int64
    package let identifier: String
    /// The description; nil for an unknown type.
    let description: HealthTypeDescription?
    /// The unit of stored values.
    let unit: String?
    /// The hash for the UUIDs of imported samples.
    let hash: ContentHash
    /// Whether the stored value is a value of the sample. For some kinds, it only distinguishes samples with the same start date.
    let hasValue: Bool
    let canonical: HKUnit?
    /// The type of Apple's API; nil if it isn't a sample type.
    package let sampleType: HKSampleType?
    private let valueEnum: String?
    private var originals: [String: OriginalValue?] = [:]
    private var units: [String: HKUnit?] = [:]
    private var writings: [Int64: Writing] = [:]
    private var latest: (provenance: Int64, writing: Writing)?

    /// The unit of the values of a provenance.
    private struct Writing {
        var unit: HKUnit
        /// The conversion from the stored unit; nil if values are stored as they were written.
        var original: OriginalValue?
    }

    init(number: Int64, identifier: String, unit: String?) {
        self.number = number
        self.identifier = identifier
        self.unit = unit
        description = HealthTypes.named(identifier)
        var hash = ContentHash.empty
        hash.combine(identifier)
        self.hash = hash
        switch description?.kind {
        case .quantity, .category: hasValue = true
        // Unknown types can have values. They include the types of clinical records, such as `Patient`, whose samples have no
        // value.
        case nil: hasValue = true
        default: hasValue = false
        }
        canonical = unit.flatMap(StoredUnit.unit)
        sampleType = HKObjectType.named(identifier) as? HKSampleType
        valueEnum = description?.kind == .category ? description?.valueEnum : nil
    }

    /// Returns the name of a category's value.
    func valueName(_ value: Double) -> String? {
        guard let valueEnum, let raw = Int(exactly: value) else { return nil }
        return HealthEnums.caseName(ofEnum: valueEnum, rawValue: raw)
    }

    /// Returns a value converted to the unit that it was written in, or nil if the unit is nil or incompatible.
    func original(_ value: Double, unit: String?) -> Double? {
        guard let unit else { return nil }
        if unit == self.unit || canonical == nil { return value }
        if let known = originals[unit] { return known?(value) }
        let conversion = canonical.flatMap { canonical in
            written(unit).flatMap { OriginalValue(canonical: canonical, original: $0) }
        }
        originals[unit] = conversion
        return conversion?(value)
    }

    /// Returns the unit of a string, or nil for an unknown unit.
    func written(_ unit: String) -> HKUnit? {
        if let known = units[unit] { return known }
        let found = StoredUnit.unit(unit)
        units[unit] = found
        return found
    }

    /// Returns a stored value in the unit that it was written in.
    /// - Parameters:
    ///   - provenance: The number of the provenance.
    ///   - text: The unit of the provenance, as written.
    func quantity(_ value: Double, provenance: Int64, unit text: String?, of sampleType: HKQuantityType) -> HKQuantity {
        let writing: Writing
        if let latest, latest.provenance == provenance {
            writing = latest.writing
        } else {
            writing = writings[provenance] ?? self.writing(text, sampleType)
            writings[provenance] = writing
            latest = (provenance, writing)
        }
        return HKQuantity(unit: writing.unit, doubleValue: writing.original?(value) ?? value)
    }

    private func writing(_ text: String?, _ sampleType: HKQuantityType) -> Writing {
        let stored = canonical ?? sampleType.canonicalUnit
        guard let text, let unit = written(text) else { return Writing(unit: stored) }
        guard let canonical, text != self.unit else { return Writing(unit: unit) }
        guard let original = OriginalValue(canonical: canonical, original: unit) else { return Writing(unit: stored) }
        return Writing(unit: unit, original: original)
    }

    /// Returns the operand of a predicate in the unit of stored values, or nil if it isn't a compatible finite quantity.
    func canonicalValue(_ value: PredicateValue) -> Double? {
        guard case .quantity(let quantity) = value, let canonical, let number = try? quantity.value(in: canonical),
            number.isFinite
        else { return nil }
        return number
    }
}

/// Units in the spelling of their source.
package enum StoredUnit {
    /// Returns the unit of a string, or nil for an unknown unit.
    ///
    /// Phones write the micro sign as either of its two characters; HealthKit's unit strings use `mc`.
    package static func unit(_ text: String) -> HKUnit? {
        try? HKUnit(validating: text.replacing("\u{00B5}", with: "mc").replacing("\u{03BC}", with: "mc"))
    }

    /// Returns the quantity of a value and a unit string, or nil if either can't be read.
    package static func quantity(_ value: String?, _ unit: String?) -> HKQuantity? {
        guard let number = value.flatMap(Double.init), number.isFinite, let unit = unit.flatMap(self.unit) else {
            return nil
        }
        return HKQuantity(unit: unit, doubleValue: number)
    }
}
