// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB
import OpenHealthModel

/// The order of changes of the relations between effort samples and workouts.
package enum EffortRelations {
    /// Returns the position of the last change.
    package static func place(_ db: Database) throws -> Int {
        try Int.fetchOne(
            db.cachedStatement(sql: "SELECT value FROM counter WHERE name = ?"),
            arguments: [ChangeRange.Topic.relations.rawValue]) ?? 0
    }

    /// Increments the counter, and returns the position of the current change.
    package static func nextPlace(_ db: Database) throws -> Int {
        try ChangeRange.Topic.relations.bump(db)
        return try place(db)
    }

    /// Returns the workouts with relations to samples that are about to be deleted, and the workouts that are about to be deleted
    /// themselves.
    /// - Parameter places: The positions of the deleted samples, as SQL.
    package static func workouts(_ db: Database, losing places: String, _ arguments: StatementArguments) throws
        -> [Int64]
    {
        try Int64.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT workout FROM effort_relation WHERE id IN \(places)
                    UNION SELECT workout FROM effort_relation WHERE workout IN \(places)
                    """),
            arguments: arguments + arguments)
    }

    /// Records a change of the relations of workouts, so that queries for changes report the remaining relations again.
    package static func noteChange(_ db: Database, ofWorkouts workouts: [Int64]) throws {
        if workouts.isEmpty { return }
        let place = try nextPlace(db)
        let statement = try db.cachedStatement(sql: "UPDATE effort_relation SET place = ? WHERE workout = ?")
        for workout in workouts { try statement.execute(arguments: [place, workout]) }
    }
}
