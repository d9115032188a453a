// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthDemo
import OpenHealthFormats
import OpenHealthModel
import Testing

@testable import OpenHealthStore

/// Tests that the views of the parts of samples agree with the functions of the store.
@Suite struct DetailViewsTests {
    private func store() throws -> ScratchStore {
        let store = try ScratchStore()
        let file = store.folder.appendingPathComponent("demo.zip")
        _ = try DemoExport(records: 1000, seed: 3).write(to: file)
        _ = try store.database.ingest(AppleHealthExportReader(url: file), options: .init(file: "demo.zip"))
        return store
    }

    private func rows(_ sql: String, _ store: ScratchStore, _ id: Int64) throws -> [Row] {
        try store.readAsOtherProgram { db in try Row.fetchAll(db, sql: sql, arguments: [id]) }
    }

    @Test func workoutsHaveTheirFigures() throws {
        let store = try store()
        let workouts = try store.database.workouts()
        try #require(!workouts.isEmpty)
        #expect(
            try store.readAsOtherProgram { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM workouts") }
                == workouts.count)
        var distances = 0
        for workout in workouts {
            let id = workout.sample.id
            let figures = try rows("SELECT type, sum, unit FROM workout_figures WHERE workout = ?", store, id)
            #expect(Set(figures.map { $0[0] as String }) == Set(workout.statistics.map(\.type)))
            #expect(figures.count == workout.statistics.count)
            let row = try #require(
                try rows("SELECT distance, distance_unit, energy FROM workouts WHERE id = ?", store, id).first)
            func expected(_ isWanted: (String) -> Bool, _ attribute: String) -> Double? {
                workout.statistics.first { isWanted($0.type) && $0.sum != nil }?.sum
                    ?? workout.attributes.first { $0.key == attribute }.flatMap { Double($0.value) }
            }
            let distance = expected({ $0.hasPrefix("HKQuantityTypeIdentifierDistance") }, "totalDistance")
            #expect(row[0] as Double? == distance)
            #expect((row[1] as String?) != nil || distance == nil)
            #expect(
                row[2] as Double?
                    == expected({ $0 == "HKQuantityTypeIdentifierActiveEnergyBurned" }, "totalEnergyBurned"))
            distances += distance == nil ? 0 : 1
        }
        #expect(distances > 0)
    }

    @Test func theDistanceOfAWorkoutIsThatOfItsSport() throws {
        let store = try ScratchStore()
        func statistics(_ type: String, _ sum: String, _ unit: String) -> String {
            """
            <WorkoutStatistics type="HKQuantityTypeIdentifierDistance\(type)" startDate="2024-06-10 09:00:00 +0200" \
            endDate="2024-06-10 09:30:00 +0200" sum="\(sum)" unit="\(unit)"/>
            """
        }
        let walk = statistics("WalkingRunning", "0.05", "km")
        let ride = statistics("Cycling", "12", "km")
        let swim = statistics("Swimming", "750", "m")
        let workouts: [(activity: String, parts: String, expected: Double, unit: String)] = [
            ("Cycling", walk + ride, 12, "km"), ("Running", ride + walk, 0.05, "km"), ("Other", walk + ride, 12, "km"),
            ("Swimming", walk + ride + swim, 750, "m"), ("SwimBikeRun", swim + walk + ride, 12.8, "km"),
        ]
        for (index, workout) in workouts.enumerated() {
            let xml = """
                <?xml version="1.0" encoding="UTF-8"?>
                <HealthData locale="en_US">
                 <ExportDate value="2024-12-11 09:00:00 +0100"/>
                 <Workout workoutActivityType="HKWorkoutActivityType\(workout.activity)" duration="30" \
                durationUnit="min" sourceName="Watch" startDate="2024-06-1\(index) 09:00:00 +0200" \
                endDate="2024-06-1\(index) 09:30:00 +0200">\(workout.parts)</Workout>
                </HealthData>
                """
            let file = store.folder.appendingPathComponent("\(index).xml")
            try Data(xml.utf8).write(to: file)
            _ = try store.database.ingest(AppleHealthExportReader(url: file), options: .init(file: "\(index).xml"))
        }
        let rows = try store.readAsOtherProgram { db in
            try Row.fetchAll(db, sql: "SELECT distance, distance_unit FROM workouts ORDER BY start_seconds")
        }
        #expect(rows.count == workouts.count)
        for (row, workout) in zip(rows, workouts) {
            #expect(((row[0] as Double? ?? 0) - workout.expected).magnitude < 1e-9, "\(workout.activity)")
            #expect(row[1] as String? == workout.unit, "\(workout.activity)")
        }
    }

    @Test func routesAndElectrocardiogramsAreListed() throws {
        let store = try store()
        let routes = try store.database.routes()
        #expect(try store.count("SELECT count(*) FROM routes") == routes.count)
        for route in routes {
            let row = try #require(try rows("SELECT points FROM routes WHERE id = ?", store, route.sample.id).first)
            #expect(row[0] as Int == route.pointCount)
            let points = try rows(
                "SELECT latitude, longitude FROM route_points WHERE route = ? ORDER BY position", store, route.sample.id
            )
            let expected = try store.database.routePoints(uuid: route.sample.uuid)
            #expect(points.map { $0[0] as Double } == expected.map(\.latitude))
            #expect(points.map { $0[1] as Double } == expected.map(\.longitude))
        }
        let ecgs = try store.database.electrocardiograms()
        #expect(try store.count("SELECT count(*) FROM electrocardiograms") == ecgs.count)
        for ecg in ecgs {
            let sql = "SELECT classification, sample_rate, measurements FROM electrocardiograms WHERE id = ?"
            let row = try #require(try rows(sql, store, ecg.sample.id).first)
            #expect(row[0] as String? == ecg.classification)
            #expect(row[1] as Double == ecg.sampleRate)
            #expect(row[2] as Int == ecg.measurements)
        }
    }

    @Test func ringsAndCorrelationsHaveTheirValues() throws {
        let store = try store()
        let days = try store.database.person.activitySummaries()
        try #require(!days.isEmpty)
        let rings = try store.readAsOtherProgram { db in
            try Row.fetchAll(
                db, sql: "SELECT day, active_energy_burned, apple_stand_hours FROM activity_summaries ORDER BY day")
        }
        #expect(rings.map { $0[0] as String } == days.map(\.day))
        for (row, day) in zip(rings, days) {
            func value(_ name: String) -> Double? { day.values.first { $0.key == name }.flatMap { Double($0.value) } }
            #expect(row[1] as Double? == value("activeEnergyBurned"))
            #expect(row[2] as Double? == value("appleStandHours"))
        }
        let members = try store.database.correlationMembers()
        try #require(!members.isEmpty)
        let total = members.values.reduce(0) { $0 + $1.count }
        #expect(try store.count("SELECT count(*) FROM correlations") == total)
        for (id, expected) in members {
            let sql = "SELECT member, type, value, correlation_type FROM correlations WHERE id = ? ORDER BY member"
            let found = try rows(sql, store, id)
            #expect(found.map { $0[0] as Int64 } == expected.map(\.id))
            #expect(found.map { $0[1] as String } == expected.map(\.type))
            #expect(found.map { $0[2] as Double? } == expected.map(\.value))
            #expect(found.allSatisfy { ($0[3] as String?)?.hasPrefix("HKCorrelationTypeIdentifier") == true })
        }
    }
}
