// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB
import OpenHealthModel

/// The order of changes of which samples of effort are related to which workouts.
package enum EffortRelations {
    /// The place of the last change.
    package static func place(_ db: Database) throws -> Int {
        try Int.fetchOne(
            db.cachedStatement(sql: "SELECT value FROM counter WHERE name = ?"),
            arguments: [ChangeRange.Topic.relations.rawValue]) ?? 0
    }

    /// The place of the change that is being made.
    package static func nextPlace(_ db: Database) throws -> Int {
        try ChangeRange.Topic.relations.bump(db)
        return try place(db)
    }

    /// The workouts that have relations with samples that are about to go, or are about to go themselves.
    /// - Parameter places: the places of what goes, as SQL.
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

    /// Writes down that relations of some workouts have changed: the remaining ones are reported again to queries for
    /// changes.
    package static func noteChange(_ db: Database, ofWorkouts workouts: [Int64]) throws {
        if workouts.isEmpty { return }
        let place = try nextPlace(db)
        let statement = try db.cachedStatement(sql: "UPDATE effort_relation SET place = ? WHERE workout = ?")
        for workout in workouts { try statement.execute(arguments: [place, workout]) }
    }
}
