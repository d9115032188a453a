// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// Metadata between the store's JSON and the values that apps see.
package enum StoredMetadata {
    /// The metadata of a sample.
    /// - Parameter isTyped: whether an app saved it with values of their kinds; otherwise all are text, and the
    ///   vocabulary says what kind they are of.
    package static func read(_ json: String, isTyped: Bool) -> [String: HKMetadataValue] {
        var values: [String: HKMetadataValue] = [:]
        for (key, stored) in MetadataPairs.entries(json) {
            // Attributes that a reader did not know, kept beside the metadata.
            if key.hasPrefix("@") { continue }
            if !isTyped, let text = stored.string {
                values[key] = MetadataText.value(text, key: key)
            } else {
                values[key] = value(stored) ?? .string(stored.text)
            }
        }
        return values
    }

    /// Metadata of text, of some part of a sample.
    package static func read(_ pairs: [MetadataPair]) -> [String: HKMetadataValue] {
        var values: [String: HKMetadataValue] = [:]
        for pair in pairs { values[pair.key] = MetadataText.value(pair.value, key: pair.key) }
        return values
    }

    /// The metadata as text, in order of the keys.
    static func pairs(_ metadata: [String: HKMetadataValue]) -> [MetadataPair] {
        metadata.sorted { $0.key < $1.key }.map { MetadataPair(key: $0.key, value: MetadataText.text($0.value)) }
    }

    /// Metadata as an app gave it, in an order that depends on nothing but the entries; nil where there is none.
    package static func write(_ metadata: [String: HKMetadataValue]) -> String? {
        if metadata.isEmpty { return nil }
        return JSONValue.object(metadata.sorted { $0.key < $1.key }.map { ($0.key, json($0.value)) }).text
    }

    /// A value as JSON.
    private static func json(_ value: HKMetadataValue) -> JSONValue {
        switch value {
        case .string(let text): .string(text)
        case .integer(let number): .integer(number)
        case .double(let number): number.isFinite ? .double(number) : .object([("number", .double(number))])
        case .bool(let truth): .bool(truth)
        case .date(let date): .object([("secondsSince2001", .double(date.timeIntervalSinceReferenceDate))])
        case .quantity(let quantity):
            .object([
                ("value", .double(quantity.originalValue)), ("unit", .string(quantity.originalUnit.unitString)),
            ])
        }
    }

    /// Returns a value from its JSON, or nil for JSON that ``json(_:)`` does not write, and for dates and numbers out of range,
    /// which earlier versions allowed.
    package static func value(_ json: JSONValue) -> HKMetadataValue? {
        switch json {
        case .string(let text): return .string(text)
        case .bool(let truth): return .bool(truth)
        case .number(let text):
            if let whole = Int(text) { return .integer(whole) }
            return Double(text).map(HKMetadataValue.double)
        case .object:
            if let seconds = json["secondsSince2001"]?.double {
                guard HKObjectValidation.dates.contains(seconds) else { return nil }
                return .date(Date(timeIntervalSinceReferenceDate: seconds))
            }
            if let value = json["value"]?.double, let unit = json["unit"]?.string.flatMap(StoredUnit.unit) {
                return value.isFinite ? .quantity(HKQuantity(unit: unit, doubleValue: value)) : nil
            }
            return nil
        case .null, .array: return nil
        }
    }
}
