// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
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

    @Test(
        "an effort is one workout in files for other programs",
        arguments: ["fhir", "fit", "health-connect", "open-mhealth"])
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

    @Test("tables for research have one workout for an effort")
    func oneObservation() throws {
        let world = try ExportWorld()
        let database = try Self.store(world)
        try database.write { db in
            try db.execute(
                sql: "INSERT INTO characteristic (name, value) VALUES (?, '1990-05-23')",
                arguments: [HKCharacteristicTypeIdentifier.dateOfBirth.rawValue])
        }
        let receipt = try world.export(database, to: "omop", format: "omop")
        #expect([receipt.written[.workouts], receipt.notHeld[.workoutCopies]] == [2, 2])
        let table = try String(contentsOf: world.file("omop/observation.csv"), encoding: .utf8)
        #expect(table.split(separator: "\n").count == 3)
    }

    @Test("a route of an effort is one file", arguments: [false, true])
    func oneRoute(isOfShown: Bool) throws {
        let world = try ExportWorld()
        let database = try world.store()
        let start = Date(timeIntervalSince1970: 1_704_067_200)
        let points = (0...60).map { minute in
            RoutePoint(
                time: start.timeIntervalSince1970 + Double(minute) * 60, latitude: 52 + Double(minute) * 0.002,
                longitude: 13)
        }
        func save(_ name: String, hasRoute: Bool, _ others: [HKSample] = []) throws {
            let run = HKWorkout(activityType: .running, start: start, end: start + 3600)
            var samples: [(sample: HKSample, measurements: SeriesMeasurements?)] = [(run, nil)]
            if hasRoute {
                let fields = HKObjectFields(newWith: nil, metadata: [:])
                let route = HKWorkoutRoute(
                    count: points.count, startDate: start, endDate: start + 3600, fields: fields)
                samples.append((route, .route(points, workout: run.uuid)))
            }
            samples += others.map { ($0, nil) }
            try database.save(samples, source: ProvenanceData(sourceName: name), now: start)
        }
        // The watch has other kinds of data, so that its workout is shown, also without a route.
        func sum(_ type: HKQuantityTypeIdentifier, _ unit: HKUnit) -> HKQuantitySample {
            HKQuantitySample(
                type: HKQuantityType(type), quantity: HKQuantity(unit: unit, doubleValue: 500), start: start,
                end: start + 3600)
        }
        try save("Watch", hasRoute: isOfShown, [sum(.stepCount, .count()), sum(.activeEnergyBurned, .kilocalorie())])
        try save("Strava", hasRoute: true)
        try save("Polar", hasRoute: true)
        func counts(_ sources: Set<String>?) throws -> [Int?] {
            let receipt = try world.export(
                database, to: "\(sources?.count ?? 0)", format: "gpx", selection: ContentSelection(sources: sources))
            return [receipt.written[.routes], receipt.notHeld[.routes], receipt.notHeld[.workoutCopies]]
        }
        // If the shown workout has no route, that of the first copy is written.
        #expect(try counts(nil) == (isOfShown ? [1, 2, 2] : [1, 1, 1]))
        #expect(try counts(["Polar"]) == [1, nil, nil])
        #expect(try counts(["Strava", "Polar"]) == [1, 1, 1])
        #expect(try counts(["Strava", "Polar", "Watch"]) == (isOfShown ? [1, 2, 2] : [1, 1, 1]))
    }

    @Test("files with all data have the copies", arguments: ["apple", "csv", "ndjson", "parquet"])
    func allWorkouts(format: String) throws {
        let world = try ExportWorld()
        let receipt = try world.export(try Self.store(world), to: "all.zip", format: format)
        #expect(receipt.written[.workouts] == 4)
        #expect(receipt.notHeld[.workoutCopies] == nil)
    }
}
