// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// Version 25 of the tables: imports in parts.
enum SchemaV25: SchemaVersion {
    static let identifier = "025 imports in parts"

    static func migrate(_ db: Database) throws {
        try db.execute(
            sql: """
                -- The import whose samples are stored in parts. They are hidden until it ends.
                CREATE TABLE unfinished_import (
                    id INTEGER PRIMARY KEY CHECK (id = 1),
                    -- A random number, so that an import recognises that it was undone.
                    token INTEGER NOT NULL,
                    -- The first place of its samples in the order of changes. Other changes have the places before it.
                    first INTEGER NOT NULL
                );
                CREATE TRIGGER unfinished_import_places BEFORE UPDATE OF value ON counter
                WHEN NEW.name = 'change' AND NEW.value >= (SELECT first FROM unfinished_import)
                BEGIN
                    SELECT RAISE(ABORT, 'an import in progress has the next places in the order of changes');
                END;
                """)
    }
}
