// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// Version 1 of the tables.
enum SchemaV1: SchemaVersion {
    static let identifier = "001 tables"

    static func migrate(_ db: Database) throws {
        try db.execute(sql: shared + samples + details + person)
    }

    /// Facts that many samples share, each stored once and referenced by a small number.
    private static let shared = """
        CREATE TABLE sample_type (
            id INTEGER PRIMARY KEY,
            identifier TEXT NOT NULL UNIQUE,
            -- The unit that values of the type are stored in; NULL where values have none or it is not known.
            unit TEXT
        );
        CREATE TABLE category_value (
            type INTEGER NOT NULL REFERENCES sample_type,
            value INTEGER NOT NULL,
            name TEXT NOT NULL,
            PRIMARY KEY (type, value)
        ) WITHOUT ROWID;
        CREATE TABLE source (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL,
            bundle_identifier TEXT,
            UNIQUE (name, bundle_identifier)
        );
        CREATE TABLE device (
            id INTEGER PRIMARY KEY,
            -- A hash of the facts below, to find a device that is already there.
            hash BLOB NOT NULL UNIQUE,
            name TEXT, manufacturer TEXT, model TEXT, hardware TEXT, firmware TEXT, software TEXT,
            local_identifier TEXT, udi_device_identifier TEXT,
            -- Other keys of the source, as a JSON array of pairs.
            other TEXT
        );
        CREATE TABLE provenance (
            id INTEGER PRIMARY KEY,
            hash BLOB NOT NULL UNIQUE,
            source INTEGER NOT NULL REFERENCES source,
            source_version TEXT, product_type TEXT, operating_system TEXT,
            device INTEGER REFERENCES device,
            -- The unit that the value was written in.
            unit TEXT
        );
        CREATE TABLE metadata (
            id INTEGER PRIMARY KEY,
            -- A hash of the entries in their order, to find a dictionary that is already there.
            hash INTEGER NOT NULL,
            -- The IANA name of the time zone, where the entries have one.
            time_zone TEXT,
            -- A JSON object; a JSON array of pairs where a key repeats.
            entries TEXT NOT NULL
        );
        CREATE INDEX metadata_hash ON metadata (hash);
        """

    /// The samples, and their positions in the order of changes.
    private static let samples = """
        CREATE TABLE sample (
            type INTEGER NOT NULL,
            -- Seconds since 1970, UTC.
            start REAL NOT NULL,
            -- The place in the order of changes; no two samples or deletions share one.
            id INTEGER NOT NULL,
            -- Seconds since 1970, UTC; NULL means the same as start.
            end REAL,
            -- In the unit of sample_type; NULL where there is none; text where nobody knows what it means.
            value REAL,
            provenance INTEGER NOT NULL,
            metadata INTEGER,
            -- Seconds from start until the sample was made.
            lag INTEGER,
            -- Counts samples that are the same in all that their derived UUID is made of; NULL: see sample_uuid.
            ordinal INTEGER,
            PRIMARY KEY (type, start, id)
        ) WITHOUT ROWID;
        -- UUIDs that an app made; those of imported samples are derived from the sample.
        CREATE TABLE sample_uuid (
            id INTEGER PRIMARY KEY,
            uuid BLOB NOT NULL UNIQUE,
            type INTEGER NOT NULL,
            start REAL NOT NULL
        );
        -- Which stretch of which type each run of consecutive ids fell into, so that changes are found by number.
        CREATE TABLE change_run (
            first INTEGER PRIMARY KEY,
            last INTEGER NOT NULL,
            type INTEGER NOT NULL,
            min_start REAL NOT NULL,
            max_start REAL NOT NULL
        );
        CREATE TABLE deletion (
            -- The place of the deletion in the order of changes.
            id INTEGER PRIMARY KEY,
            type INTEGER NOT NULL,
            uuid BLOB NOT NULL,
            -- The place that the sample had.
            sample INTEGER NOT NULL,
            source INTEGER,
            sync_identifier TEXT,
            sync_version INTEGER
        );
        CREATE TABLE sync_identifier (
            source INTEGER NOT NULL,
            type INTEGER NOT NULL,
            identifier TEXT NOT NULL,
            version INTEGER NOT NULL,
            sample INTEGER NOT NULL,
            start REAL NOT NULL,
            PRIMARY KEY (source, type, identifier)
        ) WITHOUT ROWID;
        -- How long samples are, so that a query knows how far before its range it must begin: for each class of
        -- durations (each four times as long as the one before) the longest, and the starts that the class spans.
        CREATE TABLE type_extent (
            type INTEGER NOT NULL,
            class INTEGER NOT NULL,
            longest REAL NOT NULL,
            min_start REAL NOT NULL,
            max_start REAL NOT NULL,
            PRIMARY KEY (type, class)
        ) WITHOUT ROWID;
        CREATE TABLE counter (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
        INSERT INTO counter VALUES ('change', 0);
        """

