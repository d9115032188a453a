// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// A type identifier of the document.
struct RecordType {
    /// The kind of the type's values.
    enum Kind {
        /// A number with a unit that is compatible with the type's.
        case quantity(HKUnit)
        /// The name of a case, a raw value, or no value.
        case category
        /// An unknown type.
        case unknown
        /// A type whose samples cannot be plain records.
        case other(HealthTypeDescription.Kind)
    }
    /// The index in the type dictionary of the batches.
    var index: Int32
    /// The identifier.
    var identifier: String
    /// The kind of the values.
    var kind: Kind
    /// The unit of the previous record of the type. Records of one type usually share a unit.
    var lastUnit = ContentHash(low: 0, high: 0)
    /// The conversion from the unit of the previous record.
    var lastConversion = UnitOutcome.unknown
    /// The number of illegal bytes in the identifier as written.
    var illegalBytes = 0
}

/// The result of resolving a unit for a type.
enum UnitOutcome {
    /// The conversion to the type's canonical unit.
    case converts(UnitConversion)
    /// The unit has another dimension.
    case incompatible
    /// The unit is unknown.
    case unknown
}

/// The types of a document and the conversions of their units.
struct RecordTypes {
    private var table = HashTable(capacity: 256)
    private(set) var types: [RecordType] = []
    private var conversions: [UnitKey: UnitOutcome] = [:]

    private static let maximumConversions = 4096

    private struct UnitKey: Hashable {
        var type: Int32
        var unit: ContentHash
    }

    /// Returns the index of a type in ``types``; new types are added and appended to `newTypes`.
    @inline(__always)
    mutating func position(of slice: ByteSlice, newTypes: inout [String]) -> Int {
        let hash = slice.hash
        let known = table.value(of: hash)
        if known >= 0 { return Int(known) }
        return add(slice, hash, &newTypes)
    }

    private mutating func add(_ slice: ByteSlice, _ hash: ContentHash, _ newTypes: inout [String]) -> Int {
        let text = slice.text
        let kind: RecordType.Kind
        switch HealthTypes.named(text.string) {
        case .some(let description) where description.kind == .quantity:
            kind = .quantity(HKQuantityType(HKQuantityTypeIdentifier(rawValue: text.string)).canonicalUnit)
        case .some(let description) where description.kind == .category: kind = .category
        case .some(let description): kind = .other(description.kind)
        case nil: kind = .unknown
        }
        let index = Int32(types.count)
        types.append(
            RecordType(index: index, identifier: text.string, kind: kind, illegalBytes: text.illegalBytes))
        newTypes.append(text.string)
        table.insert(hash, index)
        return Int(index)
    }

    /// Returns the result of resolving a unit for the type at an index.
    @inline(__always)
    mutating func outcome(at position: Int, unit: ByteSlice, canonical: HKUnit) -> UnitOutcome {
        let hash = unit.hash
        if types[position].lastUnit == hash { return types[position].lastConversion }
        let key = UnitKey(type: Int32(position), unit: hash)
        let outcome: UnitOutcome
        if let known = conversions[key] {
            outcome = known
        } else {
            outcome = Self.resolve(unit.text.string, canonical)
            // Exports have a few dozen units; invalid units in the input must not exhaust memory.
            if conversions.count >= Self.maximumConversions { conversions.removeAll() }
            conversions[key] = outcome
        }
        types[position].lastUnit = hash
        types[position].lastConversion = outcome
        return outcome
    }

    private static func resolve(_ text: String, _ canonical: HKUnit) -> UnitOutcome {
        // Phones write the micro sign, which HealthKit's unit strings represent as `mc`.
        let spelled = text.replacing("\u{00B5}", with: "mc").replacing("\u{03BC}", with: "mc")
        guard let unit = try? HKUnit(validating: spelled) else { return .unknown }
        guard let conversion = unit.conversion(to: canonical) else { return .incompatible }
        return .converts(conversion)
    }
}
