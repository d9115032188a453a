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
                        SELECT o.id, o.name, o.bundle_identifier, p.source_version, p.product_type, p.operating_system,
                               p.unit, d.*, p.missing, p.app, p.bundle_identifier AS pushed_bundle
                        FROM provenance AS p JOIN source AS o ON o.id = p.source
                        LEFT JOIN device AS d ON d.id = p.device
                        WHERE p.id = ?
                        """),
                arguments: [provenance])
        else { throw StoreError.inconsistent("there is no provenance \(provenance)") }
        return try Origin(row)
    }

    private init(_ row: Row) throws {
        source = try row.decode(atIndex: 0)
        name = try row.decode(atIndex: 1)
        bundleIdentifier = try row.decode(atIndex: 2)
        version = try row.decode(atIndex: 3)
        productType = try row.decode(atIndex: 4)
        operatingSystem = try row.decode(atIndex: 5)
        unit = try row.decode(atIndex: 6)
        device = try DeviceData(row, at: 7)
        missing = (try row.decode(Int?.self, forColumn: "missing")).map(MissingProperties.init)
        app = try row.decode(forColumn: "app")
        pushedBundle = try row.decode(forColumn: "pushed_bundle")
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
    /// Creates a device from all columns of its table, or nil if they are NULL.
    /// - Parameter first: The index of the first column.
    init?(_ row: Row, at first: Int) throws {
        if try row.decode(Int64?.self, atIndex: first) == nil { return nil }
        func text(_ column: Int) throws -> String? { try row.decode(atIndex: first + column) }
        self.init(
            name: try text(2), manufacturer: try text(3), model: try text(4), hardware: try text(5),
            firmware: try text(6), software: try text(7), localIdentifier: try text(8),
            udiDeviceIdentifier: try text(9), other: try text(10).map(MetadataPairs.read) ?? [])
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
