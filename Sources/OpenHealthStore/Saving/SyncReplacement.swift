// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

/// The result of looking up an object's sync identifier: a greater version replaces the stored object with the same identifier
/// and type from the same app, regardless of the app's name at that time.
enum SyncReplacement {
    /// The sync identifier and version in an object's metadata.
    struct Name {
        var source: Int64
        var type: Int64
        var identifier: String
        var version: Int
    }
    /// The object has no sync identifier and version.
    case none
    /// No object with its identifier is stored.
    case add(Name)
    /// An older version is stored. The routes of a workout are listed because the deletion of a workout removes their relation.
    case replace(RawSample, Name, routes: [Int64])
    /// The same or a newer version is stored, and is kept.
    case keep(SaveTransaction.StoredKey)

    static func find(
        _ db: Database, _ metadata: [String: HKMetadataValue], source: Int64, type: Int64
    ) throws -> SyncReplacement {
        guard let (identifier, version) = SyncMetadata.identifiers(metadata), let version else { return .none }
        let name = Name(source: source, type: type, identifier: identifier, version: version)
        guard
            let row = try Row.fetchOne(
                db.cachedStatement(
                    sql: """
                        SELECT version, sample, start FROM sync_identifier
                        WHERE source IN (
                            SELECT o.id FROM source AS o JOIN source AS s
                            ON o.id = s.id OR o.bundle_identifier = s.bundle_identifier WHERE s.id = ?)
                        AND type = ? AND identifier = ? ORDER BY version DESC LIMIT 1
                        """),
                arguments: [source, type, identifier]),
            let sample = try SampleLookup.sample(
                db, type: type, start: try row.value(of: "start"), id: try row.value(of: "sample"))
        else { return .add(name) }
        if version > (try row.value(Int.self, of: "version")) {
            let routes = try Int64.fetchAll(
                db.cachedStatement(sql: "SELECT id FROM workout_route WHERE workout = ?"), arguments: [sample.id])
            return .replace(sample, name, routes: routes)
        }
        return .keep(SaveTransaction.StoredKey(type: type, start: sample.start, id: sample.id))
    }

    /// Records a saved object's sync identifier, and replaces the old object with it in correlations and workouts.
    static func note(_ db: Database, _ replacement: SyncReplacement, key: SaveTransaction.StoredKey) throws {
        let name: Name
        switch replacement {
        case .none, .keep: return
        case .add(let new): name = new
        case .replace(let old, let new, let routes):
            name = new
            for route in routes {
                try db.cachedStatement(sql: "UPDATE workout_route SET workout = ? WHERE id = ?").execute(
                    arguments: [key.id, route])
            }
            try SampleLinks.move(db, of: old.id, to: key.id, type: key.type, start: key.start)
        }
        try db.cachedStatement(
            sql: """
                INSERT INTO sync_identifier (source, type, identifier, version, sample, start) VALUES (?, ?, ?, ?, ?, ?)
                ON CONFLICT (source, type, identifier) DO UPDATE SET
                    version = excluded.version, sample = excluded.sample, start = excluded.start
                """
        ).execute(arguments: [name.source, name.type, name.identifier, name.version, key.id, key.start])
    }
}
