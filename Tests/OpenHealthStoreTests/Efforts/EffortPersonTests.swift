// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStatistics
import Testing

@testable import OpenHealthStore

/// Tests of workouts of two persons at one time.
@Suite struct EffortPersonTests {
    /// Imports half hours of running at 3 m/s to the north on roads of which the places are one kilometre apart.
    private static func importRuns(_ runs: [(source: String, road: Double)], into store: ScratchStore) throws {
        var batch = SampleBatch()
        batch.newProvenances = runs.map { ProvenanceData(sourceName: $0.source) }
        for (number, run) in runs.enumerated() {
            let sample = SampleData(provenance: Int32(number), start: 0, end: 1800)
            var workout = WorkoutData(activityType: "HKWorkoutActivityTypeRunning", sample: sample, duration: 1800)
            let path = "/\(run.source).gpx"
            workout.routes = [WorkoutRouteData(sample: sample, files: [path])]
            let points = stride(from: 0.0, through: 1800, by: 10).map {
                RoutePoint(time: $0, latitude: 3 * $0 / 111_195, longitude: run.road * 1000 / 111_195)
            }
            batch.items += [.workout(workout), .routeFile(RouteFileData(path: path, points: points))]
        }
        try store.importBatches([batch])
    }

    @Test func routesInOtherPlacesAreTwoEffortsUnlessThePersonJoinsThem() throws {
        let store = try ScratchStore()
        try Self.importRuns([("Ana", 0), ("Ben", 1), ("Ana's copy", 0)], into: store)
        #expect(Set(try MadeEfforts.sources(store).map(Set.init)) == [["Ana", "Ana's copy"], ["Ben"]])
        let workouts = try store.database.workouts()
        let ben = try #require(workouts.first { $0.sample.source == "Ben" }).sample.uuid
        let ana = try #require(workouts.first { $0.sample.source == "Ana" }).sample.uuid
        #expect(try store.database.efforts.explanation(of: ben).reasons.isEmpty)
        try store.database.efforts.join([ana, ben])
        #expect(try MadeEfforts.sources(store).map(Set.init) == [["Ana", "Ana's copy", "Ben"]])
        let explanation = try store.database.efforts.explanation(of: ben)
        #expect(explanation.isChosen)
        // Each of the two routes of Ana contradicts that of Ben.
        let apart = explanation.reasons.filter { [$0.workout, $0.copy].contains(ben) }
        #expect(apart.count == 2)
        for reason in apart {
            guard case .routesApart(let distance) = reason.reason else {
                Issue.record("\(reason.reason)")
                continue
            }
            #expect(distance.rounded() == 1000)
        }
        #expect(try store.database.check().findings == [])
    }

    @Test func heartRatesAreThoseOfTheDeviceOfTheWorkout() throws {
        let store = try ScratchStore()
        func save(
            _ source: String, _ model: String?, _ activity: HKWorkoutActivityType, from start: Double, rate: Double,
            period: Double
        ) throws {
            let beats = stride(from: start, to: start + 1800, by: 10).map {
                MadeSamples.heartRate(rate + 10 * sin($0 / period), at: $0)
            }
            let workout = HKWorkout(
                activityType: activity, start: MadeSamples.date(start), end: MadeSamples.date(start + 1800))
            let device = model.map { DeviceData(manufacturer: "Garmin", model: $0) }
            try store.database.save(beats + [workout], source: ProvenanceData(sourceName: source, device: device))
        }
        try save("Garmin", "3000", .running, from: 0, rate: 150, period: 100)
        try save("Garmin", "9", .swimming, from: 1, rate: 110, period: 170)
        #expect(try store.database.efforts.all().count == 2)
        // The copy of the run is one effort with it only. Its kind is another one, so that the heart rate decides.
        try save("Strava", nil, .cycling, from: 2, rate: 150, period: 100)
        let efforts = try store.database.efforts.all().map { effort in
            Set(([effort.workout] + effort.copies).map(\.activityType))
        }
        #expect(Set(efforts) == [[.running, .cycling], [.swimming]])
    }
}
