// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStatistics
import OpenHealthTestSupport
import Testing

@testable import OpenHealthStore

/// Tests that the workouts that apps save do not change how the samples of others count.
@Suite("Efforts of apps")
struct EffortAppTests {
    private static let steps = HKQuantityType(.stepCount)

    private func workout(_ start: Double = 0, _ end: Double = 3600) -> HKWorkout {
        HKWorkout(activityType: .running, start: MadeSamples.date(start), end: MadeSamples.date(end))
    }

    /// Returns a store with a run of a watch and its 1000 steps, and the samples of the steps.
    private func run() throws -> (store: ScratchStore, workout: HKWorkout, steps: [HKQuantitySample]) {
        let store = try ScratchStore()
        let run = workout()
        let steps = (0..<10).map { index in
            MadeSamples.quantity(.stepCount, 100, "count", from: Double(index) * 360, to: Double(index) * 360 + 350)
        }
        try store.database.save([run] + steps, source: ProvenanceData(sourceName: "Ana's Apple Watch"))
        return (store, run, steps)
    }

    /// Returns an app that can save and read what efforts depend on.
    private func app(_ identifier: String, in store: ScratchStore) throws -> AppAccess {
        let access = AppAccess(
            database: store.database, app: AppIdentity(identifier: identifier, name: "Runner \(identifier.count)"))
        let types = EffortCopies.readTypes
        try access.record(
            AuthorizationDecision(
                share: Dictionary(types.map { ($0, .authorized) }) { first, _ in first },
                read: Dictionary(types.map { ($0 as HKObjectType, .authorized) }) { first, _ in first }))
        return access
    }

    private func sum(_ store: ScratchStore) throws -> Double? {
        defer { store.database.waitForRollups() }
        return try store.database.statistics(StatisticsRequest(type: Self.steps.identifier)).first?.figures.sum
    }

    private func shown(_ store: ScratchStore) throws -> [UUID] {
        try store.database.efforts.all().map(\.workout.sample.uuid)
    }

    /// Saves a workout of an app with many heart rates and the least samples of each type that is added up.
    private func save(_ workout: HKWorkout, of access: AppAccess) throws {
        let start = workout.startDate.timeIntervalSince(MadeSamples.date(0))
        let samples: [HKSample] =
            (0..<200).map { MadeSamples.heartRate(140, at: start + Double($0)) } + [
                MadeSamples.quantity(.stepCount, 1, "count", from: start, to: start + 1),
                MadeSamples.quantity(.distanceWalkingRunning, 1, "m", from: start, to: start + 1),
                MadeSamples.quantity(.activeEnergyBurned, 1, "kcal", from: start, to: start + 1),
            ]
        try access.save([(workout, nil)], adding: samples, to: workout.uuid)
    }

    @Test("the workout of an app with more detail is a copy of the watch's, whose steps count")
    func theWorkoutOfAnAppIsACopy() throws {
        let (store, run, _) = try run()
        try save(workout(), of: app("org.example.detail", in: store))
        // Cells are kept at the first time, and used at the second one.
        for _ in 1...2 { #expect(try sum(store) == 1000) }
        #expect(try shown(store) == [run.uuid])
        #expect(try store.database.efforts.all().first?.copies.count == 1)
    }

    @Test("the person can put the source of an app first")
    func thePersonCanPutAnAppFirst() throws {
        let (store, _, _) = try run()
        let copy = workout()
        try save(copy, of: app("org.example.detail", in: store))
        let sources = try store.database.sources().filter { $0.name != "Ana's Apple Watch" }.map(\.id)
        try store.database.setSourceOrder(sources, type: HKWorkoutTypeIdentifier)
        #expect(try shown(store) == [copy.uuid])
        #expect(try sum(store) == 1)
    }

    @Test("the samples of others that an app adds to its workouts count")
    func addedSamplesOfOthersCount() throws {
        let (store, run, steps) = try run()
        let access = try app("org.example.collector", in: store)
        let copy = workout(0, 3630)
        try access.save([(copy, nil)], adding: steps, to: copy.uuid, savesMissing: false)
        // Two workouts of the app for the whole day, of which one has the steps.
        let (day, sameDay) = (workout(-20_000, 60_000), workout(-20_000, 60_000))
        try access.save([(day, nil)], adding: steps, to: day.uuid, savesMissing: false)
        try save(sameDay, of: access)
        #expect(try shown(store).contains(run.uuid))
        for _ in 1...2 { #expect(try sum(store) == 1001) }
    }

    @Test("the samples of all apps count if a file without them is the effort's workout of imports")
    func theSamplesOfAppsCountIfNothingElseDoes() throws {
        let store = try ScratchStore()
        let file = workout()
        let beats = (0..<60).map { MadeSamples.heartRate(140, at: Double($0) * 60) }
        try store.database.save([file] + beats, source: ProvenanceData(sourceName: "Forerunner"))
        for (identifier, start) in [("org.example.one", 0.0), ("org.example.three", 1800.0)] {
            let access = try app(identifier, in: store)
            let own = workout(0, 3600)
            let steps = MadeSamples.quantity(.stepCount, 500, "count", from: start, to: start + 1700)
            try access.save([(own, nil)], adding: [steps], to: own.uuid)
        }
        #expect(try shown(store) == [file.uuid])
        #expect(try sum(store) == 1000)
    }

    @Test("more workouts of a source than a person has are not compared")
    func crowdsAreNotCompared() throws {
        let (store, run, _) = try run()
        let access = try app("org.example.many", in: store)
        let (some, others) = ((0..<64).map { workout(Double($0), 3600) }, (64..<400).map { workout(Double($0), 3600) })
        try access.save(some)
        // One of the app's workouts that are not linked with one another, or all that are linked, are copies.
        #expect(try store.database.efforts.shownWorkouts().values.allSatisfy { $0 == run.uuid })
        #expect(try !store.database.efforts.shownWorkouts().isEmpty)
        try access.save(others)
        #expect(try store.database.efforts.shownWorkouts().isEmpty)
        #expect(try store.database.efforts.all(limit: 1000).count == 401)
        #expect(try sum(store) == 1000)
        // The copies of imports are found as before.
        try store.database.save([workout(0, 3650)], source: ProvenanceData(sourceName: "Strava"))
        #expect(try store.database.efforts.shownWorkouts().values.map(\.self) == [run.uuid])
    }
}
