// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import HealthModel

extension AppSession {
    /// The types of samples that say how hard a workout was: those that the person gave before those that were estimated.
    private static let effortTypes = [
        HKQuantityType(.workoutEffortScore), HKQuantityType(.estimatedWorkoutEffortScore),
    ]

    /// Relates a sample of effort to a workout, or to an activity of it, and saves it where it is not there yet.
    /// - Throws: an `HKError`: `errorInvalidArgument` for a sample of another type and for an activity that the workout does
    ///   not have, `errorNoData` for a workout that is not there, and what saving throws.
    package func relateEffort(_ sample: HKSample, workout: UUID, activity: UUID?) throws {
        guard Self.effortTypes.contains(where: { $0 == sample.sampleType }) else {
            throw HKError(
                .errorInvalidArgument,
                "A sample of \(sample.sampleType.identifier) says nothing of effort. Relate samples of "
                    + Self.effortTypes.map(\.identifier).joined(separator: " or ") + ".")
        }
        try checkMaySave([sample.sampleType])
        // First, so that nothing is saved for a workout that is not there.
        try read { db in try checkActivity(RecordReader(db), workout: workout, activity: activity) }
        try saveNew([sample])
        try write(as: .save) { db in
            let reader = RecordReader(db)
            let workout = try visibleSample(reader, workout, type: .workoutType())
            guard let stored = try SampleLookup.find(sample.uuid, reader) else {
                throw HKError(.errorNoData, "The sample to relate is no longer there.")
            }
            let place = try Self.nextPlace(db)
            try db.execute(
                sql: """
                    INSERT INTO effort_relation (workout, activity, id, type, start, place) VALUES (?, ?, ?, ?, ?, ?)
                    ON CONFLICT DO UPDATE SET place = excluded.place
                    """,
                arguments: [
                    workout.id, activity?.uuidString ?? "", stored.id, stored.type, stored.start, place,
                ])
        }
    }

    /// Ends the relation of a sample to a workout, or to an activity of it. The sample stays.
    ///
    /// What else is related to the workout is told to those who ask for changes, since what they know of it is no longer so.
    /// - Throws: an `HKError`, `errorInvalidArgument` where there is no such relation.
    package func unrelateEffort(_ sample: HKSample, workout: UUID, activity: UUID?) throws {
        try checkMaySave([sample.sampleType])
        try write(as: .save) { db in
            let reader = RecordReader(db)
            let workout = try visibleSample(reader, workout, type: .workoutType())
            let stored = try visibleSample(reader, sample.uuid, type: sample.sampleType)
            try db.execute(
                sql: "DELETE FROM effort_relation WHERE workout = ? AND activity = ? AND id = ?",
                arguments: [workout.id, activity?.uuidString ?? "", stored.id])
            guard db.changesCount > 0 else {
                throw HKError(.errorInvalidArgument, "The sample is not related to the workout.")
            }
            let place = try Self.nextPlace(db)
            try db.execute(
                sql: "UPDATE effort_relation SET place = ? WHERE workout = ?", arguments: [place, workout.id])
        }
    }

    /// The samples of effort that are related to workouts, by workout and activity, in order of the workouts' start.
    /// - Parameters:
    ///   - predicate: what the workouts have to fit.
    ///   - anchor: only workouts whose relations have changed after this place in the order of such changes.
    ///   - isMostRelevant: whether of each workout and activity only the sample counts that says most: one that the person
    ///     gave before one that was estimated, and then the latest.
    /// - Returns: the relationships, and the place up to which they go.
    /// - Throws: an `HKError`.
    package func effortRelationships(
        _ predicate: PredicateNode, after anchor: Int, isMostRelevant: Bool
    ) throws -> (relationships: [HKWorkoutEffortRelationship], anchor: Int) {
        let (related, place) = try relatedEffort(after: anchor)
        var workouts: [HKWorkout] = []
        let uuids = Array(related.keys)
        for first in stride(from: 0, to: uuids.count, by: 500) {
            let some = uuids[first..<min(first + 500, uuids.count)].map(PredicateValue.uuid)
            let part = SampleQuery.Part(
                .workoutType(), .and([.compare(.uuid, .in, .list(some)), predicate]))
            workouts += try samples(SampleQuery([part])).compactMap { $0 as? HKWorkout }
        }
        workouts.sort { ($0.startDate, $0.uuid.uuidString) < ($1.startDate, $1.uuid.uuidString) }
        let relationships = workouts.flatMap { workout in
            (related[workout.uuid] ?? [:]).sorted { $0.key < $1.key }.map { activity, samples in
                HKWorkoutEffortRelationship(
                    workout: workout,
                    activity: workout.workoutActivities.first { $0.uuid.uuidString == activity },
                    samples: isMostRelevant ? samples.max(by: Self.saysLess).map { [$0] } : samples)
            }
        }
        return (relationships, place)
    }

