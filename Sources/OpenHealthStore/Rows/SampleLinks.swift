// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// The relations of a sample to correlations, workouts and other objects.
enum SampleLinks {
    /// The tables with rows that belong to a sample, and the column with its position. The members of a correlation are excluded,
    /// because the new correlation contains its own.
    private static let parts = [
        ("workout_sample", "workout"), ("effort_relation", "workout"),
        ("electrocardiogram_sample", "electrocardiogram"), ("attachment", "sample"),
    ]

    /// Replaces a deleted object in correlations and workouts with another one, which also gets its parts and attachments.
    ///
    /// The other one can replace several objects, also in one correlation or workout.
    static func move(_ db: Database, of old: Int64, to id: Int64, type: Int64, start: Double) throws {
        for table in ["correlation_member", "workout_sample", "effort_relation", "electrocardiogram_sample"] {
            try db.cachedStatement(sql: "UPDATE OR REPLACE \(table) SET id = ?, type = ?, start = ? WHERE id = ?")
                .execute(arguments: [id, type, start, old])
        }
        // The rows of the old sample become those of the new one.
        for (table, column) in parts {
            try db.cachedStatement(sql: "UPDATE \(table) SET \(column) = ? WHERE \(column) = ?").execute(
                arguments: [id, old])
        }
        try EffortRelations.noteChange(
            db, ofWorkouts: try EffortRelations.workouts(db, losing: "(?)", [id]))
    }
}
