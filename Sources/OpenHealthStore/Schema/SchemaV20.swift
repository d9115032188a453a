// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// Version 20 of the tables: the clients of OAuth 2 and their tokens, and the number of times that an app was revoked.
enum SchemaV20: SchemaVersion {
    static let identifier = "020 oauth"

    static func migrate(_ db: Database) throws {
        try db.execute(
            sql: """
                -- The clients of OAuth 2 that have registered. A client has no access before the owner's consent.
                CREATE TABLE oauth_client (
                    id INTEGER PRIMARY KEY,
                    -- The client_id, which is the identifier of the app.
                    identifier TEXT NOT NULL UNIQUE,
                    name TEXT NOT NULL,
                    -- The redirect URIs, as a list in JSON.
                    redirects TEXT NOT NULL,
                    created REAL NOT NULL,
                    -- 1: the owner has allowed the app. Pages of its redirect URIs' origins may then send its requests.
                    approved INTEGER NOT NULL DEFAULT 0
                );
                CREATE INDEX oauth_client_created ON oauth_client (created);
                -- The consents for which clients have received tokens. Secrets are stored as their SHA-256.
                CREATE TABLE oauth_consent (
                    id INTEGER PRIMARY KEY,
                    app INTEGER NOT NULL REFERENCES app ON DELETE CASCADE,
                    -- The authorization code or device code, by which a second use is recognised.
                    code BLOB NOT NULL UNIQUE,
                    -- The first part of all refresh tokens of the consent.
                    family BLOB NOT NULL UNIQUE,
                    -- The only valid refresh token. Any other one of the family has been used.
                    refresh BLOB NOT NULL,
                    -- The requested scope.
                    scope TEXT NOT NULL,
                    created REAL NOT NULL,
                    -- The date of the last refresh token.
                    used REAL NOT NULL
                );
                CREATE INDEX oauth_consent_app ON oauth_consent (app);
                CREATE TABLE oauth_token (
                    hash BLOB PRIMARY KEY,
                    consent INTEGER NOT NULL REFERENCES oauth_consent ON DELETE CASCADE,
                    created REAL NOT NULL,
                    expires REAL NOT NULL
                ) WITHOUT ROWID;
                CREATE INDEX oauth_token_consent ON oauth_token (consent);
                -- The number of times that all permissions of the app were revoked. Its streams end with each of them.
                ALTER TABLE app ADD COLUMN revocations INTEGER NOT NULL DEFAULT 0;
                """)
    }
}
