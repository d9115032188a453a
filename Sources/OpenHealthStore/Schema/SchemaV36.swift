// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// Version 36 of the tables: rollups in which basal and bolus insulin do not cover each other.
enum SchemaV36: SchemaVersion {
    static let identifier = "036 purposes of insulin"

    static func migrate(_ db: Database) throws {
        // Earlier versions left out the one whose source is worse. See ``EventRule``.
        try db.execute(
            sql: """
                DELETE FROM rollup WHERE type IN (
                    SELECT id FROM sample_type WHERE identifier = 'HKQuantityTypeIdentifierInsulinDelivery')
                """)
    }
}
