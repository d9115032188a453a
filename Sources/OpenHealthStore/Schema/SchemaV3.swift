// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// Version 3 of the tables: apps, their permissions, and data that only apps write.
enum SchemaV3: SchemaVersion {
    static let identifier = "003 apps"

    static func migrate(_ db: Database) throws {
        try db.execute(sql: apps)
        try db.execute(sql: objects)
        for topic in [
            "characteristics", "summaries", "units", "permissions", "relations", "medications", "deliveries",
        ] {
            try db.execute(sql: "INSERT OR IGNORE INTO counter VALUES (?, 0)", arguments: [topic])
        }
    }

    private static let apps = """
        CREATE TABLE app (
            id INTEGER PRIMARY KEY,
            identifier TEXT NOT NULL UNIQUE,
            name TEXT NOT NULL,
            version TEXT,
            -- When it first asked, in seconds since 1970.
            added REAL NOT NULL,
            -- When it last asked, saved or deleted.
            used REAL
        );
        CREATE TABLE permission (
            app INTEGER NOT NULL REFERENCES app ON DELETE CASCADE,
            -- The identifier; an app may ask for types that the store has never seen.
            type TEXT NOT NULL,
            -- What the app has asked for: 1 for saving, 2 for reading, 3 for both.
            asked INTEGER NOT NULL DEFAULT 0,
            -- 0: not determined; 1: denied; 2: authorized.
            share INTEGER NOT NULL DEFAULT 0,
            read INTEGER NOT NULL DEFAULT 0,
            -- Only what starts at this time or later may be read; NULL: everything.
            read_from REAL,
            -- When it was last answered, in seconds since 1970.
            changed REAL NOT NULL,
            PRIMARY KEY (app, type)
        ) WITHOUT ROWID;
        -- Objects of types that the person allows one by one.
        CREATE TABLE object_permission (
            app INTEGER NOT NULL REFERENCES app ON DELETE CASCADE,
            uuid BLOB NOT NULL,
            PRIMARY KEY (app, uuid)
        ) WITHOUT ROWID;
        CREATE TABLE background_delivery (
            app INTEGER NOT NULL REFERENCES app ON DELETE CASCADE,
            type TEXT NOT NULL,
            -- The raw value of HKUpdateFrequency.
            frequency INTEGER NOT NULL,
            -- The place in the order of changes up to which the app has acknowledged.
            anchor INTEGER NOT NULL,
            -- When something was last delivered, in seconds since 1970.
            delivered REAL,
            -- Deliveries in a row that the app has not acknowledged.
            failures INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (app, type)
        ) WITHOUT ROWID;
        """

    private static let objects = """
        -- The dates of samples that apps saved, where seconds since 1970 cannot hold them: start and end as seconds since
        -- 2001, two 64-bit floats, little endian.
        CREATE TABLE sample_date (
            id INTEGER PRIMARY KEY,
            dates BLOB NOT NULL
        );
        -- The readings of a quantity sample that holds more than one.
        CREATE TABLE quantity_series (
            series INTEGER NOT NULL,
            start REAL NOT NULL,
            end REAL NOT NULL,
            -- In the unit of the type.
            value REAL NOT NULL,
            PRIMARY KEY (series, start)
        ) WITHOUT ROWID;
        -- Which samples of a type have such readings.
        CREATE TABLE quantity_series_sample (
            type INTEGER NOT NULL,
            start REAL NOT NULL,
            id INTEGER NOT NULL,
            PRIMARY KEY (type, start, id)
        ) WITHOUT ROWID;
        CREATE INDEX quantity_series_sample_id ON quantity_series_sample (id);
        CREATE TABLE heartbeat_series (
            series INTEGER NOT NULL,
            position INTEGER NOT NULL,
            -- Seconds since the start of the series.
            time REAL NOT NULL,
            preceded_by_gap INTEGER NOT NULL,
            PRIMARY KEY (series, position)
        ) WITHOUT ROWID;
        -- Samples of effort that were related to a workout.
        CREATE TABLE effort_relation (
            workout INTEGER NOT NULL,
            -- The UUID of the activity; empty for the workout as a whole.
            activity TEXT NOT NULL,
            id INTEGER NOT NULL,
            type INTEGER NOT NULL,
            start REAL NOT NULL,
            -- The value of the counter `relations` when it was made.
            place INTEGER NOT NULL,
            PRIMARY KEY (workout, activity, id)
        ) WITHOUT ROWID;
        CREATE INDEX effort_relation_id ON effort_relation (id);
        -- Symptoms that belong to an electrocardiogram.
        CREATE TABLE electrocardiogram_sample (
            electrocardiogram INTEGER NOT NULL,
            id INTEGER NOT NULL,
            type INTEGER NOT NULL,
            start REAL NOT NULL,
            PRIMARY KEY (electrocardiogram, id)
        ) WITHOUT ROWID;
        CREATE INDEX electrocardiogram_sample_id ON electrocardiogram_sample (id);
        -- Files that apps put beside samples; the bytes are in the folder of attachments, in a file named by the UUID.
        CREATE TABLE attachment (
            id INTEGER PRIMARY KEY,
            uuid BLOB NOT NULL UNIQUE,
            sample INTEGER NOT NULL,
            name TEXT NOT NULL,
            -- The identifier of the uniform type.
            content_type TEXT NOT NULL,
            size INTEGER NOT NULL,
            created REAL NOT NULL,
            metadata TEXT
        );
        CREATE INDEX attachment_sample ON attachment (sample);
        -- What apps know of a point of a route and exports do not have: degrees, and metres a second.
        ALTER TABLE route_point ADD COLUMN course_accuracy REAL;
        ALTER TABLE route_point ADD COLUMN speed_accuracy REAL;
        -- Medications of the person: an archive as JSON.
        CREATE TABLE medication (
            id INTEGER PRIMARY KEY,
            identifier TEXT NOT NULL UNIQUE,
            detail TEXT NOT NULL
        );
        """
}
