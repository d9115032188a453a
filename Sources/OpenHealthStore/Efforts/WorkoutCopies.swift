// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

/// The copies of stored workouts.
package enum WorkoutCopies {
    /// Returns the workout of which a workout is a copy; nil if the workout is shown itself.
    package static func original(of workout: RawSample, _ reader: RecordReader) throws -> RawSample? {
        guard let table = try EffortTable(reader.db), let member = try table.member(workout.id), member.isCopy,
            let shown = try table.member(member.effort)
        else { return nil }
        return try sample(shown, table)
    }

    /// Returns the copies of a workout, in order of their start dates.
    package static func copies(of workout: RawSample, _ reader: RecordReader) throws -> [RawSample] {
        guard let table = try EffortTable(reader.db) else { return [] }
        return try table.members(ofEffort: workout.id).filter(\.isCopy).compactMap { try sample($0, table) }
    }

    /// Returns the number of workouts from a position in the order of changes on that do not count as efforts of their own: of an effort with
    /// earlier workouts all, and of one without them all but one.
    static func count(_ db: Database, addedFrom first: Int64) throws -> Int {
        try Int.fetchOne(
            db,
            sql: """
                SELECT coalesce(sum(added - (added = members)), 0) FROM (
                    SELECT count(*) AS members, sum(workout >= :first) AS added FROM effort_member
                    WHERE effort IN (SELECT effort FROM effort_member WHERE workout >= :first) GROUP BY effort)
                """,
            arguments: ["first": first]) ?? 0
    }

    private static func sample(_ member: EffortMember, _ table: EffortTable) throws -> RawSample? {
        try SampleLookup.sample(table.db, type: table.type, start: member.start, id: member.workout)
    }
}
