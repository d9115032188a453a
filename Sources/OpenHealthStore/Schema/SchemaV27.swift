// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// Version 27 of the tables: the counts of days that devices write.
enum SchemaV27: SchemaVersion {
    static let identifier = "027 day counts"

    static func migrate(_ db: Database) throws {
        try db.execute(
            sql: """
                -- The counts of a device on a local day, of which the differences are samples. Files that are imported later add to them.
                CREATE TABLE day_count (
                    type INTEGER NOT NULL,
                    provenance INTEGER NOT NULL,
                    -- The number of the local day, from 1970-01-01 on.
                    day INTEGER NOT NULL,
                    -- The kind of activity, by its number in FIT.
                    activity INTEGER NOT NULL,
                    counts BLOB NOT NULL,
                    -- The counts before the import that is under way; NULL: it has none of this day.
                    former BLOB,
                    PRIMARY KEY (type, provenance, day, activity)
                ) WITHOUT ROWID;
                CREATE INDEX day_count_changed ON day_count (day) WHERE former IS NOT NULL;
                """)
    }
}
