// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore

extension AppAccess {
    /// Returns the position of the last visible change to the types that the app has requested.
    package func latestAnchor() throws -> HKQueryAnchor {
        try read { db in HKQueryAnchor(fromValue: Int(try lastPlace(RecordReader(db), of: askedTypes(db)))) }
    }

    /// Returns the position of the last visible change to samples of some types, or 0 if there is no such change.
    package func lastPlace(of types: [HKSampleType]) throws -> Int64 {
        try read { db in try lastPlace(RecordReader(db), of: types) }
    }

    /// Returns the position of the last change to the store, at which ``subscribe(after:_:)`` begins. It must not be disclosed to
    /// apps.
    package func latestPlace() throws -> Int64 {
        try read { db in try HealthDatabase.latestChange(db) }
    }

    /// Returns the encryption of the app's anchors and cursors.
    package func seal() throws -> PlaceSeal {
        try read { db in try StoreSecret(db).seal(app: app.identifier) }
    }

    /// Returns the zone configuration of the latest visible workout with zones, ignoring zones that an app defined.
    /// - Returns: The configuration; nil if no workout has such zones.
    /// - Throws: An `HKError`.
    package func latestZoneConfiguration(for type: HKQuantityType) throws -> HKWorkoutZoneConfiguration? {
        try read(noting: { $0 == nil ? [] : [AccessNote(HKObjectType.workoutType(), count: 1)] }) { db in
            let reader = RecordReader(db)
            let workoutType = HKObjectType.workoutType()
            let visibility = try visibility(db, workoutType)
            guard let number = try reader.number(ofType: workoutType.identifier) else { return nil }
            let rows = try Row.fetchCursor(
                db, sql: "SELECT id, start FROM workout WHERE zone_groups IS NOT NULL ORDER BY start DESC, id DESC")
            let builder = ObjectBuilder(reader)
            while let row = try rows.next() {
                guard
                    let sample = try SampleLookup.sample(
                        db, type: number, start: try row.value(of: "start"), id: try row.value(of: "id")),
                    try visibility.sees(sample, reader), let workout = try builder.object(sample) as? HKWorkout,
                    let configuration = workout.zoneGroup(for: type)?.configuration, configuration.source != .app
                else { continue }
                return configuration
            }
            return nil
        }
    }
}

extension AppAccess {
    /// The types of effort samples, in order of priority: those that the person entered before estimated ones.
    private static let effortTypes = [
        HKQuantityType(.workoutEffortScore), HKQuantityType(.estimatedWorkoutEffortScore),
    ]

    /// Relates an effort sample to a workout, or to an activity of it, and saves the sample if it doesn't exist.
    /// - Throws: An `HKError`: `errorInvalidArgument` if the sample has another type or the workout has no such activity,
    ///   `errorNoData` if the workout doesn't exist, `errorAuthorizationDenied` if another app has saved the sample, and the errors of saving.
    package func relateEffort(_ sample: HKSample, workout: UUID, activity: UUID?) throws {
        guard Self.effortTypes.contains(where: { $0 == sample.sampleType }) else {
            throw HKError(
                .errorInvalidArgument,
                "A sample of \(sample.sampleType.identifier) does not measure effort. Relate samples of "
                    + Self.effortTypes.map(\.identifier).joined(separator: " or ") + ".")
        }
        try write(as: .save) { db in
            try checkSharing(db, sample.sampleType, to: "save")
            let reader = RecordReader(db)
            // The workout is checked first, so that nothing is saved if it doesn't exist.
            let workout = try checkActivity(reader, workout: workout, activity: activity)
            let uuid = try saveNew(db, [sample])[0]
            guard let stored = try finder(reader)(uuid) else {
                throw StoreError.inconsistent("the sample that was just saved is missing")
            }
            try checkOwnEffort(stored, uuid, sample.sampleType, reader)
            try db.execute(
                sql: """
                    INSERT INTO effort_relation (workout, activity, id, type, start, place) VALUES (?, ?, ?, ?, ?, ?)
                    ON CONFLICT DO UPDATE SET place = excluded.place
                    """,
                arguments: [
                    workout.id, activity?.uuidString ?? "", stored.id, stored.type, stored.start,
                    EffortRelations.nextPlace(db),
                ])
        }
    }

    /// Removes the relation of a sample to a workout, or to an activity of it. The sample is kept.
    ///
    /// The other samples of the workout are reported as changes, because its relations have changed. After the removal of the
    /// last relation, nothing can be reported after an anchor; only repeated queries report it.
    /// - Throws: An `HKError`: `errorInvalidArgument` if there is no such relation, and `errorAuthorizationDenied` if another app has saved
    ///   the sample.
    package func unrelateEffort(_ sample: HKSample, workout: UUID, activity: UUID?) throws {
        try unrelateEffort(sample.uuid, type: sample.sampleType, workout: workout, activity: activity)
    }

