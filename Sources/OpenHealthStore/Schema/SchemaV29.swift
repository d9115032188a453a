// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// Version 29 of the tables: the tokens of clients that only read what a connection of Nightscout reads.
enum SchemaV29: SchemaVersion {
    static let identifier = "029 readers"

    static func migrate(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE reader_token (
                    id INTEGER PRIMARY KEY,
                    -- The connection. If its token is removed, so are its readers.
                    app INTEGER NOT NULL REFERENCES app_token ON DELETE CASCADE,
                    -- The owner's name for the client.
                    name TEXT NOT NULL,
                    -- SHA-256 of the SHA-1 of the token. Clients of Nightscout send the token or its SHA-1.
                    hash BLOB NOT NULL UNIQUE,
                    created REAL NOT NULL,
                    -- When the token was last used, in seconds since 1970, and the address of the client.
                    used REAL,
                    used_from TEXT,
                    UNIQUE (app, name)
                );
                """)
    }
}
