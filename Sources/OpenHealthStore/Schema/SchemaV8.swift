// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// Version 8 of the tables: pairing codes, proposed names of apps, the access log, quotas, and the use of tokens.
enum SchemaV8: SchemaVersion {
    static let identifier = "008 apps"

    static func migrate(_ db: Database) throws {
        try db.execute(sql: pairing + accessLog + quotas)
    }

    private static let pairing = """
        CREATE TABLE pairing_code (
            -- SHA-256 of the code.
            hash BLOB PRIMARY KEY,
            -- The only app that the code registers; NULL for any app that the store does not know yet.
            app TEXT,
            created REAL NOT NULL,
            expires REAL NOT NULL
        ) WITHOUT ROWID;
        -- The name that the app has given itself since, until the owner accepts it.
        ALTER TABLE app ADD COLUMN proposed_name TEXT;
        -- 1 where the app ended its registration itself: its samples are not for whoever registers its identifier next.
        ALTER TABLE app ADD COLUMN has_left INTEGER NOT NULL DEFAULT 0;
        -- When the token was last used, in seconds since 1970, and the address of the client.
        ALTER TABLE app_token ADD COLUMN used REAL;
        ALTER TABLE app_token ADD COLUMN used_from TEXT;
        -- 1 where the app registered without a pairing code.
        ALTER TABLE app_token ADD COLUMN is_open INTEGER NOT NULL DEFAULT 0;
        """

    private static let accessLog = """
        CREATE TABLE access_log (
            -- Hours since 1970, UTC.
            hour INTEGER NOT NULL,
            -- The identifier of the app, which the store may have forgotten since.
            app TEXT NOT NULL,
            -- The identifier of the type; empty for what has no type.
            type TEXT NOT NULL,
            action TEXT NOT NULL,
            -- How many times, and how many samples or values in total.
            requests INTEGER NOT NULL,
            count INTEGER NOT NULL,
            -- The dates of the samples, in seconds since 1970; NULL for what has no dates.
            earliest REAL,
            latest REAL,
            PRIMARY KEY (hour, app, type, action)
        ) WITHOUT ROWID;
        """

    private static let quotas = """
        -- What the owner has set; quotas that have no line have their default.
        CREATE TABLE app_quota (
            app INTEGER NOT NULL REFERENCES app ON DELETE CASCADE,
            name TEXT NOT NULL,
            value INTEGER NOT NULL,
            PRIMARY KEY (app, name)
        ) WITHOUT ROWID;
        -- The samples that an app has saved on a day, in days since 1970, UTC. Only the last day is kept.
        CREATE TABLE app_usage (
            app INTEGER PRIMARY KEY REFERENCES app ON DELETE CASCADE,
            day INTEGER NOT NULL,
            samples INTEGER NOT NULL
        );
        -- The identifier of the app that added the attachment; NULL for those from before quotas.
        ALTER TABLE attachment ADD COLUMN app TEXT;
        CREATE INDEX attachment_app ON attachment (app) WHERE app IS NOT NULL;
        """
}