    /// Removes the relation of a sample with a UUID and type.
    package func unrelateEffort(_ sample: UUID, type: HKSampleType, workout: UUID, activity: UUID?) throws {
        try write(as: .save) { db in
            try checkSharing(db, type, to: "save")
            let reader = RecordReader(db)
            let workout = try visibleSample(reader, workout, type: .workoutType())
            let stored = try visibleSample(reader, sample, type: type)
            try checkOwnEffort(stored, sample, type, reader)
            try db.execute(
                sql: "DELETE FROM effort_relation WHERE workout = ? AND activity = ? AND id = ?",
                arguments: [workout.id, activity?.uuidString ?? "", stored.id])
            guard db.changesCount > 0 else {
                throw HKError(.errorInvalidArgument, "The sample is not related to the workout.")
            }
            try EffortRelations.noteChange(db, ofWorkouts: [workout.id])
        }
    }

    /// Checks that the app has saved an effort sample. A relation belongs to the app of its sample.
    private func checkOwnEffort(
        _ stored: RawSample, _ uuid: UUID, _ type: HKSampleType, _ reader: RecordReader
    ) throws {
        guard try !owns(stored, reader) else { return }
        throw HKError(
            .errorAuthorizationDenied,
            "\(app.name) may not change the relations of a sample of \(type.identifier) with the UUID \(uuid): another app or "
                + "device has saved it. Apps relate only their own samples.")
    }

    /// Returns the effort samples that are related to workouts, by workout and activity, in order of the workouts' start dates,
    /// for repeated queries. A workout that was returned before and no longer has samples is returned without any.
    /// - Parameters:
    ///   - course: The state of the query, which is advanced.
    ///   - bytes: The number of bytes of metadata of effort samples or workouts that is too large.
    /// - Throws: An `HKError`: `errorDataSizeExceeded` if the samples or workouts are too large.
    package func effortRelationships(
        _ predicate: PredicateNode, after course: inout EffortCourse, isMostRelevant: Bool,
        bytes: PageBytes = PageBytes(.max)
    ) throws -> [HKWorkoutEffortRelationship] {
        try predicate.check()
        let (related, place) = try relatedEffort(after: course.anchor, bytes: bytes)
        let ended = try withoutEffort(course.workouts)
        let workouts = try workouts(Array(related.keys) + ended, predicate, bytes: bytes)
        let relationships = workouts.flatMap { workout -> [HKWorkoutEffortRelationship] in
            guard let parts = related[workout.uuid] else {
                return [HKWorkoutEffortRelationship(workout: workout, activity: nil, samples: nil)]
            }
            return parts.sorted { $0.key < $1.key }.map { activity, samples in
                HKWorkoutEffortRelationship(
                    workout: workout,
                    activity: workout.workoutActivities.first { $0.uuid.uuidString == activity },
                    samples: isMostRelevant ? samples.max(by: Self.saysLess).map { [$0] } : samples)
            }
        }
        course.anchor = place
        course.workouts.subtract(ended)
        course.workouts.formUnion(related.keys)
        return relationships
    }

    /// Returns the workouts with some UUIDs, in order of their start dates.
    private func workouts(
        _ uuids: [UUID], _ predicate: PredicateNode, bytes: PageBytes
    ) throws -> [HKWorkout] {
        var (workouts, bytes): ([HKWorkout], PageBytes) = ([], bytes)
        for first in stride(from: 0, to: uuids.count, by: 500) {
            let some = uuids[first..<min(first + 500, uuids.count)].map(PredicateValue.uuid)
            let part = SampleQuery.Part(
                .workoutType(), .and([.compare(.uuid, .in, .list(some)), predicate]))
            guard let found = try samples([SampleQuery([part])], most: uuids.count, bytes: bytes) else {
                throw Self.tooMuchEffort
            }
            for sample in found.joined() { bytes.take(sample) }
            guard !bytes.isReached else { throw Self.tooMuchEffort }
            workouts += found.joined().compactMap { $0 as? HKWorkout }
        }
        return workouts.sorted { ($0.startDate, $0.uuid.uuidString) < ($1.startDate, $1.uuid.uuidString) }
    }

    private static var tooMuchEffort: HKError {
        HKError(
            .errorDataSizeExceeded,
            "The effort samples or their workouts have too many bytes of metadata. Query with a later anchor.")
    }

    /// Returns the workouts that no longer have relations.
    private func withoutEffort(_ workouts: Set<UUID>) throws -> [UUID] {
        if workouts.isEmpty { return [] }
        return try read { db in
            let reader = RecordReader(db)
            let find = try finder(reader)
            let access = try effortAccess(db)
            return try workouts.filter { uuid in
                guard let workout = try find(uuid) else { return true }
                let rows = try Row.fetchAll(
                    db.cachedStatement(sql: "SELECT type, start, id FROM effort_relation WHERE workout = ?"),
                    arguments: [workout.id])
                // A relation counts if its sample is visible to the app.
                return try !rows.contains { row in
                    try relatedSample(
                        reader, access, type: try row.value(of: "type"), start: try row.value(of: "start"),
                        id: try row.value(of: "id")) != nil
                }
            }
        }
    }