    private static func saysLess(_ first: HKSample, _ second: HKSample) -> Bool {
        func rank(_ sample: HKSample) -> Int { sample.sampleType == effortTypes[0] ? 1 : 0 }
        return (rank(first), first.endDate, first.startDate) < (rank(second), second.endDate, second.startDate)
    }

    /// The samples that the app may see, by workout and activity.
    private func relatedEffort(after anchor: Int) throws -> (samples: [UUID: [String: [HKSample]]], place: Int) {
        try read { db in
            let reader = RecordReader(db)
            let builder = ObjectBuilder(reader)
            let access = try effortAccess(db)
            guard let workoutType = try reader.number(ofType: HKObjectType.workoutType().identifier) else {
                return ([:], try Self.place(db))
            }
            var related: [UUID: [String: [HKSample]]] = [:]
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT r.workout, w.start, r.activity, r.type, r.start, r.id
                    FROM effort_relation AS r JOIN workout AS w ON w.id = r.workout
                    WHERE r.workout IN (SELECT workout FROM effort_relation WHERE place > ?)
                    ORDER BY r.workout, r.activity, r.start, r.id
                    """,
                arguments: [anchor])
            for row in rows {
                guard
                    let workout = try SampleLookup.sample(db, type: workoutType, start: row[1], id: row[0]),
                    let sample = try SampleLookup.sample(db, type: row[3], start: row[4], id: row[5]),
                    let access = access[try reader.type(sample.type).identifier], try access.sees(sample, reader),
                    let object = try builder.object(sample)
                else { continue }
                related[try reader.uuid(workout), default: [:]][row[2], default: []].append(object)
            }
            return (related, try Self.place(db))
        }
    }

    /// What the app sees of the types of effort; it has to have asked for one of them at least.
    private func effortAccess(_ db: Database) throws -> [String: SampleVisibility] {
        var access: [String: SampleVisibility] = [:]
        var refusal: (any Error)?
        for type in Self.effortTypes {
            do {
                access[type.identifier] = try visibility(db, type)
            } catch let error as HKError where error.code == .errorAuthorizationNotDetermined {
                refusal = error
            }
        }
        if access.isEmpty, let refusal { throw refusal }
        return access
    }

    private func checkActivity(_ reader: RecordReader, workout: UUID, activity: UUID?) throws {
        let sample = try visibleSample(reader, workout, type: .workoutType())
        guard let activity, let object = try ObjectBuilder(reader).object(sample) as? HKWorkout else { return }
        guard object.workoutActivities.contains(where: { $0.uuid == activity }) else {
            throw HKError(.errorInvalidArgument, "The workout \(workout) has no activity with the UUID \(activity).")
        }
    }

    /// The place of the last change of relations.
    private static func place(_ db: Database) throws -> Int {
        try Int.fetchOne(
            db.cachedStatement(sql: "SELECT value FROM counter WHERE name = ?"),
            arguments: [ChangeRange.Topic.relations.rawValue]) ?? 0
    }

    /// The place of the change of relations that is being made.
    private static func nextPlace(_ db: Database) throws -> Int {
        try ChangeRange.Topic.relations.bump(db)
        return try place(db)
    }
}
