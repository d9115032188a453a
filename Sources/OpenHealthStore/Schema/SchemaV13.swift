// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// Version 13 of the tables: samples that apps on phones push, and the figures of intervals that are not samples.
enum SchemaV13: SchemaVersion {
    static let identifier = "013 pushes"

    static func migrate(_ db: Database) throws {
        try db.execute(
            sql: """
                -- The facts that samples of a push do not carry, as the bits of MissingProperties; NULL for other samples.
                ALTER TABLE provenance ADD COLUMN missing INTEGER;
                -- The bundle identifier of the source of a push. It does not make the samples those of the app.
                ALTER TABLE provenance ADD COLUMN bundle_identifier TEXT;
                -- The identifier of the app that pushed the UUID; NULL for UUIDs of samples that apps saved.
                ALTER TABLE sample_uuid ADD COLUMN app TEXT;
                -- Figures of hours, days and longer intervals that an app computed. They are not samples.
                CREATE TABLE aggregate_point (
                    id INTEGER PRIMARY KEY,
                    -- The identifier of the app that pushed the figures.
                    app TEXT NOT NULL,
                    type INTEGER NOT NULL REFERENCES sample_type,
                    -- The length of the interval: hours, days and so on.
                    interval TEXT NOT NULL,
                    -- Seconds since 1970, UTC.
                    start REAL NOT NULL, end REAL NOT NULL,
                    -- The names of the sources as written, joined by |.
                    sources TEXT NOT NULL,
                    -- The unit as written; the figures are in the unit of sample_type.
                    unit TEXT,
                    sum REAL, average REAL, minimum REAL, maximum REAL,
                    -- All other figures as written, as a JSON object.
                    others TEXT,
                    -- When they arrived, in seconds since 1970.
                    received REAL NOT NULL
                );
                CREATE INDEX aggregate_point_start ON aggregate_point (type, start);
                -- The latest pushes of each app.
                CREATE TABLE push (
                    id INTEGER PRIMARY KEY,
                    app TEXT NOT NULL,
                    -- When it arrived, in seconds since 1970.
                    received REAL NOT NULL,
                    -- The number of samples and figures that were added, updated and known, and of those that were refused.
                    added INTEGER NOT NULL, updated INTEGER NOT NULL, known INTEGER NOT NULL, refused INTEGER NOT NULL,
                    deleted INTEGER NOT NULL,
                    -- The first refusals and warnings, as JSON.
                    remarks TEXT
                );
                CREATE INDEX push_app ON push (app, id);
                """)
    }
}
