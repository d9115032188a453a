// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
@testable import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthTestSupport
import Testing

@testable import OpenHealthStore

/// Tests that saving, deleting and linking take only visible samples into account.
@Suite struct InvisibleSamplesTests {
    private let world: AppWorld
    /// An app with all permissions.
    private let writer: AppAccess
    /// An app that may save all types and read none.
    private let sharer: AppAccess

    init() throws {
        world = try AppWorld()
        writer = try world.trustedApp("writer")
        sharer = world.app("sharer")
        let everything = AppWorld.everything(sharer.app)
        try sharer.record(
            AuthorizationDecision(
                share: Dictionary(everything.share.map { ($0, .authorized) }) { first, _ in first },
                read: Dictionary(everything.read.filter { !($0 is HKCorrelationType) }.map { ($0, .denied) }) {
                    first, _ in first
                }))
    }

    /// Apps choose the UUIDs of their samples: For each type, an app saves a sample with the UUID of an invisible one.
    @Test func theUUIDOfAnInvisibleSampleIsFree() throws {
        #expect(EverySample.all.count > 150)
        for (sample, measurements) in EverySample.all {
            try writer.save([(sample, measurements)])
            let before = try world.count()
            try sharer.save([(sample, measurements)])
            let own = try #require(try sharer.ownObject(sample.uuid))
            #expect(own.sourceRevision.source.bundleIdentifier == sharer.app.identifier)
            #expect(try world.count() == 2 * before, "\(sample.sampleType.identifier)")
            // The app's own sample is visible.
            let error = try AppWorld.error { try sharer.save([(sample, measurements)]) }
            #expect(error.code == .errorInvalidArgument)
            #expect(try sharer.saveNew([sample]) == [sample.uuid])
            #expect(try world.count() == 2 * before)
            try sharer.delete([own])
            #expect(try sharer.ownObject(sample.uuid) == nil)
            #expect(try writer.ownObject(sample.uuid) != nil)
            // The remaining sample cannot be deleted, as if it did not exist.
            let left = try AppWorld.error { try sharer.delete([own]) }
            try writer.delete([sample])
            let absent = try AppWorld.error { try sharer.delete([own]) }
            #expect(left.localizedDescription == absent.localizedDescription)
            if let correlation = sample as? HKCorrelation {
                for app in [writer, sharer] { try app.delete(correlation.objects.sorted { $0.uuid < $1.uuid }) }
            }
            #expect(try world.count() == 0)
        }
    }

    @Test func theUUIDOfAVisibleSampleIsTaken() throws {
        let steps = MadeSamples.steps(5, from: 0)
        try writer.save([steps])
        let reader = try world.trustedApp("reader")
        let heart = HKQuantitySample(
            type: HKQuantityType(.heartRate), quantity: HKQuantity(unit: HKUnit(from: "count/min"), doubleValue: 60),
            start: MadeSamples.date(0), end: MadeSamples.date(0))
        #expect(try AppWorld.error { try reader.save([steps]) }.code == .errorInvalidArgument)
        try reader.save([heart])
        #expect(try reader.saveNew([steps]) == [steps.uuid])
        #expect(try world.count() == 2)
    }

    /// UUIDs of imported samples are ignored as well; an app can know them from a time when it had permission to read.
    @Test func importedUUIDsAreFree() throws {
        var export = TestExport()
        export.add(.init(), .init(start: 60, end: 120))
        try world.store.importXML(export.document)
        for record in try world.database.records(SampleRequest()) {
            let sample = HKQuantitySample.stored(
                quantityType: HKQuantityType(.stepCount), quantity: HKQuantity(unit: .count(), doubleValue: 1),
                startDate: MadeSamples.date(0), endDate: MadeSamples.date(1),
                fields: HKObjectFields(
                    uuid: record.uuid, sourceRevision: MadeSamples.steps(1, from: 0).sourceRevision, device: nil,
                    metadata: [:], creationDate: nil))
            try sharer.save([sample])
            #expect(try sharer.samples(SampleQuery([SampleQuery.Part(HKQuantityType(.stepCount))])).contains(sample))
        }
        #expect(try world.count() == 4)
    }

