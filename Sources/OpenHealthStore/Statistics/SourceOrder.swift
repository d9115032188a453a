// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

/// The priority of the sources of a type where their samples overlap.
///
/// The sources that the person chose are first, in their order. The others follow by kind: manual entries, Apple Watch, iPhone,
/// other Apple devices, apps and accessories. Sources of one kind are sorted by the start date of their latest sample, the most
/// recent first, then by name, then by the time they were added to the store.
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
            return (RankedSource(source: source, reason: reason), try row.decode(atIndex: 3))
        }.sorted { a, b in
            let (left, right) = (place(a.ranked.reason), place(b.ranked.reason))
            if left != right { return left < right }
            if a.latest != b.latest { return a.latest > b.latest }
            return (a.ranked.source.name, a.ranked.source.id) < (b.ranked.source.name, b.ranked.source.id)
        }
        return SourceOrder(ranked: chosen + others.map(\.ranked))
    }

    private static func source(_ row: Row) throws -> StatisticsSource {
        StatisticsSource(
            id: try row.decode(atIndex: 0), name: try row.decode(atIndex: 1),
            bundleIdentifier: try row.decode(atIndex: 2))
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
