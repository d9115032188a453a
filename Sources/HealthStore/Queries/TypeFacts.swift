// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthModel

/// What there is to know of a type while its samples are read.
final class TypeFacts {
    let number: Int64
    let identifier: String
    /// What the vocabulary knows; nil for a type that nobody knows.
    let description: HealthTypeDescription?
    /// The unit that values are stored in.
    let unit: String?
    /// What the UUIDs of imported samples are made with.
    let hash: ContentHash
    /// Whether the stored value is a value: of some kinds it only tells samples of one start apart.
    let hasValue: Bool
    let canonical: HKUnit?
    private let valueEnum: String?
    private var originals: [String: OriginalValue?] = [:]
    private var units: [String: HKUnit?] = [:]

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
        // Names such as `Patient` belong to clinical records, whose value tells them apart.
        case nil: hasValue = identifier.hasPrefix("HK")
        default: hasValue = false
        }
        canonical = unit.flatMap(StoredUnit.unit)
        valueEnum = description?.kind == .category ? description?.valueEnum : nil
    }

    /// The name of a category's value.
    func valueName(_ value: Double) -> String? {
        guard let valueEnum, let raw = Int(exactly: value) else { return nil }
        return HealthEnums.caseName(ofEnum: valueEnum, rawValue: raw)
    }

    /// The value as it was written in a unit; nil where the unit does not fit or there is none.
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

    /// The unit that values were written in; nil where nobody knows it.
    func written(_ unit: String) -> HKUnit? {
        if let known = units[unit] { return known }
        let found = StoredUnit.unit(unit)
        units[unit] = found
        return found
    }
}
