// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// Version 17 of the tables: the versions of pushed records that their senders change.
enum SchemaV17: SchemaVersion {
    static let identifier = "017 revisions"

    static func migrate(_ db: Database) throws {
        try db.execute(
            sql: """
                -- The hash of what the connection pushed with the UUID, and the date of the sender's last change, in seconds since 1970.
                ALTER TABLE sample_uuid ADD COLUMN content INTEGER;
                ALTER TABLE sample_uuid ADD COLUMN updated REAL;
                -- Samples that replaced earlier versions of themselves.
                CREATE TABLE sample_revision (
                    sample INTEGER PRIMARY KEY,
                    type INTEGER NOT NULL,
                    start REAL NOT NULL,
                    -- The number of earlier versions.
                    versions INTEGER NOT NULL,
                    -- Why the sample is a later version: 1: identifier; 2: running total; 3: corrected value; 4: session.
                    reason INTEGER NOT NULL,
                    -- The date of the last replacement, in seconds since 1970.
                    replaced REAL NOT NULL
                );
                CREATE INDEX sample_revision_start ON sample_revision (type, start);
                -- Pushed sessions, such as nights, whose samples a later version replaces as a whole.
                CREATE TABLE pushed_session (
                    id INTEGER PRIMARY KEY,
                    app TEXT NOT NULL,
                    type INTEGER NOT NULL,
                    source TEXT NOT NULL,
                    start REAL NOT NULL,
                    end REAL NOT NULL,
                    -- The UUID that identifies the session; NULL if its sender does not identify it.
                    uuid BLOB,
                    updated REAL
                );
                CREATE INDEX pushed_session_end ON pushed_session (type, end);
                CREATE INDEX pushed_session_uuid ON pushed_session (uuid) WHERE uuid IS NOT NULL;
                CREATE TABLE pushed_session_sample (
                    sample INTEGER PRIMARY KEY,
                    session INTEGER NOT NULL,
                    start REAL NOT NULL
                );
                CREATE INDEX pushed_session_sample_session ON pushed_session_sample (session);
                """)
    }
}
