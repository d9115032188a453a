// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

/// Version 5 of the tables: what the store remembers of the cohorts that it was pushed to, and what tells it from other stores.
///
/// A migration never changes once it has been released: what comes after it is a migration of its own.
enum SchemaV5 {
    static let identifier = "005 cohorts"

    static func migrate(_ db: Database) throws {
        try db.execute(sql: cohorts)
        try makeIdentity(db)
    }

    /// The setting with the identity of the store.
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

    /// Gives the store an identity: 128 random bits, which no other store has and which say nothing about a person.
    static func makeIdentity(_ db: Database) throws {
        try db.execute(
            sql: "INSERT OR IGNORE INTO setting (name, value) VALUES (?, ?)",
            arguments: [identity, UUID().uuidString.lowercased()])
    }
}
