// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthStatistics

/// An effort: a workout, and the workouts of other sources that are copies of it.
package struct EffortRecord: Sendable, Equatable {
    /// The workout that is shown.
    package var workout: WorkoutRecord
    /// The copies, in order of their start dates.
    package var copies: [WorkoutRecord]
}

/// The explanation of an effort.
package struct EffortExplanation: Sendable, Equatable {
    /// A reason why a workout is a copy, or a contradiction.
    package struct Reason: Sendable, Equatable {
        /// The UUID of the workout with which the copy was compared.
        package var workout: UUID
        /// The UUID of the copy.
        package var copy: UUID
        package var reason: EffortReason
    }

    /// The workouts, the shown one first.
    package var workouts: [WorkoutRecord]
    /// The reasons, and the contradictions of workouts that the person joined.
    package var reasons: [Reason]
    /// Whether the person joined workouts or took the workout out of an effort.
    package var isChosen: Bool
}

extension HealthDatabase {
    /// The efforts of workouts.
    public var efforts: Efforts { Efforts(database: self) }
}

/// The efforts of a database: workouts of several sources that are one, and the decisions of the person about them.
public struct Efforts: Sendable {
    /// The database.
    let database: HealthDatabase

    /// Returns the efforts whose shown workouts overlap a range.
    /// - Parameters:
    ///   - limit: The maximum number of efforts; nil for no limit.
    ///   - newestFirst: Whether they are in descending order of their start dates.
    ///   - isIncluded: Returns whether an effort is included.
    /// - Throws: A ``StoreError``.
    package func all(
        from: Date? = nil, to: Date? = nil, limit: Int? = nil, newestFirst: Bool = false,
        where isIncluded: (EffortRecord) -> Bool = { _ in true }
    ) throws -> [EffortRecord] {
        try database.read { db in
            guard let table = try EffortTable(db) else { return [] }
            let request = SampleRequest(
                types: [HKWorkoutTypeIdentifier], from: from, to: to, limit: nil, newestFirst: newestFirst)
            var selection = try SampleSelection(db, request)
            let workouts = WorkoutReader(selection.reader)
            var efforts: [EffortRecord] = []
            while efforts.count < limit ?? .max, let sample = try selection.next() {
                let member = try table.member(sample.id)
                if member?.isCopy == true { continue }
                let effort = EffortRecord(
                    workout: try workouts.workout(sample),
                    copies: try member.map { try table.members(ofEffort: $0.effort) }?.filter(\.isCopy).compactMap {
                        try workouts.workout($0, table)
                    }.sorted(by: WorkoutRecord.isOrdered) ?? [])
                if isIncluded(effort) { efforts.append(effort) }
            }
            return efforts
        }
    }

