// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB
import OpenHealthModel

extension HealthDatabase {
    /// Sets the activity summary of a day.
    /// - Throws: A ``StoreError``.
    package func setActivitySummary(_ summary: ActivitySummaryData) throws {
        try write { db in
            try db.execute(
                sql: """
                    INSERT INTO activity_summary (day, attributes) VALUES (?, ?)
                    ON CONFLICT (day) DO UPDATE SET attributes = excluded.attributes
                    """,
                arguments: [summary.day, MetadataJSON.object(summary.values)])
            try ChangeRange.Topic.summaries.bump(db)
        }
    }
}
