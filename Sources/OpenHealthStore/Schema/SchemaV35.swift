// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// Version 35 of the tables: responses and decisions under these names.
enum SchemaV35: SchemaVersion {
    static let identifier = "035 responses and decisions"

    static func migrate(_ db: Database) throws {
        try db.execute(
            sql: """
                ALTER TABLE idempotency RENAME COLUMN answer TO response;
                ALTER TABLE authorization_request RENAME COLUMN answered TO decided;
                ALTER TABLE receiver_host RENAME COLUMN answered TO decided;
                UPDATE app_quota SET name = 'keptResponses' WHERE name = 'keptAnswers';
                UPDATE app_quota SET name = 'keptResponseBytes' WHERE name = 'keptAnswerBytes';
                """)
    }
}
