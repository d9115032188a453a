// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

/// The order in which the sources of a type count where they say something of the same moment.
///
/// First come the sources that the person chose, in their order. The others follow by what they are: what was entered by
/// hand, Apple Watch, iPhone, other devices of Apple's, apps and accessories. Among sources of one kind the one that
/// saved the more recent sample is first, then the one whose name is first, then the one that is longer in the store.
///
/// Apple says publicly (<https://support.apple.com/en-us/HT204351>) that the Health app puts first what was entered by
/// hand, then iPhone, iPod touch and Apple Watch together, then other apps and Bluetooth accessories, and a source that is
/// new above others of its kind. That a watch comes before a phone is a choice of this project: a watch is worn, a phone
/// lies on the table.
struct SourceOrder {
    /// The sources, best first.
    var ranked: [RankedSource]

    /// The numbers of the sources, best first.
    var sources: [Int64] { ranked.map(\.source.id) }

    /// The order for a type. Reads no samples.
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
