// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStore
import Testing

@testable import OpenHealthExport

/// Tests of exports of workouts that are one effort.
@Suite struct EffortExportTests {
    /// Returns a store with a run of a watch and two copies of it, and another run.
    private static func store(_ world: ExportWorld) throws -> HealthDatabase {
        let database = try world.store()
        let start = Date(timeIntervalSince1970: 1_704_067_200)
        func run(_ seconds: Double, from delay: Double = 0) -> HKWorkout {
            HKWorkout(activityType: .running, start: start + delay, end: start + delay + seconds)
        }
        // The watch has more kinds of data, so that its workout is shown.
        let steps = HKQuantitySample(
            type: HKQuantityType(.stepCount), quantity: HKQuantity(unit: .count(), doubleValue: 5000), start: start,
            end: start + 3600)
        try database.save([steps, run(3600)], source: ProvenanceData(sourceName: "Watch"))
        try database.save([run(3630)], source: ProvenanceData(sourceName: "Strava"))
        try database.save([run(3610)], source: ProvenanceData(sourceName: "Polar"))
        try database.save([run(1800, from: 86_400)], source: ProvenanceData(sourceName: "Strava"))
        return database
    }

    @Test("an effort is one workout in files for other programs", arguments: ["fit", "health-connect"])
    func oneWorkout(format: String) throws {
        let world = try ExportWorld()
        let database = try Self.store(world)
        func counts(_ sources: Set<String>?) throws -> [Int?] {
            let receipt = try world.export(
                database, to: "\(sources?.count ?? 0).zip", format: format,
                selection: ContentSelection(sources: sources))
            return [receipt.written[.workouts], receipt.notHeld[.workoutCopies]]
        }
        #expect(try counts(nil) == [2, 2])
        // Without the shown workout, the first copy is written. Strava has the other run, too.
        #expect(try counts(["Strava"]) == [2, nil])
        #expect(try counts(["Strava", "Polar"]) == [2, 1])
        #expect(try counts(["Strava", "Polar", "Watch"]) == [2, 2])
    }

    @Test("files with all data have the copies", arguments: ["apple", "csv", "ndjson", "parquet"])
    func allWorkouts(format: String) throws {
        let world = try ExportWorld()
        let receipt = try world.export(try Self.store(world), to: "all.zip", format: format)
        #expect(receipt.written[.workouts] == 4)
        #expect(receipt.notHeld[.workoutCopies] == nil)
    }
}