    /// The details of some kinds of sample. `id` and `start` are those of the sample.
    private static let details = """
        CREATE TABLE heartbeats (
            id INTEGER PRIMARY KEY,
            -- A JSON array of [beats per minute, hundredths of a second since local midnight].
            beats TEXT NOT NULL
        );
        CREATE TABLE correlation_member (
            correlation INTEGER NOT NULL,
            id INTEGER NOT NULL,
            type INTEGER NOT NULL,
            start REAL NOT NULL,
            PRIMARY KEY (correlation, id)
        ) WITHOUT ROWID;
        CREATE INDEX correlation_member_id ON correlation_member (id);
        CREATE TABLE workout (
            id INTEGER PRIMARY KEY,
            start REAL NOT NULL,
            activity_type INTEGER NOT NULL,
            -- The name as written, where the number does not say it all.
            activity_name TEXT,
            -- Seconds without pauses.
            duration REAL,
            -- Totals and whatever else stood in the attributes, as a JSON object.
            attributes TEXT,
            -- Zone groups, as JSON.
            zone_groups TEXT
        );
        CREATE TABLE workout_activity (
            id INTEGER PRIMARY KEY,
            workout INTEGER NOT NULL REFERENCES workout ON DELETE CASCADE,
            uuid TEXT NOT NULL,
            start REAL NOT NULL, end REAL, duration REAL,
            metadata TEXT, attributes TEXT
        );
        CREATE INDEX workout_activity_workout ON workout_activity (workout);
        CREATE TABLE workout_event (
            id INTEGER PRIMARY KEY,
            workout INTEGER NOT NULL REFERENCES workout ON DELETE CASCADE,
            -- NULL for the workout's own events.
            activity INTEGER REFERENCES workout_activity ON DELETE CASCADE,
            type TEXT NOT NULL,
            start REAL NOT NULL,
            duration REAL,
            metadata TEXT
        );
        CREATE INDEX workout_event_workout ON workout_event (workout);
        CREATE INDEX workout_event_activity ON workout_event (activity);
        CREATE TABLE workout_statistics (
            id INTEGER PRIMARY KEY,
            workout INTEGER NOT NULL REFERENCES workout ON DELETE CASCADE,
            -- NULL for the workout's own statistics.
            activity INTEGER REFERENCES workout_activity ON DELETE CASCADE,
            type TEXT NOT NULL,
            start REAL NOT NULL, end REAL NOT NULL,
            unit TEXT,
            sum REAL, average REAL, minimum REAL, maximum REAL
        );
        CREATE INDEX workout_statistics_workout ON workout_statistics (workout);
        CREATE INDEX workout_statistics_activity ON workout_statistics (activity);
        CREATE TABLE workout_sample (
            workout INTEGER NOT NULL,
            id INTEGER NOT NULL,
            type INTEGER NOT NULL,
            start REAL NOT NULL,
            PRIMARY KEY (workout, id)
        ) WITHOUT ROWID;
        CREATE INDEX workout_sample_id ON workout_sample (id);
        CREATE TABLE workout_route (
            id INTEGER PRIMARY KEY,
            start REAL NOT NULL,
            workout INTEGER REFERENCES workout ON DELETE SET NULL,
            -- The files it came from, as a JSON array.
            files TEXT
        );
        CREATE INDEX workout_route_workout ON workout_route (workout);
        CREATE TABLE route_point (
            route INTEGER NOT NULL REFERENCES workout_route ON DELETE CASCADE,
            position INTEGER NOT NULL,
            time REAL NOT NULL,
            latitude REAL NOT NULL, longitude REAL NOT NULL,
            altitude REAL, speed REAL, course REAL, horizontal_accuracy REAL, vertical_accuracy REAL,
            PRIMARY KEY (route, position)
        ) WITHOUT ROWID;
        CREATE TABLE electrocardiogram (
            id INTEGER PRIMARY KEY,
            start REAL NOT NULL,
            path TEXT,
            -- The verdict in the words of the file.
            classification TEXT,
            -- The raw value of the verdict, where it is known.
            classification_value INTEGER,
            symptoms_status INTEGER,
            average_heart_rate REAL,
            sample_rate REAL NOT NULL,
            unit TEXT NOT NULL,
            -- The header as a JSON array of pairs.
            header TEXT,
            measurements INTEGER NOT NULL,
            -- 1: 32-bit integers in thousandths of the unit; 2: 64-bit floats in the unit. Little endian.
            encoding INTEGER NOT NULL,
            voltages BLOB NOT NULL
        );
        CREATE TABLE audiogram_point (
            audiogram INTEGER NOT NULL,
            position INTEGER NOT NULL,
            -- The attributes of the point, as a JSON object.
            attributes TEXT NOT NULL,
            PRIMARY KEY (audiogram, position)
        ) WITHOUT ROWID;
        CREATE TABLE vision_prescription (
            id INTEGER PRIMARY KEY,
            start REAL NOT NULL,
            type TEXT NOT NULL,
            expiration REAL,
            brand TEXT,
            -- The attributes of each eye, as JSON objects.
            right_eye TEXT, left_eye TEXT,
            attachments TEXT,
            attributes TEXT
        );
        CREATE TABLE clinical_record (
            id INTEGER PRIMARY KEY,
            start REAL NOT NULL,
            fhir_type TEXT NOT NULL,
            identifier TEXT NOT NULL,
            source_url TEXT,
            fhir_version TEXT,
            path TEXT,
            -- The FHIR document.
            resource BLOB
        );
        CREATE TABLE unknown_element (
            id INTEGER PRIMARY KEY,
            hash BLOB NOT NULL UNIQUE,
            name TEXT NOT NULL,
            parent TEXT NOT NULL,
            xml TEXT NOT NULL
        );
        -- What a sample has that no column holds, such as the parts of objects that apps saved: JSON.
        CREATE TABLE sample_detail (
            id INTEGER PRIMARY KEY,
            detail TEXT NOT NULL
        );
        """

    /// The person's characteristics and settings, the activity summaries and the imports.
    private static let person = """
        CREATE TABLE characteristic (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
        CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
        CREATE TABLE activity_summary (
            day TEXT PRIMARY KEY,
            -- The attributes as written, as a JSON object.
            attributes TEXT NOT NULL
        ) WITHOUT ROWID;
        CREATE TABLE import (
            id INTEGER PRIMARY KEY,
            file TEXT NOT NULL,
            started REAL NOT NULL,
            finished REAL NOT NULL,
            export_date REAL, locale TEXT, version INTEGER, offset INTEGER, time_zone TEXT,
            -- The samples that it added have places from first to last.
            first INTEGER NOT NULL, last INTEGER NOT NULL,
            receipt TEXT NOT NULL
        );
        """
}
