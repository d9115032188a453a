// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// Version 31 of the tables: efforts with the consecutive parts of one device.
enum SchemaV31: SchemaVersion {
    static let identifier = "031 parts of efforts"

    static func migrate(_ db: Database) throws {
        // All workouts are compared again at the end of the transaction.
        try db.execute(
            sql: "INSERT INTO effort_change SELECT -1e18, 1e18 WHERE EXISTS (SELECT 1 FROM workout)")
    }
}
