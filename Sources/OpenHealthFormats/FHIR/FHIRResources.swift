// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The person who owns the database, as a patient of FHIR R4.
package enum FHIRPatient {
    /// Returns the patient.
    /// - Parameters:
    ///   - sex: The sex; nil if it is not set or may not be read.
    ///   - birthDate: The year, month and day in the Gregorian calendar; nil if the date is not set or may not be read.
    ///   - isIdentified: Whether to add an identifier, and that the name is unknown, which receivers of files require.
    package static func resource(
        sex: HKBiologicalSex?, birthDate: DateComponents?, isIdentified: Bool = false
    ) -> JSONValue {
        var patient = FHIRJSON(resource: "Patient")
        patient.add("id", FHIRObservation.person)
        if isIdentified { add(identity: &patient) }
        patient.add("gender", sex.flatMap(gender))
        if let year = birthDate?.year, let month = birthDate?.month, let day = birthDate?.day,
            (1...9999).contains(year)
        {
            let parts = [(year, 4), (month, 2), (day, 2)].map { FHIRInstant.padded($0.0, $0.1) }
            patient.add("birthDate", parts.joined(separator: "-"))
        }
        return patient.json
    }

    private static func add(identity patient: inout FHIRJSON) {
        patient.add(
            "identifier",
            [.object([("system", .string("urn:openhealthkit:person")), ("value", .string(FHIRObservation.person))])])
        patient.add(
            "name",
            [
                .object([
                    (
                        "extension",
                        .array([
                            .object([
                                ("url", .string("http://hl7.org/fhir/StructureDefinition/data-absent-reason")),
                                ("valueCode", .string("unknown")),
                            ])
                        ])
                    )
                ])
            ])
    }

    /// FHIR's gender is the administrative gender, the only suitable element.
    private static func gender(_ sex: HKBiologicalSex) -> String? {
        switch sex {
        case .female: "female"
        case .male: "male"
        case .other: "other"
        case .notSet: nil
        }
    }
}

/// Devices as contained resources of observations.
package enum FHIRDevice {
    /// The id within the observation.
    package static let id = "device"

    /// Returns a device, or nil if it has no properties.
    package static func resource(_ device: HKDevice, id: String = FHIRDevice.id) -> JSONValue? {
        var known = FHIRJSON()
        known.add("identifier", identifiers(device))
        known.add("udiCarrier", device.udiDeviceIdentifier.flatMap(carrier).map { [$0] } ?? [])
        known.add("manufacturer", device.manufacturer)
        known.add("deviceName", device.name.flatMap { named("name", $0, "user-friendly-name") }.map { [$0] } ?? [])
        known.add("modelNumber", device.model)
        known.add("version", versions(device))
        if known.isEmpty { return nil }
        guard case .object(let entries) = known.json else { return nil }
        return .object([("resourceType", .string("Device")), ("id", .string(id))] + entries)
    }

    private static func identifiers(_ device: HKDevice) -> [JSONValue] {
        var identifier = FHIRJSON()
        identifier.add("value", device.localIdentifier)
        return identifier.isEmpty ? [] : [identifier.json]
    }

    private static func carrier(_ identifier: String) -> JSONValue? {
        var carrier = FHIRJSON()
        carrier.add("deviceIdentifier", identifier)
        return carrier.isEmpty ? nil : carrier.json
    }

    private static func versions(_ device: HKDevice) -> [JSONValue] {
        [
            ("hardware", device.hardwareVersion), ("firmware", device.firmwareVersion),
            ("software", device.softwareVersion),
        ].compactMap { kind, version in
            var entry = FHIRJSON()
            entry.add("type", .object([("text", .string(kind))]))
            entry.add("value", version)
            return entry.json["value"] == nil ? nil : entry.json
        }
    }

    private static func named(_ key: String, _ text: String, _ type: String) -> JSONValue? {
        var entry = FHIRJSON()
        entry.add(key, text)
        if entry.isEmpty { return nil }
        entry.add("type", type)
        return entry.json
    }
}
