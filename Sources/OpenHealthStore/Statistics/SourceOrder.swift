// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

/// The priority of the sources of a type where their samples overlap.
///
/// The sources that the person chose are first, in their order. The others follow by kind: manual entries, Apple Watch, iPhone,
/// other Apple devices, apps and accessories. Of one kind, sources that only connections with phones have brought follow the others,
/// because a connection can give a source any name; those of a connection that is the phone of the imports do not. Then sources
/// of one kind are sorted by the start date of their latest sample, the most recent first, then by name, then by the time they were
/// added to the store.
///
/// According to Apple (<https://support.apple.com/en-us/HT204351>), the Health app prioritizes manual entries, then iPhone, iPod
/// touch and Apple Watch together, then other apps and Bluetooth accessories, and new sources over others of their kind. The
/// priority of a watch over a phone is specific to this project, because people wear a watch but often put down a phone.
struct SourceOrder {
    /// The sources, highest priority first.
    var ranked: [RankedSource]

    /// The numbers of the sources, highest priority first.
    var sources: [Int64] { ranked.map(\.source.id) }

    /// Returns the order for a type, without reading samples.
    static func read(_ db: Database, type: Int64) throws -> SourceOrder {
        let chosen = try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT o.id, o.name, o.bundle_identifier FROM source_rank AS r JOIN source AS o ON o.id = r.source
                    WHERE r.type = ? ORDER BY r.position
                    """),
            arguments: [type]
        ).map { RankedSource(source: try source($0), reason: .chosen) }
        let named = Set(chosen.map(\.source.id))
        let traits = try SourceTraits.read(db, type: type)
        let trusted = try trusted(db, type: type)
        let rows = try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT o.id, o.name, o.bundle_identifier, t.latest FROM type_source AS t
                    JOIN source AS o ON o.id = t.source WHERE t.type = ?
                    """),
            arguments: [type])
        let others = try rows.compactMap { row -> (ranked: RankedSource, latest: Double)? in
            let source = try source(row)
            guard !named.contains(source.id) else { return nil }
            let reason = SourceTraits.reason(for: source, traits[source.id] ?? [])
            return (RankedSource(source: source, reason: reason), try row.value(of: "latest"))
        }.sorted { a, b in
            let (left, right) = (place(a.ranked.reason), place(b.ranked.reason))
            if left != right { return left < right }
            let (first, second) = (trusted.contains(a.ranked.source.id), trusted.contains(b.ranked.source.id))
            if first != second { return first }
            if a.latest != b.latest { return a.latest > b.latest }
            return (a.ranked.source.name, a.ranked.source.id) < (b.ranked.source.name, b.ranked.source.id)
        }
        return SourceOrder(ranked: chosen + others.map(\.ranked))
    }

    /// Returns the sources of a type of which there are samples from elsewhere than pushes, or of the phone of the imports.
    private static func trusted(_ db: Database, type: Int64) throws -> Set<Int64> {
        try Int64.fetchSet(
            db.cachedStatement(
                sql: """
                    SELECT source FROM provenance WHERE source IN (SELECT source FROM type_source WHERE type = ?)
                    AND (app IS NULL OR app IN (SELECT identifier FROM app WHERE pushes = 2))
                    """),
            arguments: [type])
    }

    private static func source(_ row: Row) throws -> StatisticsSource {
        StatisticsSource(
            id: try row.value(of: "id"), name: try row.value(of: "name"),
            bundleIdentifier: try row.value(of: "bundle_identifier"))
    }

    private static func place(_ reason: RankedSource.Reason) -> Int {
        switch reason {
        case .chosen: 0
        case .enteredByHand: 1
        case .watch: 2
        case .phone: 3
        case .otherAppleDevice: 4
        case .other: 5
        }
    }
}

/// One of the combinations of device and software with which a source has saved samples.
struct SourceTraits: Hashable {
    /// The hardware that the app ran on, such as `Watch6,2`.
    var productType: String?
    /// Whether the samples have a device.
    var hasDevice = false
    var deviceName: String?
    var manufacturer: String?
    var model: String?
    var hardware: String?
    /// Whether the version of the source equals the version of the device's software, which means that the device itself saved
    /// the samples, and no app on it.
    var isSystem = false