    /// Returns the UUIDs of the shown workouts by the positions of their copies.
    /// - Throws: A ``StoreError``.
    package func shownWorkouts() throws -> [Int64: UUID] {
        try database.read { db in
            guard let table = try EffortTable(db) else { return [:] }
            let reader = RecordReader(db)
            var uuids: [Int64: UUID] = [:]
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT c.workout AS copy, s.workout AS shown, s.start FROM effort_member AS c
                    JOIN effort_member AS s ON s.workout = c.effort WHERE c.workout <> c.effort
                    """)
            for row in rows {
                let sample = try SampleLookup.sample(
                    db, type: table.type, start: try row.value(of: "start"), id: try row.value(of: "shown"))
                uuids[try row.value(of: "copy")] = try sample.map(reader.uuid)
            }
            return uuids
        }
    }

    /// Returns the UUIDs of the copies and of the workouts that are shown for them, in order of the start dates of the copies.
    /// - Throws: A ``StoreError``.
    package func copies() throws -> [(copy: UUID, shown: UUID)] {
        let shown = try shownWorkouts()
        return try database.read { db in
            guard let table = try EffortTable(db) else { return [] }
            let reader = RecordReader(db)
            let rows = try Row.fetchAll(
                db, sql: "SELECT workout, start FROM effort_member WHERE workout <> effort ORDER BY start, workout")
            return try rows.compactMap { row in
                let (id, start): (Int64, Double) = (try row.value(of: "workout"), try row.value(of: "start"))
                guard let uuid = shown[id],
                    let sample = try SampleLookup.sample(db, type: table.type, start: start, id: id)
                else { return nil }
                return (copy: try reader.uuid(sample), shown: uuid)
            }
        }
    }

    /// Returns the effort of a workout, with the reasons for it.
    /// - Throws: A ``StoreError``: `notFound` if there is no such workout.
    package func explanation(of uuid: UUID) throws -> EffortExplanation {
        try database.read { db in
            let reader = RecordReader(db)
            guard let table = try EffortTable(db),
                let sample = try SampleLookup.find(uuid, type: HKWorkoutTypeIdentifier, reader)
            else { throw Self.noWorkout(uuid) }
            let workouts = WorkoutReader(reader)
            let choices = try EffortChoices(db)
            guard let member = try table.member(sample.id) else {
                return EffortExplanation(
                    workouts: [try workouts.workout(sample)], reasons: [], isChosen: choices.decides([sample.id]))
            }
            let members = try table.members(ofEffort: member.effort)
            func read(_ members: [EffortMember]) throws -> [WorkoutRecord] {
                try members.compactMap { try workouts.workout($0, table) }.sorted(by: WorkoutRecord.isOrdered)
            }
            let records = try read(members.filter { !$0.isCopy }) + read(members.filter(\.isCopy))
            let candidates = try records.compactMap { try table.workout($0.sample.id) }
            guard candidates.count == records.count else {
                throw StoreError.inconsistent("an effort has a workout that does not exist")
            }
            let matcher = EffortMatcher(try StoredEffortFacts(db))
            var reasons: [EffortExplanation.Reason] = []
            for (index, copy) in candidates.enumerated().dropFirst() {
                var isLinked = false
                // A copy can be linked to another copy only. Each contradiction is named once.
                for (other, candidate) in candidates.enumerated() where other != index {
                    let comparison = try matcher.compare(candidate, copy)
                    func reason(_ reason: EffortReason) -> EffortExplanation.Reason {
                        EffortExplanation.Reason(
                            workout: records[other].sample.uuid, copy: records[index].sample.uuid, reason: reason)
                    }
                    if let distance = comparison.routesApart {
                        if other < index { reasons.append(reason(.routesApart(distance: distance))) }
                        continue
                    }
                    guard !isLinked, comparison.match != nil || EffortLink.ofPiece(candidate, copy) != nil else {
                        continue
                    }
                    isLinked = true
                    // The shift of a match is that of the later workout.
                    let shift = comparison.match.map { copy.start < candidate.start ? -$0.shift : $0.shift } ?? 0
                    reasons += try matcher.reasons(candidate, copy, shift: shift).map(reason)
                }
            }
            return EffortExplanation(
                workouts: records, reasons: reasons,
                isChosen: members.contains { !choices.joined(with: $0.workout).isEmpty })
        }
    }

    /// Takes a workout out of its effort, also for later imports.
    ///
    /// If the person did so before, nothing changes.
    /// - Throws: A ``StoreError``: `notFound` if there is no such workout, `invalidArgument` if it is an effort by itself.
    public func split(_ uuid: UUID) throws {
        try database.write { db in
            let workout = try Self.workout(uuid, db)
            if try EffortTable(db)?.member(workout.id) == nil {
                if try EffortChoices(db).separate.contains(workout.id) { return }
                throw StoreError(
                    .invalidArgument, message: "the workout with the UUID \(uuid) is not linked with other workouts",
                    remedy: "list the workouts that are with `health workouts --copies`; nothing was changed")
            }
            try EffortTable.noteChange(db, from: workout.start, to: workout.end)
            try db.execute(
                sql: """
                    INSERT INTO effort_choice (uuid, separate) VALUES (?, 1)
                    ON CONFLICT (uuid) DO UPDATE SET effort = NULL, separate = 1
                    """,
                arguments: [uuid.bytes])
            try EffortChoices.removeSingle(db)
        }
    }

    /// Joins the efforts of several workouts to one, also for later imports.
    ///
    /// A workout that the person took out of an effort before does not return to it, unless it is joined with one of its workouts.
    /// - Throws: A ``StoreError``: `invalidArgument` for fewer than two workouts, and for workouts that do not overlap and start more than
    ///   15 hours apart, which no wrong clock or time zone explains; `notFound` if one does not exist.
    public func join(_ uuids: [UUID]) throws {
        guard Set(uuids).count > 1 else {
            throw StoreError(
                .invalidArgument, message: "one workout cannot be joined", remedy: "name at least two workouts")
        }
        try database.write { db in
            let reader = RecordReader(db)
            var joined: [UUID] = []
            var times: [(start: Double, end: Double)] = []
            for uuid in uuids {
                let workout = try Self.workout(uuid, db)
                times.append((workout.start, workout.end))
                try EffortTable.noteChange(db, from: workout.start, to: workout.end)
                joined.append(uuid)
                // The workouts that are one effort with it now remain so.
                guard let table = try EffortTable(db), let member = try table.member(workout.id) else { continue }
                for other in try table.members(ofEffort: member.effort) where other.workout != workout.id {
                    let sample = try SampleLookup.sample(db, type: table.type, start: other.start, id: other.workout)
                    guard let sample else { continue }
                    joined.append(try reader.uuid(sample))
                    times.append((sample.start, sample.end))
                }
            }
            guard EffortMatcher<StoredEffortFacts>.areAtOneTime(times) else {
                throw StoreError(
                    .invalidArgument,
                    message:
                        "the workouts do not overlap and start more than 15 hours apart, and one effort is at one time",
                    remedy: "join workouts that overlap, or differ by a wrong clock or time zone; nothing was changed")
            }
            let number = try Int64.fetchOne(db, sql: "SELECT coalesce(max(effort), 0) + 1 FROM effort_choice") ?? 1
            for uuid in joined {
                try db.execute(
                    sql: """
                        INSERT INTO effort_choice (uuid, effort) VALUES (?1, ?2)
                        ON CONFLICT (uuid) DO UPDATE SET effort = ?2
                        """,
                    arguments: [uuid.bytes, number])
            }
            try EffortChoices.removeSingle(db)
        }
    }

    /// Returns a stored workout.
    private static func workout(_ uuid: UUID, _ db: Database) throws -> RawSample {
        guard let sample = try SampleLookup.find(uuid, type: HKWorkoutTypeIdentifier, RecordReader(db)) else {
            throw noWorkout(uuid)
        }
        return sample
    }

    private static func noWorkout(_ uuid: UUID) -> StoreError {
        StoreError(
            .notFound, message: "there is no workout with the UUID \(uuid)",
            remedy: "list the workouts with `health workouts --format csv`; nothing was changed")
    }
}

extension WorkoutRecord {
    /// Returns whether a workout is before another one, in an order that does not depend on the order of arrival.
    fileprivate static func isOrdered(_ a: WorkoutRecord, _ b: WorkoutRecord) -> Bool {
        (a.sample.start, a.sample.end, a.sample.source, a.sample.uuid.uuidString)
            < (b.sample.start, b.sample.end, b.sample.source, b.sample.uuid.uuidString)
    }
}

extension WorkoutReader {
    /// Returns a workout of an effort; nil if it does not exist.
    fileprivate func workout(_ member: EffortMember, _ table: EffortTable) throws -> WorkoutRecord? {
        try SampleLookup.sample(table.db, type: table.type, start: member.start, id: member.workout).map {
            try workout($0)
        }
    }
}
