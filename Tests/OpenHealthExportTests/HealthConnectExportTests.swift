// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthFormats
import OpenHealthModel
import OpenHealthStore
import Testing

@testable import OpenHealthExport

@Suite struct HealthConnectExportTests {
    /// The tables of types, with the units of HealthKit that their columns have.
    private static let tables:
        [(HKQuantityTypeIdentifier, table: String, column: String, unit: String, scale: Double)] = [
            (.stepCount, "steps_record_table", "count", "count", 1),
            (.activeEnergyBurned, "active_calories_burned_record_table", "energy", "cal", 1),
            (.dietaryWater, "hydration_record_table", "volume", "L", 1),
            (.flightsClimbed, "floors_climbed_record_table", "floors", "count", 1),
            (.bodyFatPercentage, "body_fat_record_table", "percentage", "%", 100),
            (.vo2Max, "vo2_max_record_table", "vo2_milliliters_per_minute_kilogram", "ml/(kg*min)", 1),
            (.basalBodyTemperature, "basal_body_temperature_record_table", "temperature", "degC", 1),
            (.oxygenSaturation, "oxygen_saturation_record_table", "percentage", "%", 100),
            (.height, "height_record_table", "height", "m", 1),
            (.bloodGlucose, "blood_glucose_record_table", "level", "mmol<180.1558800000541>/L", 1),
            (.bodyMass, "weight_record_table", "weight", "g", 1),
            (.leanBodyMass, "lean_body_mass_record_table", "mass", "g", 1),
            (.bodyTemperature, "body_temperature_record_table", "temperature", "degC", 1),
            (.respiratoryRate, "respiratory_rate_record_table", "rate", "count/min", 1),
            (.restingHeartRate, "resting_heart_rate_record_table", "beats_per_minute", "count/min", 1),
            (
                .heartRateVariabilityRMSSD, "heart_rate_variability_rmssd_record_table",
                "heart_rate_variability_millis", "ms", 1
            ),
            (.heartRate, "heart_rate_record_table", "beats_per_minute", "count/min", 1),
            (.dietaryProtein, "nutrition_record_table", "protein", "g", 1),
            (.dietaryEnergyConsumed, "nutrition_record_table", "energy", "cal", 1),
        ]

    /// Returns a store with everything that apps can save, and the data of the demo.
    private static func store(_ world: ExportWorld, records: Int = 3000) throws -> HealthDatabase {
        let database = try world.demo(records: records)
        try database.setSetting("time_zone", value: "Asia/Kathmandu")
        var samples = SavedSamples()
        try samples.save(in: database)
        return database
    }

