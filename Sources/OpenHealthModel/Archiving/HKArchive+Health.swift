// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension HKArchive {
    // MARK: - Quantities and types

    package mutating func set(_ quantity: HKQuantity?, _ name: String) {
        set(quantity.map(HKArchive.init(quantity:)), name)
    }

    package func quantity(_ name: String) -> HKQuantity? {
        archive(name)?.asQuantity
    }

    private init(quantity: HKQuantity) {
        self.init()
        set(quantity.originalUnit.unitString, "unit")
        set(quantity.originalValue, "value")
    }

    private var asQuantity: HKQuantity? {
        guard let text = string("unit"), let unit = try? HKUnit(validating: text), let value = double("value") else {
            return nil
        }
        return HKQuantity(unit: unit, doubleValue: value)
    }

    package mutating func set(_ unit: HKUnit, _ name: String) { set(unit.unitString, name) }

    package func unit(_ name: String) -> HKUnit? { string(name).flatMap { try? HKUnit(validating: $0) } }

    package mutating func set(_ type: HKObjectType, _ name: String) { set(type.identifier, name) }

    package func type<Kind: HKObjectType>(_ name: String, as kind: Kind.Type) -> Kind? {
        string(name).flatMap { HKObjectType.named($0) } as? Kind
    }

    // MARK: - Dates

    package mutating func set(_ interval: DateInterval?, _ name: String) {
        guard let interval else { return }
        var archive = HKArchive()
        archive.set(interval.start, "start")
        archive.set(interval.duration, "duration")
        set(archive, name)
    }

    package func interval(_ name: String) -> DateInterval? {
        guard let archive = archive(name), let start = archive.date("start"),
            let duration = archive.double("duration"), duration >= 0
        else { return nil }
        return DateInterval(start: start, duration: duration)
    }

    /// Sets the Gregorian components of a day.
    package mutating func set(day: DateComponents?, _ name: String) {
        guard let day else { return }
        var archive = HKArchive()
        archive.set(day.era, "era")
        archive.set(day.year, "year")
        archive.set(day.month, "month")
        archive.set(day.day, "day")
        set(archive, name)
    }

    package func day(_ name: String) -> DateComponents? {
        guard let archive = archive(name) else { return nil }
        return DateComponents(
            era: archive.integer("era"), year: archive.integer("year"), month: archive.integer("month"),
            day: archive.integer("day"))
    }

    // MARK: - Metadata

    package mutating func set(metadata: [String: HKMetadataValue], _ name: String) {
        var archive = HKArchive()
        for (key, value) in metadata {
            var entry = HKArchive()
            switch value {
            case .string(let text): entry.set(text, "string")
            case .integer(let number): entry.set(number, "integer")
            case .double(let number): entry.set(number, "double")
            case .bool(let truth): entry.set(truth, "bool")
            case .date(let date): entry.set(date, "date")
            case .quantity(let quantity): entry.set(quantity, "quantity")
            }
            archive.set(entry, key)
        }
        set(archive, name)
    }

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
