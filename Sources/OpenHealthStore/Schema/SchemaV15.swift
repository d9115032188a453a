// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// Version 15 of the tables: the apps that pushed samples that lack properties.
enum SchemaV15: SchemaVersion {
    static let identifier = "015 pushing apps"

    static func migrate(_ db: Database) throws {
        try db.execute(
            sql: """
                -- The identifier of the app that pushed samples that lack properties; NULL for other samples, and if it is unknown.
                ALTER TABLE provenance ADD COLUMN app TEXT;
                -- Earlier versions did not store the app, but it is known if there is only one.
                UPDATE provenance SET app = (SELECT min(app) FROM push)
                WHERE missing > 0 AND (SELECT count(DISTINCT app) FROM push) = 1;
                """)
    }
}