    /// Opens the database of an export.
    static func open(_ world: ExportWorld, _ name: String) throws -> DatabaseQueue {
        let archive = try ZipArchive(url: world.file(name))
        #expect(archive.entries.map(\.path) == ["health_connect_export.db"])
        var source = try archive.open(try #require(archive.entries.first))
        let bytes = try source.readAll(limit: 1 << 30, file: name)
        let url = world.file("\(UUID().uuidString).db")
        try Data(bytes).write(to: url)
        return try DatabaseQueue(path: url.path)
    }

    @Test func quantitiesAreThoseOfTheStore() throws {
        let world = try ExportWorld()
        let database = try Self.store(world)
        let receipt = try world.export(database, to: "phone.zip", format: "health-connect")
        let queue = try Self.open(world, "phone.zip")
        try queue.read { db in
            #expect(try String.fetchOne(db, sql: "PRAGMA integrity_check") == "ok")
            #expect(try Row.fetchAll(db, sql: "PRAGMA foreign_key_check").isEmpty)
            for entry in Self.tables {
                let type = HKQuantityType(entry.0)
                let records = try database.records(SampleRequest(types: [type.identifier]))
                let isSeries = entry.0 == .heartRate
                let rows = try Row.fetchAll(
                    db,
                    sql: isSeries
                        ? "SELECT * FROM heart_rate_record_table AS p JOIN heart_rate_record_series_table ON parent_key = p.row_id"
                        : "SELECT * FROM \(entry.table)")
                let byUUID = Dictionary(grouping: rows) { ($0["uuid"] as Data?) ?? Data() }
                var (found, refused) = (0, 0)
                for record in records where record.start.timeIntervalSince1970 >= 0 {
                    let uuid = withUnsafeBytes(of: record.uuid.uuid) { Data($0) }
                    guard let row = byUUID[uuid]?.first else {
                        // Parts of meals are in the record of the meal, and Android refuses some values.
                        let known = HealthConnectQuantity.byType[type.identifier]
                        let value = record.value.flatMap { known?.value($0) } ?? 0
                        #expect(
                            entry.table == "nutrition_record_table" || known?.record.range.contains(value) == false,
                            "\(type.identifier)")
                        refused += 1
                        continue
                    }
                    found += 1
                    let quantity = HKQuantity(
                        unit: type.canonicalUnit, doubleValue: try #require(record.value))
                    var value = quantity.doubleValue(for: HKUnit(from: entry.unit)) * entry.scale
                    if ["count", "beats_per_minute"].contains(entry.column) { value = value.rounded() }
                    let stored: Double = row[entry.column]
                    #expect(abs(stored - value) <= abs(value) * 1e-9, "\(type.identifier)")
                    let milliseconds = Int64((record.start.timeIntervalSince1970 * 1000).rounded())
                    let start: Int64 = row["time"] ?? row["start_time"]
                    #expect(start == milliseconds)
                    let offset: Int64 = row["zone_offset"] ?? row["start_zone_offset"]
                    #expect(abs(offset) <= 64_800)
                    let day: Int64 = row["local_date"]
                    #expect(day == Int64((Double(start + offset * 1000) / 86_400_000).rounded(.down)))
                    if !row.hasColumn("time") {
                        let end: Int64 = row["end_time"]
                        #expect(end > start)
                    }
                    let app: Int64 = row["app_info_id"]
                    let name = try String.fetchOne(
                        db, sql: "SELECT app_name FROM application_info_table WHERE row_id = ?", arguments: [app])
                    #expect(name == record.source)
                    let id = try Int.fetchOne(
                        db,
                        sql: "SELECT count(*) FROM activity_date_table WHERE epoch_days = ?", arguments: [day])
                    #expect((id ?? 0) > 0)
                }
                #expect(found + refused > 0, "\(type.identifier)")
            }
        }
        #expect((receipt.notHeld[.datesBeyondCalendar] ?? 0) > 0)
    }

    private static func database(_ world: ExportWorld, _ records: String) throws -> HealthDatabase {
        let xml = """
            <?xml version="1.0" encoding="UTF-8"?>
            <HealthData locale="en_US">
             <ExportDate value="2024-12-11 09:00:00 +0100"/>
             \(records)
            </HealthData>
            """
        let url = world.file("\(UUID().uuidString).xml")
        try Data(xml.utf8).write(to: url)
        let database = try world.store()
        try world.importExport(url, into: database)
        return database
    }

    @Test func aNightInBedOnlyIsNoSleep() throws {
        let world = try ExportWorld()
        func night(_ day: Int, _ value: String) -> String {
            """
            <Record type="HKCategoryTypeIdentifierSleepAnalysis" sourceName="iPhone" \
            startDate="2019-05-0\(day) 22:45:00 +0200" endDate="2019-05-0\(day + 1) 06:30:00 +0200" \
            value="HKCategoryValueSleepAnalysis\(value)"/>
            """
        }
        let database = try Self.database(
            world, night(1, "InBed") + night(4, "InBed") + night(4, "AsleepUnspecified") + night(6, "InBed"))
        let receipt = try world.export(database, to: "phone.zip", format: "health-connect")
        #expect(receipt.written[.categories] == 4 && receipt.notHeld[.categories] == nil)
        let counts = try Self.open(world, "phone.zip").read { db in
            try ["sleep_session_record_table", "sleep_stages_table WHERE stage_type = 7"].map { table in
                try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)")
            }
        }
        #expect(counts == [3, 2])
    }

    @Test func valuesThatAndroidRefusesAreLeftOutAndCounted() throws {
        let world = try ExportWorld()
        let values = [
            ("HeartRate", "count/min", ["300", "301"]), ("Height", "m", ["3", "3.1"]),
            ("BodyMass", "kg", ["80", "1001"]),
        ]
        let records = values.flatMap { type, unit, values in
            values.enumerated().map { index, value in
                """
                <Record type="HKQuantityTypeIdentifier\(type)" sourceName="iPhone" unit="\(unit)" value="\(value)" \
                startDate="2019-05-01 12:0\(index):00 +0200" endDate="2019-05-01 12:0\(index):00 +0200"/>
                """
            }
        }
        let database = try Self.database(world, records.joined())
        let receipt = try world.export(database, to: "phone.zip", format: "health-connect")
        #expect(receipt.notHeld[.valuesBeyondRange] == 3)
        #expect(receipt.notHeld[.quantities] == 3 && receipt.written[.quantities] == 3)
    }

