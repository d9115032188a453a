// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// Version 7 of the tables: owner sessions that are bound to an origin, known browsers, and the second factor.
enum SchemaV7: SchemaVersion {
    static let identifier = "007 owner sign-in"

    static func migrate(_ db: Database) throws {
        try db.execute(sql: sessions + secondFactor)
    }

    // Earlier sessions have no token that only the server's own pages contain, so the migration ends them.
    private static let sessions = """
        DROP TABLE owner_session;
        CREATE TABLE owner_session (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            -- SHA-256 of the cookie.
            hash BLOB NOT NULL UNIQUE,
            -- SHA-256 of the token that comes with each request besides the cookie.
            token_hash BLOB NOT NULL,
            -- In seconds since 1970, as all dates here: the sign-in, the last time the passphrase was given, the last use.
            created REAL NOT NULL,
            confirmed REAL NOT NULL,
            used REAL NOT NULL,
            -- Where the sign-in came from, and the name that the browser gave itself.
            address TEXT NOT NULL,
            agent TEXT NOT NULL
        );
        -- Browsers that have signed in before.
        CREATE TABLE owner_device (
            -- SHA-256 of the cookie.
            hash BLOB PRIMARY KEY,
            used REAL NOT NULL
        ) WITHOUT ROWID;
        -- Failed sign-ins are counted by client, in memory. DROP COLUMN fails on the comments of the former table.
        CREATE TABLE new_owner (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            -- scrypt of the passphrase, and its parameters.
            salt BLOB NOT NULL,
            hash BLOB NOT NULL,
            rounds INTEGER NOT NULL,
            block_size INTEGER NOT NULL,
            parallelism INTEGER NOT NULL,
            -- In seconds since 1970.
            changed REAL NOT NULL
        );
        INSERT INTO new_owner SELECT id, salt, hash, rounds, block_size, parallelism, changed FROM owner;
        DROP TABLE owner;
        ALTER TABLE new_owner RENAME TO owner;

        """

    private static let secondFactor = """
        CREATE TABLE owner_totp (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            -- The key of RFC 6238, as the authenticator has it.
            secret BLOB NOT NULL,
            -- The number of the last time step of which a code was accepted.
            step INTEGER NOT NULL,
            created REAL NOT NULL
        );
        CREATE TABLE owner_recovery_code (
            -- SHA-256 of the code.
            hash BLOB PRIMARY KEY
        ) WITHOUT ROWID;
        """
}