    /// Returns the traits of the sources of a type, by source.
    static func read(_ db: Database, type: Int64) throws -> [Int64: [SourceTraits]] {
        var traits: [Int64: [SourceTraits]] = [:]
        let rows = try Row.fetchCursor(
            db.cachedStatement(
                sql: """
                    SELECT DISTINCT p.source, p.product_type, d.id IS NOT NULL AS has_device, d.name, d.manufacturer, d.model, d.hardware,
                                    ifnull(p.source_version <> '' AND p.source_version = d.software, 0) AS is_system
                    FROM provenance AS p LEFT JOIN device AS d ON d.id = p.device
                    WHERE p.source IN (SELECT source FROM type_source WHERE type = ?)
                    """),
            arguments: [type])
        while let row = try rows.next() {
            traits[try row.value(of: "source"), default: []].append(
                SourceTraits(
                    productType: try row.value(of: "product_type"), hasDevice: try row.value(of: "has_device"),
                    deviceName: try row.value(of: "name"), manufacturer: try row.value(of: "manufacturer"),
                    model: try row.value(of: "model"), hardware: try row.value(of: "hardware"),
                    isSystem: try row.value(of: "is_system")))
        }
        return traits
    }

    /// Returns the kind of a source from all of its traits.
    ///
    /// A source with a bundle identifier is an app, on any hardware; Apple's devices have bundle identifiers that start with
    /// `com.apple.`. Exports contain no bundle identifiers. In exports, a source whose name contains "Apple Watch" or "iPhone" is
    /// such a device, unless it only saves measurements of other manufacturers' devices. A device can have any name, however, and
    /// an app can use the name of its device; the version distinguishes them: a device has the version of its software, an app
    /// has its own. Manual entries in Apple's Health app have the source "Health" and no device. The app has other names in other
    /// languages, which can't be distinguished from those of other apps, so the person has to choose.
    static func reason(for source: StatisticsSource, _ traits: [SourceTraits]) -> RankedSource.Reason {
        if let bundle = source.bundleIdentifier {
            if bundle == "com.apple.Health" || bundle == HKSource.pagesBundleIdentifier { return .enteredByHand }
            guard bundle.hasPrefix("com.apple.") else { return .other }
            return best(traits.compactMap { kind(identifier: $0.productType) ?? $0.deviceKind })
                ?? kind(name: source.name) ?? .otherAppleDevice
        }
        // "health" is the source of `health add`.
        if ["Health", "health"].contains(SourceIdentity.normalised(source.name)), !traits.contains(where: \.hasDevice) {
            return .enteredByHand
        }
        let isForeign = !traits.isEmpty && traits.allSatisfy { $0.manufacturer != nil && !$0.isApple }
        if isForeign { return .other }
        return kind(name: source.name) ?? best(traits.filter(\.isSystem).compactMap(\.deviceKind)) ?? .other
    }

    private var isApple: Bool { manufacturer?.hasPrefix("Apple") ?? false }

    /// The kind of Apple device; nil for other devices.
    private var deviceKind: RankedSource.Reason? {
        guard isApple || manufacturer == nil else { return nil }
        return [model, hardware, deviceName].lazy.compactMap(Self.kind(identifier:)).first
            ?? (isApple ? .otherAppleDevice : nil)
    }

    /// Returns the first kind in the order. A phone rarely saves measurements of a watch, and the reverse doesn't occur.
    private static func best(_ kinds: [RankedSource.Reason]) -> RankedSource.Reason? {
        [.watch, .phone, .otherAppleDevice].first(where: kinds.contains)
    }

    /// Returns the kind for models (`Watch`), hardware identifiers (`Watch6,2`) and default names of devices.
    private static func kind(identifier: String?) -> RankedSource.Reason? {
        guard let identifier else { return nil }
        if identifier.hasPrefix("Watch") || identifier.hasPrefix("Apple Watch") { return .watch }
        if identifier.hasPrefix("iPhone") { return .phone }
        return ["iPad", "iPod", "Mac", "iMac", "RealityDevice", "AudioAccessory"].contains(where: identifier.hasPrefix)
            ? .otherAppleDevice : nil
    }

    /// Returns the kind for the names of people's devices in any language.
    private static func kind(name: String) -> RankedSource.Reason? {
        let name = SourceIdentity.normalised(name)
        // Apps name themselves with the device that they run on: loop://iPhone.
        if name.contains("://") { return nil }
        if name.contains("Apple Watch") { return .watch }
        if name.contains("iPhone") { return .phone }
        return ["iPad", "iPod", "MacBook", "iMac"].contains(where: name.contains) ? .otherAppleDevice : nil
    }
}
