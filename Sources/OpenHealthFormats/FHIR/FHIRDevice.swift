// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

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
