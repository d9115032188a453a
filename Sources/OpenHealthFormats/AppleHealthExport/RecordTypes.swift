// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// A type identifier of the document.
struct RecordType {
    /// How the type's values are read.
    enum Kind {
        /// A number with a unit that fits the type's.
        case quantity(HKUnit)
        /// The name of a case, or a raw value, or nothing.
        case category
        /// An unknown type.
        case unknown
        /// Not at all: samples of the type are more than plain records.
        case other(HealthTypeDescription.Kind)
    }
    /// The index in the dictionary that goes out with the batches.
    var index: Int32
    /// The identifier.
    var identifier: String
    /// How values are read.
    var kind: Kind
    /// The unit of the previous record of the type, and what became of it: records of one type share a unit.
    var lastUnit = ContentHash(low: 0, high: 0)
    /// The conversion from the unit of the previous record.
    var lastConversion = UnitOutcome.unknown
    /// Illegal bytes in the identifier as written.
    var illegalBytes = 0
}

/// The meaning of a unit for a type.
enum UnitOutcome {
    /// This makes it the type's canonical unit.
    case converts(UnitConversion)
    /// The unit is of another dimension.
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

    /// The position of a type in ``types``; names that are new are added and appended to `newTypes`.
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

    /// Returns the meaning of a unit for the type at a position.
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
            // Exports have a few dozen; an input with made-up units must not exhaust memory.
            if conversions.count >= Self.maximumConversions { conversions.removeAll() }
            conversions[key] = outcome
        }
        types[position].lastUnit = hash
        types[position].lastConversion = outcome
        return outcome
    }

    private static func resolve(_ text: String, _ canonical: HKUnit) -> UnitOutcome {
        // The phone writes the micro sign, which HealthKit's own unit strings spell `mc`.
        let spelled = text.replacing("\u{00B5}", with: "mc").replacing("\u{03BC}", with: "mc")
        guard let unit = try? HKUnit(validating: spelled) else { return .unknown }
        guard let conversion = unit.conversion(to: canonical) else { return .incompatible }
        return .converts(conversion)
    }
}
