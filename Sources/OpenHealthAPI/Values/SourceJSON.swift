// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// A version of an app on a machine:
/// `{"name", "bundleIdentifier", "version", "productType", "operatingSystemVersion": "17.2.0"}`, without unknown values.
package struct SourceJSON: JSONRepresentable {
    package var revision: HKSourceRevision

    package init(_ revision: HKSourceRevision) {
        self.revision = revision
    }

    package static let format = JSONFormat<SourceJSON>.object(
        named: "Revision", about: "A version of an app or device on a machine, without what is not known.",
        .required("name", \.revision.source.name, .string),
        .required("bundleIdentifier", \.revision.source.bundleIdentifier, .string),
        .optional("version", \.revision.version, .string), .optional("productType", \.revision.productType, .string),
        .optional("operatingSystemVersion", \.knownSystem, .system)
    ) { name, bundleIdentifier, version, productType, system in
        SourceJSON(
            HKSourceRevision(
                source: HKSource(name: name, bundleIdentifier: bundleIdentifier), version: version,
                productType: productType, operatingSystemVersion: system ?? unknownSystem))
    }

    private static let unknownSystem = OperatingSystemVersion(majorVersion: 0, minorVersion: 0, patchVersion: 0)

    /// The version of the system; nil for 0.0.0, the value for an unknown version.
    private var knownSystem: OperatingSystemVersion? {
        let system = revision.operatingSystemVersion
        let isKnown = system.majorVersion != 0 || system.minorVersion != 0 || system.patchVersion != 0
        return isKnown ? system : nil
    }
}

extension JSONFormat where Value == OperatingSystemVersion {
    /// The format of three numbers, such as 17.2.0.
    fileprivate static var system: JSONFormat {
        JSONFormat(.string(pattern: #"^-?[0-9]{1,9}\.-?[0-9]{1,9}\.-?[0-9]{1,9}$"#)) { system in
            .string("\(system.majorVersion).\(system.minorVersion).\(system.patchVersion)")
        } decode: { (json) throws(Problem) in
            let parts = try json.string().split(separator: ".", omittingEmptySubsequences: false)
            let numbers = parts.compactMap { Int($0) }
            guard numbers.count == 3, parts.count == 3 else {
                throw json.problem("Expected three numbers with points between them, such as 17.2.0.")
            }
            return OperatingSystemVersion(
                majorVersion: numbers[0], minorVersion: numbers[1], patchVersion: numbers[2])
        }
    }
}

/// A device: an object of strings, without unknown values.
package struct DeviceJSON: JSONRepresentable {
    package var device: HKDevice

    package static let keys = [
        "name", "manufacturer", "model", "hardwareVersion", "firmwareVersion", "softwareVersion", "localIdentifier",
        "udiDeviceIdentifier",
    ]

    package init(_ device: HKDevice) {
        self.device = device
    }

    package static let format = JSONFormat<DeviceJSON>(
        name: "Device",
        JSONSchema.object(required: [], optional: keys.map { ($0, .string()) })
            .described("The device, without unknown properties.")
    ) { value in
        .object(
            zip(keys, value.device.properties).compactMap { key, value in value.map { (key, JSONValue.string($0)) } })
    } decode: { (json) throws(Problem) in
        try json.check(keys: keys)
        var values: [String?] = []
        for key in keys { values.append(try json.optional(key)?.string()) }
        return DeviceJSON(
            HKDevice(
                name: values[0], manufacturer: values[1], model: values[2], hardwareVersion: values[3],
                firmwareVersion: values[4], softwareVersion: values[5], localIdentifier: values[6],
                udiDeviceIdentifier: values[7]))
    }
}
