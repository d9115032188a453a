// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// Version 4 of the tables: the owner, the apps' tokens, authorization requests and webhooks.
///
/// Secrets that only need to be verified (the passphrase, sessions, tokens) are stored as hashes.
enum SchemaV4: SchemaVersion {
    static let identifier = "004 daemon"

    static func migrate(_ db: Database) throws {
        try db.execute(sql: owner + apps)
    }

    private static let owner = """
        CREATE TABLE owner (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            -- scrypt of the passphrase, and what it was made with.
            salt BLOB NOT NULL,
            hash BLOB NOT NULL,
            rounds INTEGER NOT NULL,
            block_size INTEGER NOT NULL,
            parallelism INTEGER NOT NULL,
            -- In seconds since 1970.
            changed REAL NOT NULL,
            -- Wrong passphrases since the last right one, and until when none is looked at.
            failures INTEGER NOT NULL DEFAULT 0,
            locked_until REAL
        );
        CREATE TABLE owner_session (
            -- SHA-256 of the cookie.
            hash BLOB PRIMARY KEY,
            -- What forms of the session have to repeat.
            form_token BLOB NOT NULL,
            created REAL NOT NULL,
            used REAL NOT NULL
        ) WITHOUT ROWID;
        """

    private static let apps = """
        CREATE TABLE app_token (
            app INTEGER PRIMARY KEY REFERENCES app ON DELETE CASCADE,
            -- SHA-256 of the token.
            hash BLOB NOT NULL UNIQUE,
            -- The machine and the version of its system that the app runs on, where it has told.
            product_type TEXT,
            system_version TEXT,
            created REAL NOT NULL
        );
        CREATE TABLE authorization_request (
            -- The bytes of a UUID.
            id BLOB PRIMARY KEY,
            app INTEGER NOT NULL REFERENCES app ON DELETE CASCADE,
            -- JSON lists of identifiers of types.
            share TEXT NOT NULL,
            read TEXT NOT NULL,
            -- JSON list of UUIDs of objects, where the request is about objects of one type.
            objects TEXT,
            created REAL NOT NULL,
            -- When the person was done with it; NULL: not yet.
            answered REAL
        ) WITHOUT ROWID;
        CREATE INDEX authorization_request_app ON authorization_request (app);
        CREATE TABLE idempotency (
            app INTEGER NOT NULL REFERENCES app ON DELETE CASCADE,
            -- The key that the app gave to its request.
            key TEXT NOT NULL,
            -- SHA-256 of the method, the path and the body.
            request BLOB NOT NULL,
            status INTEGER NOT NULL,
            answer BLOB NOT NULL,
            created REAL NOT NULL,
            PRIMARY KEY (app, key)
        ) WITHOUT ROWID;
        CREATE INDEX idempotency_created ON idempotency (created);
        CREATE TABLE webhook (
            -- The bytes of a UUID.
            id BLOB PRIMARY KEY,
            app INTEGER NOT NULL REFERENCES app ON DELETE CASCADE,
            url TEXT NOT NULL,
            -- What deliveries are signed with.
            secret BLOB NOT NULL,
            -- JSON list of identifiers of types.
            types TEXT NOT NULL,
            -- The raw value of HKUpdateFrequency.
            frequency INTEGER NOT NULL,
            -- The place in the order of changes up to which the receiver has acknowledged.
            anchor INTEGER NOT NULL,
            -- When it was last delivered, in seconds since 1970.
            delivered REAL,
            -- Deliveries since the last acknowledged one; after three there are no more.
            failures INTEGER NOT NULL DEFAULT 0,
            created REAL NOT NULL
        ) WITHOUT ROWID;
        CREATE INDEX webhook_app ON webhook (app);
        """
}
