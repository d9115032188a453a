// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// Samples as observations of FHIR R4.
package enum FHIRObservation {
    /// The id of the patient that the samples belong to.
    package static let person = "person"

    /// Returns the id of the observation for a sample.
    package static func id(_ uuid: UUID) -> String { uuid.uuidString.lowercased() }

    /// Returns a sample as an observation, or nil if its type has none; see `FHIRTypes`.
    /// - Parameter deviceID: A closure that returns the id of a device that is a resource of its own, or nil if the device has no
    ///   properties; nil for devices within the observations.
    ///   - home: The time zone of samples without one; nil for UTC.
    package static func resource(
        _ sample: HKSample, received: Date? = nil, home: TimeZone? = nil, deviceID: ((HKDevice) -> String?)? = nil
    ) -> JSONValue? {
        guard let type = FHIRTypes.named(sample.sampleType.identifier) else { return nil }
        return resource(
            sample, category: FHIRCodes.category(type), code: FHIRCodes.concept(type), profiles: profiles(type),
            received: received, home: home, deviceID: deviceID
        ) { resource in
            add(value: sample, type, to: &resource)
        }
    }

    /// Returns the observation of a sample.
    /// - Parameter value: Adds the value.
    static func resource(
        _ sample: HKSample, category: JSONValue, code: JSONValue, profiles: [String] = [], received: Date? = nil,
        home: TimeZone?, deviceID: ((HKDevice) -> String?)?, value: (inout FHIRJSON) -> Void
    ) -> JSONValue {
        let metadata = FHIRMetadata(sample)
        var resource = FHIRJSON(resource: "Observation")
        resource.add("id", id(sample.uuid))
        resource.add("meta", meta(sample, received, profiles))
        let device = sample.device.flatMap { FHIRDevice.resource($0) }
        if deviceID == nil { resource.add("contained", device.map { [$0] } ?? []) }
        resource.add("extension", metadata.extensions + [FHIRSource.extension(sample.sourceRevision)])
        resource.add("identifier", metadata.identifiers)
        resource.add("status", "final")
        resource.add("category", [category])
        resource.add("code", code)
        resource.add("subject", .object([("reference", .string("Patient/" + person))]))
        add(time: sample, metadata.zone, home: home, to: &resource)
        if metadata.wasUserEntered {
            resource.add("performer", [.object([("reference", .string("Patient/" + person))])])
        }
        value(&resource)
        resource.add("bodySite", metadata.bodySite)
        if device != nil {
            let reference = sample.device.flatMap { deviceID?($0) }.map { "Device/" + $0 } ?? "#" + FHIRDevice.id
            resource.add("device", .object([("reference", .string(reference))]))
        }
        if let correlation = sample as? HKCorrelation {
            resource.add("component", components(correlation))
        }
        return resource.json
    }

    /// Returns the profiles of vital signs that an observation of a type follows: its code and its unit are those of the profile.
    private static func profiles(_ type: FHIRType) -> [String] {
        guard type.category == "vital-signs" else { return [] }
        let base = "http://hl7.org/fhir/StructureDefinition/"
        let own = type.loinc.lazy.compactMap { vitalSigns[$0.code] }.first { $0.unit == nil || $0.unit == type.ucum }
        return [base + (own?.name ?? "vitalsigns")]
    }

    private static let vitalSigns: [String: (name: String, unit: String?)] = [
        "8867-4": ("heartrate", "/min"), "9279-1": ("resprate", "/min"), "2708-6": ("oxygensat", "%"),
        "8310-5": ("bodytemp", "Cel"), "8302-2": ("bodyheight", "cm"), "29463-7": ("bodyweight", "kg"),
        "39156-5": ("bmi", "kg/m2"), "85354-9": ("bp", nil),
    ]

    private static func meta(_ sample: HKSample, _ received: Date?, _ profiles: [String]) -> JSONValue {
        var meta = FHIRJSON()
        meta.add(
            "lastUpdated",
            received.map(FHIRInstant.milliseconds) ?? sample.fields.creationDate.map { FHIRInstant.text($0) })
        meta.add("source", FHIRSource.uri(sample.sourceRevision.source))
        meta.add("profile", profiles.map(JSONValue.string))
        return meta.json
    }

    // MARK: - When

    /// Adds an instant or a period, in the time zone of the sample; a period that has not ended has no end.
    private static func add(
        time sample: HKSample, _ zone: TimeZone?, home: TimeZone?, to resource: inout FHIRJSON
    ) {
        let zoned = zone.map { zone in
            JSONValue.object([("extension", .array([FHIRMetadata.zoneExtension(zone)]))])
        }
        let zone = zone ?? home
        if sample.startDate == sample.endDate {
            resource.add("effectiveDateTime", FHIRInstant.text(sample.startDate, zone: zone))
            resource.add("_effectiveDateTime", zoned)
            return
        }
        var period = FHIRJSON()
        period.add("start", FHIRInstant.text(sample.startDate, zone: zone))
        period.add("_start", zoned)
        if !sample.hasUndeterminedDuration {
            period.add("end", FHIRInstant.text(sample.endDate, zone: zone))
            period.add("_end", zoned)
        }
        resource.add("effectivePeriod", period.json)
    }

    // MARK: - What

    private static func add(value sample: HKSample, _ type: FHIRType, to resource: inout FHIRJSON) {
        switch sample {
        case let sample as HKQuantitySample:
            add(sample.quantity, of: type, to: &resource)
        case let sample as HKCategorySample:
            let enumeration = HealthTypes.named(type.identifier)?.valueEnum ?? ""
            if let coding = FHIRCodes.coding(of: sample.value, in: enumeration) {
                resource.add("valueCodeableConcept", .concept([coding]))
            } else {
                resource.add("valueInteger", .integer(sample.value))
            }
        default: break
        }
    }

    private static func add(_ quantity: HKQuantity?, of type: FHIRType, to resource: inout FHIRJSON) {
        if let quantity = quantity.flatMap({ FHIRCodes.quantity($0, of: type) }) {
            resource.add("valueQuantity", quantity)
        } else {
            resource.add(
                "dataAbsentReason",
                .concept([.coding("http://terminology.hl7.org/CodeSystem/data-absent-reason", "unknown", "Unknown")]))
        }
    }

    /// Returns the readings of a blood pressure.
    private static func components(_ correlation: HKCorrelation) -> [JSONValue] {
        let types: [HKQuantityTypeIdentifier] = [.bloodPressureSystolic, .bloodPressureDiastolic]
        return types.compactMap { identifier in
            guard let type = FHIRTypes.named(identifier.rawValue) else { return nil }
            // There can be several readings of a type, and a set has no order.
            let reading =
                correlation.objects.filter { $0.sampleType.identifier == type.identifier }
                .min { ($0.startDate, $0.uuid.uuidString) < ($1.startDate, $1.uuid.uuidString) } as? HKQuantitySample
            var component = FHIRJSON()
            component.add("code", FHIRCodes.concept(type))
            add(reading?.quantity, of: type, to: &component)
            return component.json
        }
    }
}

