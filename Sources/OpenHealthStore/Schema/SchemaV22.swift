// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// Version 22 of the tables: the pushed records whose samples the person deleted.
enum SchemaV22: SchemaVersion {
    static let identifier = "022 deleted records of pushes"

    static func migrate(_ db: Database) throws {
        try db.execute(
            sql: """
                -- The records of pushes whose samples the person deleted. A push that repeats one does not add it again.
                CREATE TABLE unwanted_record (
                    -- The identifier of the connection; empty for samples of imports.
                    app TEXT NOT NULL,
                    type INTEGER NOT NULL,
                    -- The UUID of the record, or a hash of its dates, value and source if it has none.
                    identity BLOB NOT NULL,
                    -- The hash of the content of a record with a UUID, if it is known. Another content is added.
                    content INTEGER,
                    PRIMARY KEY (app, type, identity)
                ) WITHOUT ROWID;
                """)
    }
}
