// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// Conversions between stored metadata in JSON and the values of Apple's API.
package enum StoredMetadata {
    /// Returns the metadata of a sample.
    /// - Parameter isTyped: Whether an app saved the metadata with typed values; otherwise all values are strings, and the
    ///   vocabulary determines their types.
    package static func read(_ json: String, isTyped: Bool) -> [String: HKMetadataValue] {
        var values: [String: HKMetadataValue] = [:]
        for (key, stored) in MetadataPairs.entries(json) {
            // Keys with this prefix are unknown attributes that an import keeps with the metadata.
            if key.hasPrefix("@") { continue }
            if !isTyped, let text = stored.string {
                values[key] = MetadataText.value(text, key: key)
            } else {
                values[key] = value(stored) ?? .string(stored.text)
            }
        }
        return values
    }

    /// Returns metadata from pairs of strings, such as those of a workout event.
    package static func read(_ pairs: [MetadataPair]) -> [String: HKMetadataValue] {
        var values: [String: HKMetadataValue] = [:]
        for pair in pairs { values[pair.key] = MetadataText.value(pair.value, key: pair.key) }
        return values
    }

    /// Returns the metadata as strings, sorted by key.
    package static func pairs(_ metadata: [String: HKMetadataValue]) -> [MetadataPair] {
        metadata.sorted { $0.key < $1.key }.map { MetadataPair(key: $0.key, value: MetadataText.text($0.value)) }
    }

    /// Returns an app's metadata as JSON, in an order that depends only on the entries, or nil if the metadata is empty.
    package static func write(_ metadata: [String: HKMetadataValue]) -> String? {
        if metadata.isEmpty { return nil }
        return JSONValue.object(metadata.sorted { $0.key < $1.key }.map { ($0.key, json($0.value)) }).text
    }

    /// Returns a value as JSON.
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

    /// Returns the value of JSON that ``json(_:)`` writes. Returns nil for other JSON, and for dates and numbers out of range,
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
