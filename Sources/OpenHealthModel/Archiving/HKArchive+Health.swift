// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension HKArchive {
    // MARK: - Quantities and types

    package func quantity(_ name: String) -> HKQuantity? {
        archive(name)?.asQuantity
    }

    private var asQuantity: HKQuantity? {
        guard let text = string("unit"), let unit = try? HKUnit(validating: text), let value = double("value") else {
            return nil
        }
        return HKQuantity(unit: unit, doubleValue: value)
    }

    package func unit(_ name: String) -> HKUnit? { string(name).flatMap { try? HKUnit(validating: $0) } }

    package func type<Kind: HKObjectType>(_ name: String, as kind: Kind.Type) -> Kind? {
        string(name).flatMap { HKObjectType.named($0) } as? Kind
    }

    // MARK: - Dates

    package func interval(_ name: String) -> DateInterval? {
        guard let archive = archive(name), let start = archive.date("start"),
            let duration = archive.double("duration"), duration >= 0
        else { return nil }
        return DateInterval(start: start, duration: duration)
    }

    package func day(_ name: String) -> DateComponents? {
        guard let archive = archive(name) else { return nil }
        return DateComponents(
            era: archive.integer("era"), year: archive.integer("year"), month: archive.integer("month"),
            day: archive.integer("day"))
    }

    // MARK: - Metadata

    /// Returns the metadata, or `nil` if a value cannot be decoded.
    package func metadata(_ name: String) -> [String: HKMetadataValue]? {
        guard let archive = archive(name) else { return nil }
        var result: [String: HKMetadataValue] = [:]
        for key in archive.values.keys {
            guard let value = archive.archive(key)?.metadataValue else { return nil }
            result[key] = value
        }
        return result
    }

    private var metadataValue: HKMetadataValue? {
        switch values.keys.first {
        case "string": string("string").map(HKMetadataValue.string)
        case "integer": integer("integer").map(HKMetadataValue.integer)
        case "double": double("double").map(HKMetadataValue.double)
        case "bool": bool("bool").map(HKMetadataValue.bool)
        case "date": date("date").map(HKMetadataValue.date)
        case "quantity": quantity("quantity").map(HKMetadataValue.quantity)
        default: nil
        }
    }
}
