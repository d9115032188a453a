// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

/// Version 9 of the tables: the hosts of webhook receivers, each with the owner's decision.
enum SchemaV9: SchemaVersion {
    static let identifier = "009 receivers"

    /// Creates the table. Existing receivers wait for the owner's decision like new ones.
    static func migrate(_ db: Database) throws {
        try db.execute(sql: receivers)
        let webhooks = try Row.fetchAll(db, sql: "SELECT id, app, url, created FROM webhook")
        for row in webhooks {
            guard let host = HostName.normalised(try row.value(String.self, of: "url")) else { continue }
            try db.execute(
                sql: "UPDATE webhook SET host = ? WHERE id = ?",
                arguments: [host, try row.value(Data.self, of: "id")])
            try db.execute(
                sql: "INSERT OR IGNORE INTO receiver_host (app, host, asked) VALUES (?, ?, ?)",
                arguments: [
                    try row.value(Int64.self, of: "app"), host, try row.value(Double.self, of: "created"),
                ])
        }
    }

    private static let receivers = """
        CREATE TABLE receiver_host (
            app INTEGER NOT NULL REFERENCES app ON DELETE CASCADE,
            -- The host and port, such as steps.example.org:443.
            host TEXT NOT NULL,
            -- 0: waiting; 1: approved; 2: refused.
            state INTEGER NOT NULL DEFAULT 0,
            -- Whether the host may be this machine or in a private network.
            is_local INTEGER NOT NULL DEFAULT 0,
            -- When an app first named it, in seconds since 1970.
            asked REAL NOT NULL,
            -- When the owner last decided, in seconds since 1970.
            answered REAL,
            PRIMARY KEY (app, host)
        ) WITHOUT ROWID;
        -- The host of the address; NULL where the address has none, so that nothing is sent there.
        ALTER TABLE webhook ADD COLUMN host TEXT;
        """
}
