// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

/// The origin of samples: a provenance with its source and device.
package final class Origin {
    package let source: Int64
    package let name: String
    package let bundleIdentifier: String?
    package let version: String?
    package let productType: String?
    package let operatingSystem: String?
    package let device: DeviceData?
    /// The unit that values were written in, as written.
    package let unit: String?
    /// The facts that pushed samples do not carry; nil for samples that were not pushed.
    let missing: MissingProperties?
    /// The identifier of the app that pushed the samples, if they lack facts and it is known.
    let app: String?
    /// The bundle identifier of the source of pushed samples, which are not samples of the app with this identifier.
    let pushedBundle: String?
    /// The hash for the UUIDs of imported samples.
    let hash: ContentHash
    /// The source revision of Apple's API.
    package let revision: HKSourceRevision
    /// The device of Apple's API.
    let hardware: HKDevice?

    /// The way in which samples that lack properties came; nil for complete samples.
    var way: PushWay? {
        guard let missing, !missing.isEmpty, !missing.contains(.confirmed) else { return nil }
        let isKnown = [
            pushedBundle != nil, version != nil, productType != nil, operatingSystem != nil, device != nil,
        ]
        return PushWay(facts: isKnown.count { $0 }, app: app ?? "")
    }

    static func read(_ db: Database, provenance: Int64) throws -> Origin {
        guard
            let row = try Row.fetchOne(
                db.cachedStatement(
                    sql: """
                        SELECT \(Columns.selection), \(DeviceData.Columns.selection)
                        FROM provenance AS p JOIN source AS o ON o.id = p.source
                        LEFT JOIN device ON device.id = p.device
                        WHERE p.id = ?
                        """),
                arguments: [provenance])
        else { throw StoreError.inconsistent("there is no provenance \(provenance)") }
        return try Origin(row)
    }

    /// The columns of the tables `provenance AS p` and `source AS o`.
    private enum Columns: String, SelectedColumns {
        case id, name, unit, missing, app
        case bundleIdentifier = "bundle_identifier"
        case version = "source_version"
        case productType = "product_type"
        case operatingSystem = "operating_system"
        case pushedBundle = "pushed_bundle"

        var expression: String {
            switch self {
            case .id, .name, .bundleIdentifier: "o.\(rawValue)"
            case .version, .productType, .operatingSystem, .unit, .missing, .app: "p.\(rawValue)"
            case .pushedBundle: "p.bundle_identifier"
            }
        }
    }

    private init(_ row: Row) throws {
        source = try row.value(of: Columns.id)
        name = try row.value(of: Columns.name)
        bundleIdentifier = try row.value(of: Columns.bundleIdentifier)
        version = try row.value(of: Columns.version)
        productType = try row.value(of: Columns.productType)
        operatingSystem = try row.value(of: Columns.operatingSystem)
        unit = try row.value(of: Columns.unit)
        device = try DeviceData(row: row)
        missing = try row.value(Int?.self, of: Columns.missing).map(MissingProperties.init)
        app = try row.value(of: Columns.app)
        pushedBundle = try row.value(of: Columns.pushedBundle)
        hash = SourceIdentity.hash(name)
        // Exports contain no bundle identifiers. The name replaces it and is the same for every sample of the source.
        let source = HKSource(name: name, bundleIdentifier: bundleIdentifier ?? SourceIdentity.normalised(name))
        revision = HKSourceRevision(
            source: source, version: version, productType: productType,
            operatingSystemVersion: Self.version(operatingSystem))
        hardware = device.map {
            HKDevice(
                name: $0.name, manufacturer: $0.manufacturer, model: $0.model, hardwareVersion: $0.hardware,
                firmwareVersion: $0.firmware, softwareVersion: $0.software, localIdentifier: $0.localIdentifier,
                udiDeviceIdentifier: $0.udiDeviceIdentifier)
        }
    }

    /// Returns the components of a version such as `10.1.0`, with zeros for missing components.
    private static func version(_ text: String?) -> OperatingSystemVersion {
        let numbers = (text ?? "").split(separator: ".").map { Int($0) ?? 0 } + [0, 0, 0]
        return OperatingSystemVersion(majorVersion: numbers[0], minorVersion: numbers[1], patchVersion: numbers[2])
    }
}

extension DeviceData {
    /// The columns of the table `device`. Their names begin with `device`, so that they differ from those of the other tables of a query.
    enum Columns: String, SelectedColumns {
        case id = "device_id"
        case name = "device_name"
        case manufacturer = "device_manufacturer"
        case model = "device_model"
        case hardware = "device_hardware"
        case firmware = "device_firmware"
        case software = "device_software"
        case localIdentifier = "device_local_identifier"
        case udiDeviceIdentifier = "device_udi_device_identifier"
        case other = "device_other"

        var expression: String { "device.\(rawValue.dropFirst("device_".count))" }
    }

    /// Creates a device from a row, or returns nil if there is none.
    init?(row: Row) throws {
        if try row.value(Int64?.self, of: Columns.id) == nil { return nil }
        func text(_ column: Columns) throws -> String? { try row.value(of: column) }
        self.init(
            name: try text(.name), manufacturer: try text(.manufacturer), model: try text(.model),
            hardware: try text(.hardware), firmware: try text(.firmware), software: try text(.software),
            localIdentifier: try text(.localIdentifier), udiDeviceIdentifier: try text(.udiDeviceIdentifier),
            other: try text(.other).map(MetadataPairs.read) ?? [])
    }
}

extension SourceIdentity {
    /// Returns the hash of a source's normalised name.
    package static func hash(_ name: String) -> ContentHash {
        var hash = ContentHash.empty
        hash.combine(normalised(name))
        return hash
    }

    /// Returns the hash of a device by the facts that don't change from export to export.
    package static func hash(_ device: DeviceData?) -> ContentHash {
        var hash = ContentHash.empty
        guard let device else { return hash }
        for field in [
            device.name.map(normalised), device.manufacturer, device.model, device.hardware, device.firmware,
            device.software, device.localIdentifier, device.udiDeviceIdentifier,
        ].map({ $0.map(ExportText.carried) }) {
            if let field {
                hash.combine(field)
            } else {
                hash.combine(2)
            }
        }
        return hash
    }
}

/// A way in which samples that lack properties came to the store: the app that pushed them, and the number of facts about their origin
/// that it sent.
struct PushWay: Hashable, Comparable {
    /// The number of known facts: bundle identifier, version, product type, operating system, and device.
    var facts: Int
    /// The identifier of the app; empty if it is unknown.
    var app: String

    /// Returns whether samples of the first way are better informed. Of apps that send as much, the first in alphabetical order is
    /// preferred, so that the choice doesn't depend on the order in which samples arrive.
    static func < (a: Self, b: Self) -> Bool { (b.facts, a.app) < (a.facts, b.app) }
}
