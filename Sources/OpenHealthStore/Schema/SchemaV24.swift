// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// Version 24 of the tables: the workouts that are one effort.
enum SchemaV24: SchemaVersion {
    static let identifier = "024 efforts"

    static func migrate(_ db: Database) throws {
        try db.execute(
            sql: """
                -- The workouts of efforts with several. A workout without a row is an effort by itself.
                CREATE TABLE effort_member (
                    -- The place of the workout in the order of changes.
                    workout INTEGER PRIMARY KEY,
                    -- The place of the workout that is shown. The other workouts are copies.
                    effort INTEGER NOT NULL,
                    -- 1: its samples count in sums; 0: those of another workout of the effort do.
                    counted INTEGER NOT NULL,
                    source INTEGER NOT NULL,
                    -- In seconds since 1970, UTC.
                    start REAL NOT NULL,
                    end REAL NOT NULL,
                    -- The first and the last start of the samples that an app added to the workout; NULL: there are none.
                    first REAL,
                    last REAL
                );
                CREATE INDEX effort_member_effort ON effort_member (effort);
                -- The decisions of the person.
                CREATE TABLE effort_choice (
                    -- The UUID of a workout.
                    uuid BLOB PRIMARY KEY,
                    -- Workouts with one number are one effort. NULL: the workout is an effort by itself.
                    effort INTEGER
                ) WITHOUT ROWID;
                -- The ranges of time whose workouts are compared again at the end of the transaction.
                CREATE TABLE effort_change (start REAL NOT NULL, end REAL NOT NULL);
                INSERT INTO effort_change SELECT -1e18, 1e18 WHERE EXISTS (SELECT 1 FROM workout);
                """)
    }
}
