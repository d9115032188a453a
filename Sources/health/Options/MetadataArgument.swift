// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// Metadata as people type it: `KEY=VALUE`.
enum MetadataArgument {
    /// Parses entries; the values of predefined keys are converted to their types, all others are strings.
    /// - Parameter zone: The time zone of dates without one.
    static func parse(_ entries: [String], zone: TimeZone) throws -> [String: Any] {
        var metadata: [String: Any] = [:]
        for entry in entries {
            guard let equals = entry.firstIndex(of: "="), equals > entry.startIndex else {
                throw ToolError(
                    .badArgument, "--metadata takes a key and a value",
                    remedy: "write KEY=VALUE, as in HKWasUserEntered=1")
            }
            let key = String(entry[..<equals])
            guard metadata[key] == nil else {
                throw ToolError(
                    .badArgument, "--metadata gives \(key.debugDescription) twice", remedy: "give each key once")
            }
            metadata[key] = try value(String(entry[entry.index(after: equals)...]), of: key, zone: zone)
        }
        return metadata
    }

    private static func value(_ text: String, of key: String, zone: TimeZone) throws -> Any {
        switch HealthMetadataKeys.valueKind(key) {
        case .number:
            guard let number = TypedNumber.parse(text) else { throw wrong(key, "a number") }
            return Int(exactly: number).map { NSNumber(value: $0) } ?? NSNumber(value: number)
        case .bool:
            switch text.lowercased() {
            case "1", "true", "yes": return NSNumber(value: true)
            case "0", "false", "no": return NSNumber(value: false)
            default: throw wrong(key, "1 or 0")
            }
        case .date:
            return try DateParser(timeZone: zone, now: Date()).span(text).start
        case .quantity:
            let parts = text.split(separator: " ", maxSplits: 1)
            guard parts.count == 2, let number = TypedNumber.parse(String(parts[0])),
                let unit = try? HKUnit(validating: String(parts[1]))
            else { throw wrong(key, "a number, a space and a unit") }
            return HKQuantity(unit: unit, doubleValue: number)
        case .string, nil:
            return text
        }
    }

    private static func wrong(_ key: String, _ form: String) -> ToolError {
        ToolError(.badArgument, "the value of \(key) cannot be read", remedy: "give it as \(form)")
    }
}