    /// Every sample is written or counted as left out.
    @Test func theReceiptCountsEverySample() throws {
        let world = try ExportWorld()
        let database = try Self.store(world)
        let receipt = try world.export(database, to: "phone.zip", format: "health-connect")
        let total = try database.types().filter {
            $0.kind != .unknownElement && $0.identifier != "HKActivitySummaryTypeIdentifier"
        }.reduce(0) { $0 + $1.count }
        let written = receipt.types.values.reduce(0, +)
        let kinds: [ExportKind] = [
            .quantities, .categories, .correlations, .workouts, .workoutCopies, .routes, .routesWithoutWorkout,
            .heartbeatSeries,
            .clinicalRecords, .documents, .scoredAssessments, .electrocardiograms, .audiograms,
            .visionPrescriptions, .statesOfMind, .medicationDoses, .unknownTypes, .datesBeyondCalendar,
        ]
        let left = kinds.reduce(0) { $0 + (receipt.notHeld[$1] ?? 0) }
        #expect(written + left == total)
    }

    @Test func correlationsSleepAndWorkoutsAreRecords() throws {
        let world = try ExportWorld()
        let database = try Self.store(world)
        let receipt = try world.export(database, to: "phone.zip", format: "health-connect")
        let queue = try Self.open(world, "phone.zip")
        try queue.read { db in
            func count(_ sql: String) throws -> Int { try Int.fetchOne(db, sql: sql) ?? 0 }
            let pressure = try count("SELECT count(*) FROM blood_pressure_record_table")
            let meals = try count("SELECT count(*) FROM nutrition_record_table WHERE meal_name IS NOT NULL")
            #expect(pressure + meals > 0)
            #expect(
                try count("SELECT count(*) FROM blood_pressure_record_table WHERE typeof(body_position) <> 'text'") == 0
            )
            #expect(try count("SELECT count(*) FROM exercise_session_record_table") == receipt.written[.workouts])
            #expect(try count("SELECT count(*) FROM exercise_route_table") == receipt.written[.routePoints])
            let sleep = "HKCategoryTypeIdentifierSleepAnalysis"
            #expect(receipt.types[sleep] ?? 0 > 0)
            #expect(try count("SELECT count(*) FROM sleep_stages_table") > 0)
            #expect(try count("SELECT count(*) FROM sleep_stages_table") <= receipt.types[sleep] ?? 0)
            #expect(
                try count(
                    """
                    SELECT count(*) FROM sleep_stages_table JOIN sleep_session_record_table AS p ON p.row_id = parent_key
                    WHERE stage_start_time < p.start_time OR stage_end_time > p.end_time OR stage_end_time <= stage_start_time
                    """) == 0)
            #expect(
                try count(
                    """
                    SELECT count(*) FROM sleep_stages_table AS a JOIN sleep_stages_table AS b ON a.parent_key = b.parent_key
                    AND a.rowid < b.rowid AND a.stage_start_time < b.stage_end_time AND b.stage_start_time < a.stage_end_time
                    """) == 0)
            #expect(
                try count(
                    """
                    SELECT count(*) FROM exercise_route_table JOIN exercise_session_record_table AS p ON p.row_id = parent_key
                    WHERE timestamp_millis NOT BETWEEN p.start_time AND p.end_time OR NOT has_route
                    """) == 0)
        }
    }

    @Test func theDistanceOfAWorkoutWithoutSamplesIsARecord() throws {
        let world = try ExportWorld()
        let database = try world.store()
        let start = Date(timeIntervalSince1970: 1_718_348_400)
        let activities = [("Biking", 0.0, "5000"), ("Other", 10_000, "2000")].map { sport, offset, distance in
            """
            <Activity Sport="\(sport)"><Lap StartTime="\((start + offset).ISO8601Format())"><TotalTimeSeconds>600</TotalTimeSeconds>
            <DistanceMeters>\(distance)</DistanceMeters></Lap></Activity>
            """
        }
        let url = world.file("rides.tcx")
        try "<TrainingCenterDatabase>\(activities.joined())</TrainingCenterDatabase>"
            .write(to: url, atomically: true, encoding: .utf8)
        _ = try database.ingest(HealthImport(url: url), options: .init(file: "rides.tcx"))
        func workout(_ activity: HKWorkoutActivityType, _ offset: Double, _ metres: Double) -> HKWorkout {
            HKWorkout(
                activityType: activity, start: start + offset, end: start + offset + 600, workoutEvents: nil,
                totalEnergyBurned: nil, totalDistance: HKQuantity(unit: .meter(), doubleValue: metres), metadata: nil)
        }
        // A copy of the ride, and a run with samples.
        try database.save([workout(.cycling, 0, 5000)], source: ProvenanceData(sourceName: "Copy"))
        let samples = [20_000.0, 20_300].map { offset in
            HKQuantitySample(
                type: HKQuantityType(.distanceWalkingRunning), quantity: HKQuantity(unit: .meter(), doubleValue: 750),
                start: start + offset, end: start + offset + 300)
        }
        try database.save(samples + [workout(.running, 20_000, 1500)], source: ProvenanceData(sourceName: "Watch"))
        let receipt = try world.export(database, to: "phone.zip", format: "health-connect")
        #expect(receipt.written[.workouts] == 3 && receipt.notHeld[.workoutCopies] == 1)
        try Self.open(world, "phone.zip").read { db in
            let rows = try Row.fetchAll(
                db, sql: "SELECT distance, start_time, end_time FROM distance_record_table ORDER BY start_time")
            let distances: [Double?] = rows.map { $0["distance"] }
            #expect(distances == [5000, 2000, 750, 750])
            let seconds = rows.map { row in
                ["start_time", "end_time"].map { ((row[$0] as Int64?) ?? 0) / 1000 - 1_718_348_400 }
            }
            #expect(seconds == [[0, 600], [10_000, 10_600], [20_000, 20_300], [20_300, 20_600]])
            let shared = """
                SELECT count(*) FROM distance_record_table AS d JOIN exercise_session_record_table AS e ON e.uuid = d.uuid
                """
            #expect(try Int.fetchOne(db, sql: shared) == 2)
        }
    }

    @Test("the distance of a workout is no record if a copy of it has samples of the distance")
    func theDistanceOfACopyCountsOnce() throws {
        let world = try ExportWorld()
        let database = try world.store()
        let start = Date(timeIntervalSince1970: 1_718_348_400)
        func run() -> HKWorkout {
            HKWorkout(
                activityType: .running, start: start, end: start + 1800, workoutEvents: nil, totalEnergyBurned: nil,
                totalDistance: HKQuantity(unit: .meter(), doubleValue: 5000), metadata: nil)
        }
        func sample(_ type: HKQuantityTypeIdentifier, _ unit: HKUnit, _ value: Double, from offset: Double = 0)
            -> HKQuantitySample
        {
            HKQuantitySample(
                type: HKQuantityType(type), quantity: HKQuantity(unit: unit, doubleValue: value), start: start + offset,
                end: start + offset + 900)
        }
        // The watch has more kinds of data, so that its workout is shown.
        try database.save(
            [run(), sample(.stepCount, .count(), 900), sample(.activeEnergyBurned, .kilocalorie(), 90)],
            source: ProvenanceData(sourceName: "Watch"))
        try database.save(
            [run()] + [0, 900].map { sample(.distanceWalkingRunning, .meter(), 2500, from: $0) },
            source: ProvenanceData(sourceName: "Phone"))
        func distances(_ sources: Set<String>?) throws -> [Double] {
            let file = "\(sources?.count ?? 0).zip"
            let receipt = try world.export(
                database, to: file, format: "health-connect", selection: ContentSelection(sources: sources))
            #expect(receipt.written[.workouts] == 1)
            return try Self.open(world, file).read { db in
                try Double.fetchAll(db, sql: "SELECT distance FROM distance_record_table ORDER BY start_time")
            }
        }
        #expect(try distances(nil) == [2500, 2500])
        // The samples of the phone are not written.
        #expect(try distances(["Watch"]) == [5000])
    }

    @Test func anEmptySelectionLeavesNoFile() throws {
        let world = try ExportWorld()
        let database = try world.demo(records: 300)
        for selection in [
            ContentSelection(to: Date(timeIntervalSince1970: -5e9)),
            ContentSelection(types: ["HKCategoryTypeIdentifierAppleStandHour"]),
        ] {
            #expect(throws: ExportError.self) {
                try world.export(database, to: "phone.zip", format: "health-connect", selection: selection)
            }
            #expect(!FileManager.default.fileExists(atPath: world.file("phone.zip").path))
        }
    }

    @Test func sourcesWithoutBundleIdentifiersHaveDistinctPackages() throws {
        let world = try ExportWorld()
        let database = try world.demo(records: 2000)
        try world.export(database, to: "phone.zip", format: "health-connect")
        try Self.open(world, "phone.zip").read { db in
            let names = try String.fetchAll(db, sql: "SELECT package_name FROM application_info_table")
            #expect(Set(names).count == names.count && !names.isEmpty)
            let pattern = /[A-Za-z][A-Za-z0-9_]*(\.[A-Za-z][A-Za-z0-9_]*)+/
            #expect(names.allSatisfy { (try? pattern.wholeMatch(in: $0)) != nil || $0.hasPrefix("com.") })
        }
    }
}
