// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// Version 34 of the tables: efforts that show the workout with laps or pauses, those with the workout of a file of an unknown kind that is
/// cut off, and those without workouts of two persons.
enum SchemaV34: SchemaVersion {
    static let identifier = "034 detail of efforts"

    static func migrate(_ db: Database) throws {
        // All workouts are compared again at the end of the transaction.
        try db.execute(
            sql: "INSERT INTO effort_change SELECT -1e18, 1e18 WHERE EXISTS (SELECT 1 FROM workout)")
    }
}
