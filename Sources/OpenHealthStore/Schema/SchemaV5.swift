// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

/// Version 5 of the tables: the cohorts that the store was pushed to, and the identity of the store.
enum SchemaV5: SchemaVersion {
    static let identifier = "005 cohorts"

    static func migrate(_ db: Database) throws {
        try db.execute(sql: cohorts)
        try makeIdentity(db)
    }

    /// The name of the setting that contains the identity of the store.
    static let identity = "store_identity"

    private static let cohorts = """
        CREATE TABLE cohort_push (
            -- The identifier of the cohort, a UUID.
            cohort TEXT NOT NULL,
            -- The pseudonym.
            participant TEXT NOT NULL,
            -- The name of the shard.
            shard TEXT NOT NULL,
            -- The number of the last push that came to its end; 0: none has.
            version INTEGER NOT NULL,
            -- The number of the push that sent everything anew; lower ones may have been another copy's of the store.
            origin INTEGER NOT NULL,
            -- The place up to which the last push went.
            anchor INTEGER NOT NULL,
            -- When the last push came to its end, in seconds since 1970.
            pushed REAL,
            -- The push that has begun and not come to its end, as JSON.
            plan TEXT,
            PRIMARY KEY (cohort, participant)
        ) WITHOUT ROWID;
        """

    /// Creates the identity of the store: 128 random bits, which are unique to the store and contain no information about a
    /// person.
    static func makeIdentity(_ db: Database) throws {
        try db.execute(
            sql: "INSERT OR IGNORE INTO setting (name, value) VALUES (?, ?)",
            arguments: [identity, UUID().uuidString.lowercased()])
    }
}
