// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// Version 26: the view of workouts states of which workout each is a copy, changes of efforts are counted, and a workout that the person
/// took out of its effort stays out of it if it is joined with others.
enum SchemaV26: SchemaVersion {
    static let identifier = "026 copies of workouts"

    static func migrate(_ db: Database) throws {
        try db.execute(
            sql: """
                INSERT OR IGNORE INTO counter VALUES ('efforts', 0);
                -- 1: the person took the workout out of an effort. Only workouts with the same number are one effort with it.
                ALTER TABLE effort_choice ADD COLUMN separate INTEGER NOT NULL DEFAULT 0;
                UPDATE effort_choice SET separate = 1 WHERE effort IS NULL;
                DROP VIEW IF EXISTS workouts;
                """)
        try db.execute(
            sql: SchemaV19.workouts(
                and: """
                    ,
                           (SELECT nullif(e.effort, w.id) FROM effort_member AS e WHERE e.workout = w.id) AS copy_of
                    """))
    }
}
