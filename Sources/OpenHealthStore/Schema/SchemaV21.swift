// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// Version 21: the deliveries of webhooks, pauses, and the secret that another one replaces.
enum SchemaV21: SchemaVersion {
    static let identifier = "021 deliveries of webhooks"

    static func migrate(_ db: Database) throws {
        try db.execute(sql: tables)
    }

    private static let tables = """
        ALTER TABLE webhook ADD COLUMN paused INTEGER NOT NULL DEFAULT 0;
        -- The secret that was replaced, and until when deliveries are signed with it too, in seconds since 1970.
        ALTER TABLE webhook ADD COLUMN old_secret BLOB;
        ALTER TABLE webhook ADD COLUMN old_secret_until REAL;
        -- When it was last sent, and is sent again after a failure, in seconds since 1970.
        ALTER TABLE webhook ADD COLUMN attempted REAL;
        ALTER TABLE webhook ADD COLUMN next_attempt REAL;
        -- The status of the last answer that was not an acknowledgment; 0 if there was none.
        ALTER TABLE webhook ADD COLUMN last_status INTEGER;
        CREATE TABLE webhook_delivery (
            id INTEGER PRIMARY KEY,
            webhook BLOB NOT NULL REFERENCES webhook ON DELETE CASCADE,
            -- The identifier in the field webhook-id.
            message TEXT NOT NULL,
            body BLOB NOT NULL,
            created REAL NOT NULL,
            attempts INTEGER NOT NULL DEFAULT 0,
            attempted REAL,
            -- The status of the last answer; 0 if there was none.
            status INTEGER,
            -- Whether it was requested and is to be sent once.
            requested INTEGER NOT NULL DEFAULT 0
        );
        CREATE INDEX webhook_delivery_webhook ON webhook_delivery (webhook, message);
        """
}
