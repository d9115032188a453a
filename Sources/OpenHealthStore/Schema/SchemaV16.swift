// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// Version 16 of the tables: the apps that may push, their copies of other samples, and the imported samples that they deleted.
enum SchemaV16: SchemaVersion {
    static let identifier = "016 connections"

    static func migrate(_ db: Database) throws {
        try db.execute(sql: tables)
        try db.execute(sql: "UPDATE app SET pushes = 1 WHERE identifier LIKE 'phone.%'")
        try moveCopies(db)
    }

    private static let tables = """
        -- What the app may push: 0: nothing; 1: samples of its own connection; 2: also those of imports.
        ALTER TABLE app ADD COLUMN pushes INTEGER NOT NULL DEFAULT 0;
        -- Whether an import contained the sample too, so that it is no longer a sample of the connection that pushed it.
        ALTER TABLE sample_uuid ADD COLUMN imported INTEGER NOT NULL DEFAULT 0;
        -- The earlier connections of a phone whose samples a connection can change, including their own earlier ones.
        CREATE TABLE connection_predecessor (
            app TEXT NOT NULL,
            predecessor TEXT NOT NULL,
            PRIMARY KEY (app, predecessor)
        ) WITHOUT ROWID;
        -- Samples that a connection pushed and that the store had from elsewhere. Other apps do not see these copies.
        CREATE TABLE pushed_copy (
            id INTEGER PRIMARY KEY,
            app TEXT NOT NULL,
            -- The sample that the store had.
            type INTEGER NOT NULL,
            start REAL NOT NULL,
            sample INTEGER NOT NULL,
            -- The UUID of the copy; NULL if the phone sent none.
            uuid BLOB,
            -- The columns of the copy, as in the table of samples.
            end REAL,
            value REAL,
            provenance INTEGER NOT NULL REFERENCES provenance,
            metadata INTEGER,
            lag INTEGER
        );
        CREATE INDEX pushed_copy_sample ON pushed_copy (sample);
        CREATE INDEX pushed_copy_uuid ON pushed_copy (uuid) WHERE uuid IS NOT NULL;
        -- Imported samples that a connection deleted, which the owner can restore.
        CREATE TABLE pushed_deletion (
            id INTEGER PRIMARY KEY,
            app TEXT NOT NULL,
            -- The date of the deletion, in seconds since 1970.
            deleted REAL NOT NULL,
            type INTEGER NOT NULL,
            start REAL NOT NULL,
            -- The position of the deleted sample in the order of changes.
            sample INTEGER NOT NULL,
            -- The position of the restored sample; NULL if it has not been restored.
            restored INTEGER,
            -- The rows of the sample, as JSON.
            rows TEXT NOT NULL
        );
        CREATE INDEX pushed_deletion_app ON pushed_deletion (app, id);
        CREATE INDEX pushed_deletion_sample ON pushed_deletion (sample);
        """

    /// Earlier versions recorded the UUIDs of pushed copies of imported samples as UUIDs of these samples. They become copies. Samples
    /// with a stored UUID that an import completed are samples of the import.
    private static func moveCopies(_ db: Database) throws {
        let imported = """
            FROM sample_uuid AS u JOIN sample AS s ON s.type = u.type AND s.start = u.start AND s.id = u.id
            JOIN provenance AS p ON p.id = s.provenance
            WHERE u.app IS NOT NULL AND p.app IS NULL AND p.missing IS NULL
            """
        try db.execute(
            sql: """
                INSERT INTO pushed_copy (app, type, start, sample, uuid, end, value, provenance, metadata, lag)
                SELECT u.app, s.type, s.start, s.id, u.uuid, s.end, s.value, s.provenance, s.metadata, s.lag \(imported)
                    AND s.ordinal IS NOT NULL;
                DELETE FROM sample_uuid WHERE id IN (SELECT u.id \(imported) AND s.ordinal IS NOT NULL);
                UPDATE sample_uuid SET imported = 1 WHERE id IN (SELECT u.id \(imported));
                """)
    }
}
