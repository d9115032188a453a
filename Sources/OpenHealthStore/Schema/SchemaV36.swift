// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// Version 36 of the tables: rollups in which basal and bolus insulin do not cover each other, and efforts that show the time of most copies.
enum SchemaV36: SchemaVersion {
    static let identifier = "036 purposes of insulin"

    static func migrate(_ db: Database) throws {
        // Earlier versions left out the one whose source is worse. See ``EventRule``.
        try db.execute(
            sql: """
                DELETE FROM rollup WHERE type IN (
                    SELECT id FROM sample_type WHERE identifier = 'HKQuantityTypeIdentifierInsulinDelivery')
                """)
        // All workouts are compared again at the end of the transaction.
        try db.execute(
            sql: "INSERT INTO effort_change SELECT -1e18, 1e18 WHERE EXISTS (SELECT 1 FROM workout)")
    }
}
