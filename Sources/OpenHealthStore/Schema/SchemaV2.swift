// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB
import GRDBSQLite

/// Version 2 of the tables: sources by type and rollups for statistics.
enum SchemaV2: SchemaVersion {
    static let identifier = "002 statistics"

    static func migrate(_ db: Database) throws {
        try db.execute(sql: typeSource)
        try fillTypeSource(db)
        try db.execute(sql: statistics)
    }

    private static let typeSource = """
        -- Which sources have samples of which type; a line stays when its samples go.
        CREATE TABLE type_source (
            type INTEGER NOT NULL,
            source INTEGER NOT NULL,
            -- The latest start, in seconds since 1970, of a sample that was ever saved.
            latest REAL NOT NULL,
            PRIMARY KEY (type, source)
        ) WITHOUT ROWID;
        """

    private static let statistics = """
        -- The sources that the person put first, by type.
        CREATE TABLE source_rank (
            type INTEGER NOT NULL,
            position INTEGER NOT NULL,
            source INTEGER NOT NULL REFERENCES source,
            PRIMARY KEY (type, position)
        ) WITHOUT ROWID;
        -- Figures of stretches of samples, made when they are first asked for and dropped when a sample changes.
        CREATE TABLE rollup (
            id INTEGER PRIMARY KEY,
            type INTEGER NOT NULL,
            -- 0 for all sources merged.
            source INTEGER NOT NULL,
            -- The first block; a block is a week, counted from 1970.
            block INTEGER NOT NULL,
            -- How many blocks; more than one only where there is nothing.
            blocks INTEGER NOT NULL,
            cells BLOB NOT NULL
        );
        CREATE UNIQUE INDEX rollup_place ON rollup (type, source, block);
        CREATE TABLE rollup_order (
            type INTEGER PRIMARY KEY,
            -- The order, as a JSON array of the numbers of sources, under which the merged cells of a cumulative type were
            -- made.
            sources TEXT NOT NULL
        );
        """

    private static func fillTypeSource(_ db: Database) throws {
        for (key, start) in try SampleMaxima.read(db, "start", sqlite3_column_double) where start > -.infinity {
            try db.cachedStatement(
                sql: """
                    INSERT INTO type_source (type, source, latest) SELECT ?, source, ? FROM provenance WHERE id = ?
                    ON CONFLICT (type, source) DO UPDATE SET latest = max(latest, excluded.latest)
                    """
            ).execute(arguments: [key.type, start, key.provenance])
        }
    }
}