/// The sources of samples in FHIR.
enum FHIRSource {
    /// Returns the URI of an app in `meta.source`.
    static func uri(_ source: HKSource) -> String {
        "urn:openhealthkit:source:" + escaped(source.bundleIdentifier)
    }

    private static func escaped(_ text: String) -> String {
        text.utf8.map { byte in
            let letter = Character(Unicode.Scalar(byte))
            let isPlain = letter.isASCII && (letter.isLetter || letter.isNumber || ".-_".contains(letter))
            return isPlain ? String(letter) : "%" + String(byte, radix: 16, uppercase: true).leftPadded
        }.joined()
    }

    /// Returns the bundle identifier of a source; nil if it has none: then the store has its normalised name in place of it.
    private static func identifier(of source: HKSource) -> String? {
        source.bundleIdentifier == SourceIdentity.normalised(source.name) ? nil : source.bundleIdentifier
    }

    /// Returns an extension with the name and version of an app, for which FHIR has no element.
    static func `extension`(_ revision: HKSourceRevision) -> JSONValue {
        let parts: [(String, String?)] = [
            ("name", revision.source.name),
            ("bundleIdentifier", identifier(of: revision.source)),
            ("version", revision.version), ("productType", revision.productType),
        ]
        let extensions = parts.compactMap { url, text -> JSONValue? in
            guard let text, text.contains(where: { !$0.isWhitespace }) else { return nil }
            return .object([("url", .string(url)), ("valueString", .string(text))])
        }
        return .object([("url", .string("urn:openhealthkit:source")), ("extension", .array(extensions))])
    }
}

extension String {
    /// The string, padded to at least two digits.
    fileprivate var leftPadded: String { count < 2 ? "0" + self : self }
}
