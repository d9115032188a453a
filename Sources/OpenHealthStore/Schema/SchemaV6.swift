// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import GRDBSQLite
import OpenHealthModel

/// Version 6 of the tables: the secret of the store, and columns that keep an app's results independent of samples that the app
/// can't read.
enum SchemaV6: SchemaVersion {
    static let identifier = "006 secret"

    static func migrate(_ db: Database) throws {
        try db.execute(sql: secret)
        try makeSecret(db)
        try db.execute(sql: uuids + changes)
        try fillPlaces(db)
        try fillStarts(db)
        try renewObjects(db)
        try db.execute(sql: requests)
    }

    private static let secret = """
        CREATE TABLE store_secret (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            -- 128 random bits, of which the UUIDs of imported samples, anchors and cursors are made.
            key BLOB NOT NULL
        );
        """

    /// Creates the secret of the store.
    static func makeSecret(_ db: Database) throws {
        try db.execute(
            sql: "INSERT OR IGNORE INTO store_secret (id, key) VALUES (1, ?)", arguments: [Data(SipKey.random())])
    }

    /// Two apps that can't see each other's samples can choose the same UUID, so neither learns of the other's sample.
    private static let uuids = """
        CREATE TABLE new_sample_uuid (
            id INTEGER PRIMARY KEY,
            uuid BLOB NOT NULL,
            type INTEGER NOT NULL,
            start REAL NOT NULL
        );
        INSERT INTO new_sample_uuid (id, uuid, type, start) SELECT id, uuid, type, start FROM sample_uuid;
        DROP TABLE sample_uuid;
        ALTER TABLE new_sample_uuid RENAME TO sample_uuid;
        CREATE INDEX sample_uuid_uuid ON sample_uuid (uuid);
        """

    private static let changes = """
        -- When the sample started, in seconds since 1970; NULL where that is not known any more.
        ALTER TABLE deletion ADD COLUMN start REAL;
        -- The numbers of the types of a correlation's members, with spaces between them.
        ALTER TABLE deletion ADD COLUMN members TEXT;
        -- The last place in the order of changes at which a sample of the type and the source was saved or deleted.
        ALTER TABLE type_source ADD COLUMN place INTEGER NOT NULL DEFAULT 0;
        """

    private static let requests = """
        -- What the objects in question have to be, as JSON; the objects are looked up when the owner looks at the request.
        ALTER TABLE authorization_request ADD COLUMN predicate TEXT;
        -- Requests that name objects are from before the column.
        UPDATE authorization_request SET answered = created WHERE objects IS NOT NULL AND answered IS NULL;
        """

    // MARK: - Filling

    private static func fillPlaces(_ db: Database) throws {
        for (key, place) in try SampleMaxima.read(db, "id", sqlite3_column_int64) where place > 0 {
            try db.cachedStatement(
                sql: """
                    UPDATE type_source SET place = max(place, ?) WHERE type = ?
                    AND source = (SELECT source FROM provenance WHERE id = ?)
                    """
            ).execute(arguments: [place, key.type, key.provenance])
        }
        try db.execute(
            sql: """
                UPDATE type_source SET place = max(place, coalesce(
                    (SELECT max(id) FROM deletion AS d WHERE d.type = type_source.type AND d.source = type_source.source),
                    0))
                WHERE EXISTS (SELECT 1 FROM deletion)
                """)
    }

    /// The UUIDs of deleted imported samples contain their start dates, to the second.
    private static func fillStarts(_ db: Database) throws {
        let rows = try Row.fetchAll(db, sql: "SELECT id, uuid FROM deletion")
        for row in rows {
            guard let uuid = UUID(bytes: try row.value(of: "uuid")), let parts = FormerUUID.parts(of: uuid) else {
                continue
            }
            try db.cachedStatement(sql: "UPDATE deletion SET start = ? WHERE id = ?").execute(
                arguments: [DerivedUUID.earliestStart(parts.start), try row.value(Int64.self, of: "id")])
        }
    }

    /// Updates the permissions for single objects to the new UUIDs of the objects.
    private static func renewObjects(_ db: Database) throws {
        let uuids = try StoreSecret(db).uuids
        for bytes in try Data.fetchAll(db, sql: "SELECT DISTINCT uuid FROM object_permission") {
            guard let uuid = UUID(bytes: bytes), let facts = try FormerUUID.facts(of: uuid, db) else { continue }
            try db.execute(
                sql: "UPDATE OR REPLACE object_permission SET uuid = ? WHERE uuid = ?",
                arguments: [uuids.make(facts).bytes, bytes])
        }
    }
}
