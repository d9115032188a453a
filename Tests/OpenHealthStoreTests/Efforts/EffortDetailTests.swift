// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import Testing

@testable import OpenHealthStore

/// Tests of the choice of the shown workout by its detail. The source with more of it comes first in the alphabet, so that its name does
/// not decide.
@Suite struct EffortDetailTests {
    private static let sources = (more: "Edge 530", less: "Strava")

    private func workout(_ events: [(HKWorkoutEventType, ClosedRange<Double>)] = []) -> HKWorkout {
        HKWorkout(
            activityType: .cycling, start: MadeSamples.date(0), end: MadeSamples.date(3600),
            workoutEvents: events.map { type, times in
                HKWorkoutEvent(
                    type: type,
                    dateInterval: DateInterval(
                        start: MadeSamples.date(times.lowerBound), end: MadeSamples.date(times.upperBound)),
                    metadata: nil)
            }, totalEnergyBurned: nil, totalDistance: nil, metadata: nil)
    }

    private func shown(_ database: HealthDatabase) throws -> [String] {
        try database.efforts.all().map(\.workout.sample.source)
    }

    /// Expects that the workout with more detail is shown, in both orders of arrival.
    private func expectMoreDetail(
        _ more: [HKSample], than less: [HKSample], sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let recordings = [(Self.sources.more, more), (Self.sources.less, less)]
        for order in [recordings, recordings.reversed()] {
            let store = try ScratchStore()
            for (source, samples) in order { try MadeEfforts.save(samples, of: source, in: store) }
            #expect(try shown(store.database) == [Self.sources.more], sourceLocation: sourceLocation)
        }
    }

    @Test func lapsAndPausesAreDetail() throws {
        let laps: [(HKWorkoutEventType, ClosedRange<Double>)] = [(.lap, 0...1800), (.lap, 1800...3600)]
        let pauses: [(HKWorkoutEventType, ClosedRange<Double>)] = [(.pause, 900...900), (.resume, 960...960)]
        try expectMoreDetail([workout(laps)], than: [workout()])
        try expectMoreDetail([workout(pauses)], than: [workout()])
        try expectMoreDetail([workout(laps + pauses)], than: [workout(laps)])
        // The number decides between equal kinds.
        try expectMoreDetail([workout(laps)], than: [workout([(.lap, 0...3600)])])
    }

    @Test("a workout whose clock is wrong by an hour is shown only if no two others agree on a time")
    func theTimeOfMostCopiesIsShown() throws {
        // The workouts have equal lengths and distances. Strava's is an hour early, and has the most data.
        func recording(_ source: String) -> [HKSample] {
            guard source == "Strava" else { return [MadeEfforts.workout(0, 2990)] }
            return MadeEfforts.distances(-3600, -610) + [MadeEfforts.workout(-3600, -610)]
        }
        for (sources, expected) in [
            (["Strava", "Watch"], ["Strava", "Watch"]),
            (["Strava", "Watch", "Polar"], ["Watch", "Strava", "Polar"]),
        ] {
            for order in [sources, sources.reversed()] {
                let store = try ScratchStore()
                for source in order { try MadeEfforts.save(recording(source), of: source, in: store) }
                #expect(try MadeEfforts.sources(store) == [expected])
                // Only Strava has samples, which count.
                #expect(try MadeEfforts.distance(store) == 5000)
            }
        }
    }

    @Test func effortsOfEarlierVersionsAreDeterminedAgain() throws {
        let (store, watch, copy) = try MadeEfforts.runAndCopy()
        func shown(_ database: HealthDatabase) throws -> [UUID] {
            try database.efforts.all().map(\.workout.sample.uuid)
        }
        try store.database.write { db in
            let copy = try Int64.fetchOne(db, sql: "SELECT workout FROM effort_member WHERE workout <> effort")
            try db.execute(
                sql: "UPDATE effort_member SET effort = ?1, counted = (workout = ?1)", arguments: [copy])
            try db.execute(
                sql: "DELETE FROM grdb_migrations WHERE identifier = ?", arguments: [SchemaV34.identifier])
        }
        #expect(try shown(store.database) == [copy])
        let opened = try HealthDatabase(url: store.database.url)
        #expect(try shown(opened) == [watch])
        #expect(try opened.check().isHealthy)
    }
}
