// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// A version of an app on a machine, flat: `{"name", "bundleIdentifier", "version", "productType",
/// "operatingSystemVersion": "17.2.0"}`, without what is not known.
package struct SourceJSON: Sendable {
    package var revision: HKSourceRevision

    package init(_ revision: HKSourceRevision) {
        self.revision = revision
    }

    package init(_ json: JSONReader) throws(Problem) {
        try json.check(keys: ["name", "bundleIdentifier", "version", "productType", "operatingSystemVersion"])
        revision = HKSourceRevision(
            source: HKSource(
                name: try json.required("name").string(),
                bundleIdentifier: try json.required("bundleIdentifier").string()),
            version: try json.optional("version")?.string(), productType: try json.optional("productType")?.string(),
            operatingSystemVersion: try json.optional("operatingSystemVersion").map(Self.system) ?? Self.unknown)
    }

    package var json: JSONValue {
        var entries: [(key: String, value: JSONValue)] = [
            ("name", .string(revision.source.name)), ("bundleIdentifier", .string(revision.source.bundleIdentifier)),
        ]
        if let version = revision.version { entries.append(("version", .string(version))) }
        if let product = revision.productType { entries.append(("productType", .string(product))) }
        let system = revision.operatingSystemVersion
        let numbers = [system.majorVersion, system.minorVersion, system.patchVersion]
        if numbers != [0, 0, 0] {
            let text = numbers.map(String.init).joined(separator: ".")
            entries.append(("operatingSystemVersion", .string(text)))
        }
        return .object(entries)
    }

    private static let unknown = OperatingSystemVersion(majorVersion: 0, minorVersion: 0, patchVersion: 0)

    private static func system(_ json: JSONReader) throws(Problem) -> OperatingSystemVersion {
        let parts = try json.string().split(separator: ".", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Int($0) }
        guard numbers.count == 3, parts.count == 3 else {
            throw json.problem("This has to be three numbers with points between them, such as 17.2.0.")
        }
        return OperatingSystemVersion(majorVersion: numbers[0], minorVersion: numbers[1], patchVersion: numbers[2])
    }
}

/// A device: an object of texts, without what is not known.
package struct DeviceJSON: Sendable {
    package var device: HKDevice

    package static let keys = [
        "name", "manufacturer", "model", "hardwareVersion", "firmwareVersion", "softwareVersion", "localIdentifier",
        "udiDeviceIdentifier",
    ]

    package init(_ device: HKDevice) {
        self.device = device
    }

    package init(_ json: JSONReader) throws(Problem) {
        try json.check(keys: Self.keys)
        var values: [String?] = []
        for key in Self.keys { values.append(try json.optional(key)?.string()) }
        device = HKDevice(
            name: values[0], manufacturer: values[1], model: values[2], hardwareVersion: values[3],
            firmwareVersion: values[4], softwareVersion: values[5], localIdentifier: values[6],
            udiDeviceIdentifier: values[7])
    }

    package var json: JSONValue {
        .object(
            zip(Self.keys, device.properties).compactMap { key, value in value.map { (key, JSONValue.string($0)) } })
    }
}
