// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The metadata of a sample: entries with a corresponding element in FHIR, and the others as extensions, so that nothing is lost.
struct FHIRMetadata {
    /// The time zone of the sample.
    private(set) var zone: TimeZone?
    /// Whether the person entered the sample.
    private(set) var wasUserEntered = false
    /// The body site of the measurement.
    private(set) var bodySite: JSONValue?
    /// The identifiers of the sample in other systems.
    private(set) var identifiers: [JSONValue] = []
    /// The other entries.
    private(set) var extensions: [JSONValue] = []

    init(_ sample: HKSample) {
        for (key, value) in sample.fields.metadata.sorted(by: { $0.key < $1.key }) where !take(key, value) {
            if let json = Self.extension(key, value) { extensions.append(json) }
        }
    }

    /// Stores an entry in its corresponding element in FHIR, and returns whether there is one.
    private mutating func take(_ key: String, _ value: HKMetadataValue) -> Bool {
        switch (key, value) {
        case (HKMetadataKeyTimeZone, .string(let name)):
            zone = TimeZone(identifier: name)
            return zone != nil
        case (HKMetadataKeyWasUserEntered, _):
            wasUserEntered = value == .bool(true) || value == .integer(1)
            return wasUserEntered
        case (HKMetadataKeyExternalUUID, .string(let name)):
            guard name.contains(where: { !$0.isWhitespace }) else { return false }
            identifiers.append(
                .object([("system", .string("urn:openhealthkit:external-uuid")), ("value", .string(name))]))
            return true
        case (HKMetadataKeyBodyTemperatureSensorLocation, .integer(let number)),
            (HKMetadataKeyHeartRateSensorLocation, .integer(let number)):
            guard bodySite == nil, let coding = Self.coding(key, number) else { return false }
            bodySite = .concept([coding])
            return true
        default: return false
        }
    }

    private static func coding(_ key: String, _ number: Int) -> JSONValue? {
        HealthMetadataKeys.valueEnum(key).flatMap { FHIRCodes.coding(of: number, in: $0) }
    }

    /// Returns the name of a time zone, for a time that is written with its offset.
    static func zoneExtension(_ zone: TimeZone) -> JSONValue {
        .object([
            ("url", .string("http://hl7.org/fhir/StructureDefinition/tz-code")),
            ("valueCode", .string(zone.identifier)),
        ])
    }

    // MARK: - Extensions

    private static func `extension`(_ key: String, _ value: HKMetadataValue) -> JSONValue? {
        guard key.contains(where: { !$0.isWhitespace }), let (kind, json) = typed(key, value) else { return nil }
        return .object([
            ("url", .string("urn:openhealthkit:metadata")),
            (
                "extension",
                .array([
                    .object([("url", .string("key")), ("valueString", .string(key))]),
                    .object([("url", .string("value")), (kind, json)]),
                ])
            ),
        ])
    }

    /// Returns a value with the name of its type in FHIR, or nil if FHIR cannot represent it, such as an empty string.
    private static func typed(_ key: String, _ value: HKMetadataValue) -> (key: String, value: JSONValue)? {
        switch value {
        case .string(let text): text.contains { !$0.isWhitespace } ? ("valueString", .string(text)) : nil
        case .integer(let number):
            if let coding = coding(key, number) {
                ("valueCoding", coding)
            } else if Int32(exactly: number) != nil {
                ("valueInteger", .integer(number))
            } else {
                ("valueDecimal", .integer(number))
            }
        case .double(let number): FHIRNumber.json(number).map { ("valueDecimal", $0) }
        case .bool(let truth): ("valueBoolean", .bool(truth))
        case .date(let date): ("valueDateTime", .string(FHIRInstant.text(date)))
        case .quantity(let quantity): FHIRCodes.quantity(quantity).map { ("valueQuantity", $0) }
        }
    }
}