    @Test func membersAreNotTakenFromInvisibleCorrelations() throws {
        let systolic = MadeSamples.quantity(.bloodPressureSystolic, 120, "mmHg")
        let diastolic = MadeSamples.quantity(.bloodPressureDiastolic, 80, "mmHg")
        try writer.save([systolic, diastolic])
        let pressure = HKCorrelation(
            type: HKCorrelationType(.bloodPressure), start: systolic.startDate, end: systolic.startDate,
            objects: [systolic, diastolic])
        try sharer.save([pressure])
        let stored = try #require(try sharer.ownObject(pressure.uuid) as? HKCorrelation)
        #expect(stored.objects.count == 2)
        #expect(
            stored.objects.allSatisfy { $0.sourceRevision.source.bundleIdentifier == sharer.app.identifier })
        let workout = HKWorkout(activityType: .rowing, start: MadeSamples.date(0), end: MadeSamples.date(60))
        let steps = MadeSamples.steps(9, from: 0)
        try writer.save([steps])
        try sharer.save([(workout, nil)], adding: [steps], to: workout.uuid, savesMissing: true)
        let part = SampleQuery.Part(HKQuantityType(.stepCount), .related(.workout(workout.uuid)))
        #expect(
            try sharer.samples(SampleQuery([part])).map(\.sourceRevision.source.bundleIdentifier)
                == [sharer.app.identifier])
        // If missing objects are omitted, the result is the same as without them.
        let other = HKWorkout(activityType: .rowing, start: MadeSamples.date(0), end: MadeSamples.date(60))
        let more = MadeSamples.steps(10, from: 0)
        try writer.save([more])
        try sharer.save([(other, nil)], adding: [more], to: other.uuid, savesMissing: false)
        #expect(try sharer.samples(SampleQuery([.init(part.type, .related(.workout(other.uuid)))])).isEmpty)
    }

    @Test func nothingIsAddedToAnInvisibleWorkout() throws {
        let workout = HKWorkout(activityType: .rowing, start: MadeSamples.date(0), end: MadeSamples.date(60))
        try writer.save([workout])
        var texts: [[String]] = []
        for uuid in [workout.uuid, UUID()] {
            let route = HKWorkoutRoute(
                count: 1, startDate: MadeSamples.date(0), endDate: MadeSamples.date(0),
                fields: HKObjectFields(newWith: nil, metadata: [:]))
            let point = RoutePoint(time: MadeSamples.date(0).timeIntervalSince1970, latitude: 1, longitude: 2)
            let score = MadeSamples.quantity(.workoutEffortScore, 3, "appleEffortScore")
            let errors = [
                try AppWorld.error { try sharer.save([(route, .route([point], workout: uuid))]) },
                try AppWorld.error { try sharer.save([], adding: [MadeSamples.steps(1, from: 0)], to: uuid) },
                try AppWorld.error { try sharer.relateEffort(score, workout: uuid, activity: nil) },
            ]
            texts.append(
                errors.map { "\($0.code) \($0.localizedDescription.replacing(uuid.uuidString, with: "UUID"))" })
        }
        #expect(texts[0] == texts[1])
        #expect(try world.count() == 1)
    }

    /// A new version of a correlation deletes the members of the old one, except those that another app has saved.
    @Test func replacedCorrelationsKeepTheMembersOfOtherApps() throws {
        let other = try world.trustedApp("other")
        let theirs = Array(MadeSamples.bloodPressure(120, 80, at: 0).objects)
        try writer.save(theirs)
        func pressure(_ version: Int, _ members: [HKSample]) -> HKCorrelation {
            HKCorrelation(
                type: HKCorrelationType(.bloodPressure), start: MadeSamples.date(0), end: MadeSamples.date(0),
                objects: Set(members),
                metadata: [HKMetadataKeySyncIdentifier: "pressure", HKMetadataKeySyncVersion: version])
        }
        try other.save([pressure(1, theirs)])
        #expect(try world.count() == 3)
        let second = MadeSamples.bloodPressure(121, 81, at: 0, sync: 2)
        try other.save([second])
        for sample in theirs { #expect(try writer.ownObject(sample.uuid) != nil) }
        #expect(try world.count() == 5)
        // The app's own members are deleted.
        try other.save([MadeSamples.bloodPressure(122, 82, at: 0, sync: 3)])
        for sample in second.objects { #expect(try other.ownObject(sample.uuid) == nil) }
        #expect(try world.count() == 5)
        #expect(try world.database.check().findings == [])
    }

    @Test func nothingIsAddedToTheWorkoutOfAnotherApp() throws {
        let reader = try world.trustedApp("reader")
        let workout = HKWorkout(activityType: .rowing, start: MadeSamples.date(0), end: MadeSamples.date(60))
        try writer.save([workout])
        let route = HKWorkoutRoute(
            count: 1, startDate: MadeSamples.date(0), endDate: MadeSamples.date(0),
            fields: HKObjectFields(newWith: nil, metadata: [:]))
        let point = RoutePoint(time: MadeSamples.date(0).timeIntervalSince1970, latitude: 1, longitude: 2)
        let errors = [
            try AppWorld.error { try reader.save([(route, .route([point], workout: workout.uuid))]) },
            try AppWorld.error { try reader.save([], adding: [MadeSamples.steps(1, from: 0)], to: workout.uuid) },
        ]
        #expect(errors.map(\.code) == [.errorAuthorizationDenied, .errorAuthorizationDenied])
        #expect(try world.count() == 1)
        try writer.save([(route, .route([point], workout: workout.uuid))])
        #expect(try world.store.count("SELECT count(*) FROM workout_route WHERE workout IS NOT NULL") == 1)
    }

    /// The workouts and the anchor of an app do not depend on invisible relations.
    @Test func effortOfInvisibleWorkoutsIsNotReported() throws {
        var known = EffortCourse(anchor: 0)
        #expect(try sharer.effortRelationships(.constant(true), after: &known, isMostRelevant: false).isEmpty)
        let workout = HKWorkout(activityType: .rowing, start: MadeSamples.date(0), end: MadeSamples.date(60))
        try writer.save([workout])
        try writer.relateEffort(
            MadeSamples.quantity(.workoutEffortScore, 3, "appleEffortScore"), workout: workout.uuid, activity: nil)
        var course = EffortCourse(anchor: 0)
        course.workouts = [workout.uuid, UUID()]
        #expect(try sharer.effortRelationships(.constant(true), after: &course, isMostRelevant: false).isEmpty)
        #expect(course.workouts.isEmpty)
        #expect(course.anchor == known.anchor)
        var all = EffortCourse(anchor: 0)
        #expect(try writer.effortRelationships(.constant(true), after: &all, isMostRelevant: false).count == 1)
        #expect(all.workouts == [workout.uuid] && all.anchor > 0)
    }
}

extension UUID {
    fileprivate static func < (left: UUID, right: UUID) -> Bool { left.uuidString < right.uuidString }
}