    /// Returns an effort sample if it is visible to the app.
    private func relatedSample(
        _ reader: RecordReader, _ access: [String: SampleVisibility], type: Int64, start: Double, id: Int64
    ) throws -> RawSample? {
        guard let sample = try SampleLookup.sample(reader.db, type: type, start: start, id: id),
            let visibility = access[try reader.type(sample.type).identifier], try visibility.sees(sample, reader)
        else { return nil }
        return sample
    }

    private static func saysLess(_ first: HKSample, _ second: HKSample) -> Bool {
        func rank(_ sample: HKSample) -> Int { sample.sampleType == effortTypes[0] ? 1 : 0 }
        return (rank(first), first.endDate, first.startDate) < (rank(second), second.endDate, second.startDate)
    }

    /// Returns the visible effort samples by workout and activity, and the position of the last change to them.
    private func relatedEffort(
        after anchor: Int, bytes: PageBytes
    ) throws -> (samples: [UUID: [String: [HKSample]]], place: Int) {
        try read(noting: { AccessNote.samples($0.samples.values.flatMap { $0.values.flatMap { $0 } }) }) { db in
            let reader = RecordReader(db)
            let builder = ObjectBuilder(reader)
            let access = try effortAccess(db)
            let workouts = try visibility(db, .workoutType())
            guard let workoutType = try reader.number(ofType: HKObjectType.workoutType().identifier) else {
                return ([:], anchor)
            }
            var (place, bytes) = (anchor, bytes)
            var changed: Set<UUID> = []
            var related: [UUID: [String: [HKSample]]] = [:]
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT r.workout, w.start AS workout_start, r.activity, r.type, r.start, r.id, r.place
                    FROM effort_relation AS r JOIN workout AS w ON w.id = r.workout
                    WHERE r.workout IN (SELECT workout FROM effort_relation WHERE place > ?)
                    ORDER BY r.workout, r.activity, r.start, r.id
                    """,
                arguments: [anchor])
            for row in rows {
                guard
                    let workout = try SampleLookup.sample(
                        db, type: workoutType, start: try row.value(of: "workout_start"),
                        id: try row.value(of: "workout")),
                    try workouts.sees(workout, reader),
                    let sample = try relatedSample(
                        reader, access, type: try row.value(of: "type"), start: try row.value(of: "start"),
                        id: try row.value(of: "id")),
                    let object = try builder.object(sample)
                else { continue }
                bytes.take(object)
                guard !bytes.isReached else { throw Self.tooMuchEffort }
                let uuid = try reader.uuid(workout)
                if try row.value(Int.self, of: "place") > anchor { changed.insert(uuid) }
                place = max(place, try row.value(of: "place"))
                related[uuid, default: [:]][try row.value(of: "activity"), default: []].append(object)
            }
            // Workouts without visible changes are omitted.
            return (related.filter { changed.contains($0.key) }, place)
        }
    }

    /// Returns whether all effort samples are visible to the app.
    func seesAllEffort(_ db: Database) throws -> Bool {
        try effortAccess(db).filter { _, visibility in
            if case .access(.all) = visibility.rule { true } else { false }
        }.count == Self.effortTypes.count
    }

    /// Returns the access to the types of effort; the app must have requested at least one of them.
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

    /// Returns a workout after checking that it has the activity.
    private func checkActivity(_ reader: RecordReader, workout: UUID, activity: UUID?) throws -> RawSample {
        let sample = try visibleSample(reader, workout, type: .workoutType())
        guard let activity, let object = try ObjectBuilder(reader).object(sample) as? HKWorkout else { return sample }
        guard object.workoutActivities.contains(where: { $0.uuid == activity }) else {
            throw HKError(.errorInvalidArgument, "The workout \(workout) has no activity with the UUID \(activity).")
        }
        return sample
    }
}

extension AppAccess {
    /// Returns the workouts of other sources that are one effort with some workouts, by the UUIDs of these; none if the app cannot read
    /// everything on which it depends which workouts are copies.
    package func copies(of workouts: [HKWorkout]) throws -> [UUID: [HKWorkout]] {
        try read(noting: { AccessNote.samples($0.values.flatMap(\.self)) }) { db in
            guard try seesEfforts(db) else { return [:] }
            let reader = RecordReader(db)
            let find = try finder(reader)
            let builder = ObjectBuilder(reader)
            var copies: [UUID: [HKWorkout]] = [:]
            for workout in workouts {
                guard let sample = try find(workout.uuid) else { continue }
                copies[workout.uuid] = try WorkoutCopies.copies(of: sample, reader).compactMap {
                    try builder.object($0) as? HKWorkout
                }
            }
            return copies
        }
    }
}
