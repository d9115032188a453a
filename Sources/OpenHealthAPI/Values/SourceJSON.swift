// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

extension JSONFormat where Value == HKSourceRevision {
    /// The format of a version of an app on a machine:
    /// `{"name", "bundleIdentifier", "version", "productType", "operatingSystemVersion": "17.2.0"}`, without unknown values.
    package static let sourceRevision = JSONFormat.object(
        named: "Revision", about: "A version of an app or device, without unknown properties.",
        .required("name", \.source.name, .string),
        .required("bundleIdentifier", \.source.bundleIdentifier, .string),
        .optional("version", \.version, .string), .optional("productType", \.productType, .string),
        .optional("operatingSystemVersion", \.knownSystem, .system)
    ) { name, bundleIdentifier, version, productType, system in
        HKSourceRevision(
            source: HKSource(name: name, bundleIdentifier: bundleIdentifier), version: version,
            productType: productType,
            operatingSystemVersion: system ?? .unknown)
    }
}

extension HKSourceRevision {
    /// The version of the system; nil for 0.0.0, the value for an unknown version.
    fileprivate var knownSystem: OperatingSystemVersion? {
        let system = operatingSystemVersion
        let isKnown = system.majorVersion != 0 || system.minorVersion != 0 || system.patchVersion != 0
        return isKnown ? system : nil
    }
}

extension OperatingSystemVersion {
    fileprivate static let unknown = OperatingSystemVersion(majorVersion: 0, minorVersion: 0, patchVersion: 0)
}

extension JSONFormat where Value == HKSource {
    /// The format of an app or device that saves data.
    package static let source = JSONFormat(
        name: "Source",
        JSONSchema.object(["name": .string(), "bundleIdentifier": .string()])
            .described("An app or device that saves data.")
    ) { source in
        .object([("name", .string(source.name)), ("bundleIdentifier", .string(source.bundleIdentifier))])
    } decode: { (json) throws(Problem) in
        try JSONFormat<HKSourceRevision>.sourceRevision.decode(json).source
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

extension JSONFormat where Value == HKDevice {
    private static let keys = [
        "name", "manufacturer", "model", "hardwareVersion", "firmwareVersion", "softwareVersion", "localIdentifier",
        "udiDeviceIdentifier",
    ]

    /// The format of a device: an object of strings, without unknown values.
    package static let device = JSONFormat(
        name: "Device",
        JSONSchema.object(required: [], optional: keys.map { ($0, .string()) })
            .described("The device, without unknown properties.")
    ) { device in
        .object(zip(keys, device.properties).compactMap { key, value in value.map { (key, JSONValue.string($0)) } })
    } decode: { (json) throws(Problem) in
        try json.check(keys: keys)
        var values: [String?] = []
        for key in keys { values.append(try json.optional(key)?.string()) }
        return HKDevice(
            name: values[0], manufacturer: values[1], model: values[2], hardwareVersion: values[3],
            firmwareVersion: values[4], softwareVersion: values[5], localIdentifier: values[6],
            udiDeviceIdentifier: values[7])
    }
}
