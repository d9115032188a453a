// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
@testable import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthTestSupport
import Testing

@testable import OpenHealthStore

/// Tests of the reports of changed efforts, which change sums without a change of samples of their types.
@Suite struct EffortChangeTests {
    @Test func subscribersReceiveChangesOfEfforts() async throws {
        let store = try ScratchStore()
        let heard = Heard()
        let subscription = try store.database.subscribe(heard.add)
        func last() async throws -> ChangeRange? {
            await heard.wait(through: try store.database.latestChange())
            return heard.ranges.last
        }
        let (watch, copy) = (MadeEfforts.workout(0, 3600), MadeEfforts.workout(0, 3630))
        try MadeEfforts.save(MadeEfforts.distances(0, 3600) + [watch], of: "Ana's Apple Watch", in: store)
        #expect(try await last()?.topics == [])
        // The distance of the rest counts until the workout is known.
        let rest = MadeEfforts.distances(3600, 3630)
        try MadeEfforts.save(rest, of: "Strava", in: store)
        #expect(try await last()?.topics == [])
        let before = try MadeEfforts.distance(store)
        try MadeEfforts.save([copy], of: "Strava", in: store)
        #expect(try await last()?.topics == [.efforts])
        #expect(heard.ranges.last?.types == [HKWorkoutTypeIdentifier])
        #expect(try MadeEfforts.distance(store) == (before ?? 0) - 100)
        // The decisions of the person change no samples.
        try store.database.efforts.split(copy.uuid)
        #expect(try await last()?.topics == [.efforts])
        #expect(heard.ranges.last?.types == [])
        #expect(try MadeEfforts.distance(store) == before)
        try store.database.efforts.join([watch.uuid, copy.uuid])
        #expect(try await last()?.topics == [.efforts])
        try store.database.delete([watch.uuid])
        #expect(try await last()?.topics == [.efforts])
        subscription.cancel()
    }

    @Test func onlyAppsThatSeeEffortsReceiveTheirChanges() throws {
        let (store, watch, copy) = try MadeEfforts.runAndCopy()
        let distance = HKQuantityType(.distanceWalkingRunning)
        let some = try AppAccess.reading(
            everythingOf: [distance, .workoutType()], in: store.database, as: "org.example.one")
        let all = try AppAccess.reading(
            everythingOf: EffortCopies.readTypes, in: store.database, as: "org.example.two")
        let cursors = (some: try some.cursor(), all: try all.cursor())
        try store.database.efforts.split(copy)
        try store.database.efforts.join([watch, copy])
        try store.database.efforts.split(watch)
        #expect(try some.cursor() == cursors.some)
        #expect(try some.changes(of: nil, since: cursors.some).topics == [])
        let changes = try all.changes(of: nil, since: cursors.all)
        #expect(changes.topics == [.efforts])
        #expect(changes.types == [])
    }

    @Test func workoutsNameTheirOriginalsForAppsThatSeeThem() throws {
        let (store, watch, copy) = try MadeEfforts.runAndCopy()
        let part = SampleQuery.Part(HKWorkoutType.workoutType())
        func originals(_ access: AppAccess) throws -> [UUID: UUID] {
            let workouts = try access.samples(SampleQuery([part])).compactMap { $0 as? HKWorkout }
            #expect(workouts.count == 2)
            for workout in workouts {
                #expect(try access.sample(workout.uuid).fields.copyOf == workout.fields.copyOf)
            }
            return Dictionary(
                uniqueKeysWithValues: workouts.compactMap { one in one.fields.copyOf.map { (one.uuid, $0) } })
        }
        let some = try AppAccess.reading(
            everythingOf: [.workoutType(), HKQuantityType(.heartRate)], in: store.database, as: "org.example.one")
        #expect(try originals(some) == [:])
        let workouts = try some.samples(SampleQuery([part])).compactMap { $0 as? HKWorkout }
        #expect(try some.copies(of: workouts) == [:])
        let all = try AppAccess.reading(
            everythingOf: EffortCopies.readTypes, in: store.database, as: "org.example.two")
        let found = try originals(all)
        #expect(found == [copy: watch])
        #expect(try all.copies(of: workouts)[watch]?.map(\.uuid) == [copy])
        try store.database.efforts.split(copy)
        #expect(try originals(all) == [:])
    }
}
