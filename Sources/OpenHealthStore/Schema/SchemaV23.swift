// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// Version 23: the times at which changes were received, and an index of the deleted samples by their UUIDs.
enum SchemaV23: SchemaVersion {
    static let identifier = "023 times of changes"

    static func migrate(_ db: Database) throws {
        try db.execute(sql: tables)
    }

    private static let tables = """
        CREATE INDEX deletion_uuid ON deletion (uuid);
        CREATE TABLE change_time (
            -- The first place in the order of changes that has this time; it applies until the next row.
            first INTEGER PRIMARY KEY,
            -- When the changes were received, in seconds since 1970, to the millisecond.
            received REAL NOT NULL
        );
        -- Earlier changes have the time of the import that added them, or that of the import before.
        INSERT OR IGNORE INTO change_time SELECT first, round(finished, 3) FROM import WHERE last >= first;
        INSERT OR IGNORE INTO change_time
            SELECT 1, coalesce((SELECT min(received) FROM change_time), round((julianday('now') - 2440587.5) * 86400.0, 3))
            FROM counter WHERE name = 'change' AND value > 0;
        -- Every write advances the counter once, at its end.
        CREATE TRIGGER change_time_received AFTER UPDATE OF value ON counter
        WHEN NEW.name = 'change' AND NEW.value > OLD.value
        BEGIN
            INSERT OR REPLACE INTO change_time VALUES (OLD.value + 1, round((julianday('now') - 2440587.5) * 86400.0, 3));
        END;
        """
}
