// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import TestTimeLimits
import Testing

@testable import OpenHealthFormats

@Suite("Pushes of Open Wearables", .timeLimit(.usual)) struct OpenWearablesTests {
    private func read(_ provider: String, records: String = "", sleep: String = "", workouts: String = "") throws
        -> PushedBatch
    {
        let json = """
            {"provider": "\(provider)", "sdkVersion": "0.6.0", "syncTimestamp": "2026-11-24T10:00:00Z",
             "data": {"records": [\(records)], "sleep": [\(sleep)], "workouts": [\(workouts)]}}
            """
        return try OpenWearablesReader.batch(Array(json.utf8), now: pushNow)
    }

    private func record(_ type: String, _ value: String, _ unit: String?, _ more: String = "") -> String {
        """
        {"type": "\(type)", "startDate": "2026-11-23T12:00:00Z", "endDate": "2026-11-23T12:00:00Z", "value": \(value),
         "unit": \(unit.map { "\"\($0)\"" } ?? "null"), "source": {"name": "Watch"}\(more)}
        """
    }

    private static let first = "11111111-2222-4333-8444-555555555501"
    private static let second = "11111111-2222-4333-8444-555555555502"

    @Test func `negative sums are refused, except energies`() throws {
        let batch = try read(
            "health_connect",
            records: record("STEP_COUNT", "-4", "count") + "," + record("ACTIVE_CALORIES_BURNED", "-1", "kcal"))
        #expect(batch.samples.rows.map(\.value) == [-1])
        #expect(batch.refusals.entries.map(\.pointer) == ["/data/records/0/value"])
    }

    @Test("Records of HealthKit keep their UUIDs, sources and metadata")
    func apple() throws {
        let batch = try read(
            "apple",
            records: """
                {"id": "\(Self.first)", "type": "HKQuantityTypeIdentifierHeartRate", "startDate": "2026-11-23T12:00:00Z",
                 "endDate": "2026-11-23T12:00:05Z", "zoneOffset": "+01:00", "value": 61, "unit": "bpm",
                 "metadata": {"HKMetadataKeyHeartRateMotionContext": 1, "own": true, "text": "ü"},
                 "source": {"name": "Anna’s Watch", "bundleIdentifier": "com.apple.health.1", "version": "26.1",
                            "productType": "Watch7,2", "deviceName": "Apple Watch", "deviceManufacturer": "Apple Inc.",
                            "operatingSystemVersion": {"majorVersion": 26, "minorVersion": 1, "patchVersion": 0}}},
                \(record("HKCategoryTypeIdentifierMindfulSession", "0", nil, ", \"id\": \"\(Self.second)\""))
                """)
        #expect(
            batch.uuids == [
                0: try #require(UUID(uuidString: Self.first)), 1: try #require(UUID(uuidString: Self.second)),
            ])
        #expect(
            batch.lines == [
                "HKQuantityHeartRate 0-5 61 count/min Anna’s Watch HKMetadataKeyHeartRateMotionContext=1 own=1 text=ü "
                    + "HKTimeZone=GMT+0100",
                "HKCategoryMindfulSession 0-0 0  Watch",
            ])
        let origin = try #require(batch.samples.newProvenances.first)
        #expect(origin.bundleIdentifier == "com.apple.health.1")
        #expect(origin.sourceVersion == "26.1")
        #expect(origin.operatingSystemVersion == "26.1.0")
        #expect(origin.device?.manufacturer == "Apple Inc.")
    }

    @Test("Only oxygen saturations of HealthKit are divided by 100, and all percentages of Android")
    func percentages() throws {
        let oxygen = "HKQuantityTypeIdentifierOxygenSaturation"
        let apple = try read(
            "apple",
            records: [
                record(oxygen, "97", "%"), record(oxygen, "0.97", "%"),
                record("HKQuantityTypeIdentifierBodyFatPercentage", "0.21", "%"),
                record("HKQuantityTypeIdentifierWalkingAsymmetryPercentage", "0.9", "%"),
            ].joined(separator: ","))
        #expect(apple.samples.rows.map(\.value) == [0.97, 0.97, 0.21, 0.9])
        let android = try read(
            "google",
            records: [record("OXYGEN_SATURATION", "97", "%"), record("BODY_FAT", "21", "%")].joined(separator: ","))
        #expect(android.samples.rows.map(\.value) == [0.97, 0.21])
    }

    @Test("Flattened blood pressures become correlations again, and the readings keep their UUIDs")
    func bloodPressure() throws {
        let systolic = "HKQuantityTypeIdentifierBloodPressureSystolic"
        let diastolic = "HKQuantityTypeIdentifierBloodPressureDiastolic"
        let apple = try read(
            "apple",
            records: [
                record(diastolic, "80", "mmHg", ", \"id\": \"\(Self.second)\""),
                record(systolic, "120", "mmHg", ", \"id\": \"\(Self.first)\""), record(systolic, "130", "mmHg"),
            ].joined(separator: ","))
        #expect(apple.correlations.map { $0.members.map(\.row.value) } == [[120, 80]])
        #expect(apple.samples.rows.count == 3)
        #expect(apple.uuids.count == 2)
        // Two measurements at the same time differ by their parents.
        let android = try read(
            "samsung",
            records: [("a", "120", "80"), ("b", "130", "85")].map { parent, high, low in
                record("BLOOD_PRESSURE_SYSTOLIC", high, "mmHg", ", \"parentId\": \"\(parent)\"") + ","
                    + record("BLOOD_PRESSURE_DIASTOLIC", low, "mmHg", ", \"parentId\": \"\(parent)\"")
            }.joined(separator: ","))
        #expect(android.correlations.map { $0.members.map(\.row.value) } == [[120, 80], [130, 85]])
    }

    @Test("Every type of Android has its type in HealthKit, and the others are refused by name")
    func androidTypes() throws {
        let types: [(String, String, String)] = [
            ("STEP_COUNT", "count", "StepCount"), ("HEART_RATE", "bpm", "HeartRate"),
            ("RESTING_HEART_RATE", "bpm", "RestingHeartRate"),
            ("HEART_RATE_VARIABILITY", "ms", "HeartRateVariabilityRMSSD"), ("BLOOD_GLUCOSE", "mmol/L", "BloodGlucose"),
            ("RESPIRATORY_RATE", "breaths/min", "RespiratoryRate"), ("HEIGHT", "cm", "Height"),
            ("WEIGHT", "kg", "BodyMass"),
            ("BMI", "kg/m²", "BodyMassIndex"), ("LEAN_BODY_MASS", "kg", "LeanBodyMass"),
            ("BODY_TEMPERATURE", "degC", "BodyTemperature"), ("VO2_MAX", "mL/kg/min", "VO2Max"),
            ("ACTIVE_CALORIES_BURNED", "Cal", "ActiveEnergyBurned"), ("FLOORS_CLIMBED", "count", "FlightsClimbed"),
            ("DISTANCE", "m", "DistanceWalkingRunning"), ("HYDRATION", "L", "DietaryWater"),
            ("CYCLING_PEDALING_CADENCE", "rpm", "CyclingCadence"),
        ]
        for (type, unit, name) in types {
            let batch = try read("google", records: record(type, "30", unit, ", \"zoneOffset\": \"-03:30\""))
            #expect(batch.refusals.entries == [], "\(type)")
            let expected = "HKQuantityTypeIdentifier" + name
            #expect(batch.samples.newTypes == [expected], "\(type)")
            #expect(batch.samples.newMetadata == [[MetadataPair(key: HKMetadataKeyTimeZone, value: "GMT-0330")]])
        }
        for type in ["SKELETAL_MUSCLE_MASS", "BODY_FAT_MASS", "POWER", "SPEED", "ANYTHING"] {
            let batch = try read("google", records: record(type, "30", "kg"))
            #expect(batch.refusedPlaces == ["/data/records/0/type"], "\(type)")
        }
    }

    @Test("Workouts have their figures, readings and routes, and decide the type of power and speed")
    func workouts() throws {
        let batch = try read(
            "google",
            records: """
                {"type": "SPEED", "startDate": "2026-11-23T12:10:00Z", "endDate": "2026-11-23T12:10:00Z", "value": 3, "unit": "m/s"}
                """,
            workouts: """
                {"id": "\(Self.first)", "type": "running", "startDate": "2026-11-23T12:00:00Z", "endDate": "2026-11-23T12:30:00Z",
                 "title": "Morgenlauf", "values": [{"type": "duration", "value": 1700000, "unit": "ms"},
                   {"type": "activeEnergyBurned", "value": 250, "unit": "kcal"}, {"type": "distance", "value": 5000, "unit": "m"},
                   {"type": "meanHeartRate", "value": 150, "unit": "bpm"}, {"type": "maxHeartRate", "value": 170, "unit": "bpm"},
                   {"type": "altitudeGain", "value": 30, "unit": "m"}, {"value": 3}],
                 "samples": [{"timestamp": "2026-11-23T12:01:00Z", "type": "HEART_RATE", "value": 140, "unit": "bpm"},
                             {"timestamp": "2026-11-23T12:01:00Z", "type": "UNKNOWN", "value": 1}],
                 "route": [{"timestamp": "2026-11-23T12:01:00Z", "latitude": 52.5, "longitude": 13.4, "altitudeM": 34},
                           {"timestamp": "2026-11-23T12:02:00Z", "latitude": 152.5, "longitude": 13.4}]}
                """)
        let run = try #require(batch.workouts.first)
        #expect(batch.itemUUIDs == [0: try #require(UUID(uuidString: Self.first))])
        #expect(run.activityType == "HKWorkoutActivityTypeRunning")
        #expect(run.duration == 1700)
        #expect(
            run.statistics.map { [$0.sum, $0.average, $0.maximum] } == [
                [250, nil, nil], [5000, nil, nil], [nil, 150, 170],
            ])
        #expect(run.sample.metadata.map { "\($0.key)=\($0.value)" } == ["title=Morgenlauf", "altitudeGain=30.0 m"])
        #expect(run.records.map(\.row.value) == [140])
        #expect(run.routes.map(\.points.count) == [1])
        #expect(batch.lines.first?.hasPrefix("HKQuantityRunningSpeed") == true)
        #expect(
            batch.refusedPlaces == [
                "/data/workouts/0/values/6", "/data/workouts/0/samples", "/data/workouts/0/route/1",
            ])
        #expect(batch.warnings.count == 0)
    }

    @Test("Every stage of sleep has its value")
    func sleep() throws {
        let names = ["in_bed", "sleeping", "awake", "light", "deep", "rem", "unknown"]
        let batch = try read(
            "apple",
            sleep: names.map { name in
                """
                {"stage": "\(name)", "startDate": "2026-11-23T12:00:00Z", "endDate": "2026-11-23T12:10:00Z"}
                """
            }.joined(separator: ","))
        #expect(
            batch.lines.map { $0.split(separator: " ")[2] }.map(String.init) == [
                "0", "1", "2", "3", "4", "5", "\"unknown\"",
            ])
    }

    @Test func `the stages of one record are a night, and have the zone of the phone`() throws {
        func stage(_ number: Int, _ name: String, _ times: (String, String)) -> String {
            """
            {"id": "slp-001-s0-\(number)", "parentId": "slp-001", "stage": "\(name)", "zoneOffset": "+01:00",
             "startDate": "2026-11-23T12:\(times.0):00Z", "endDate": "2026-11-23T12:\(times.1):00Z",
             "source": {"appId": "com.example.band"}, "values": [{"type": "sleepScore", "value": 82, "unit": "score"}]}
            """
        }
        let batch = try read(
            "samsung", sleep: stage(0, "light", ("00", "20")) + "," + stage(1, "deep", ("20", "40")))
        #expect(
            batch.sessions == [
                PushedSession(
                    type: "HKCategoryTypeIdentifierSleepAnalysis", source: "com.example.band", start: 1_795_435_200,
                    end: 1_795_437_600, uuid: PushIdentity.uuid(of: "slp-001", in: "open-wearables"))
            ])
        #expect(batch.rowSessions == [0: 0, 1: 0])
        #expect(
            batch.lines == [
                "HKCategorySleepAnalysis 0-1200 3  com.example.band HKTimeZone=GMT+0100 sleepScore=82 score",
                "HKCategorySleepAnalysis 1200-2400 4  com.example.band HKTimeZone=GMT+0100 sleepScore=82 score",
            ])
    }

    @Test func `a record without stages is a night, except of HealthKit`() throws {
        let stage = """
            {"id": "\(Self.first)", "parentId": null, "stage": "sleeping", "startDate": "2026-11-23T12:00:00Z",
             "endDate": "2026-11-23T12:40:00Z", "source": {"appId": "com.example.band"}}
            """
        let google = try read("google", sleep: stage)
        #expect(google.sessions.map(\.uuid) == [UUID(uuidString: Self.first)])
        #expect(google.rowSessions == [0: 0] && google.uuids == [:])
        let apple = try read("apple", sleep: stage)
        #expect(apple.sessions == [])
        #expect(apple.uuids == [0: try #require(UUID(uuidString: Self.first))])
    }

    @Test func `nutrients of Health Connect have the types of HealthKit`() throws {
        let batch = try read(
            "google",
            records: record("ENERGY_TOTAL", "640", "kcal") + "," + record("TOTAL_CARBOHYDRATE_TOTAL", "80", "g") + ","
                + record("VITAMIN_B12_TOTAL", "2.4", "ug"))
        #expect(batch.refusals.entries == [])
        #expect(
            batch.lines == [
                "HKQuantityDietaryEnergyConsumed 0-0 640 kcal Watch", "HKQuantityDietaryCarbohydrates 0-0 80 g Watch",
                // In grams, with the unit as written.
                "HKQuantityDietaryVitaminB12 0-0 2.4e-06 mcg Watch",
            ])
    }

    @Test func `records are identified by their identifiers, and the totals of Samsung Health are not`() throws {
        let records =
            record("HEART_RATE", "61", "bpm", ", \"id\": \"abc-s0\"") + ","
            + record("STEP_COUNT", "61", "count", ", \"id\": \"\(Self.first)\"")
        let samsung = try read("samsung", records: records)
        #expect(samsung.uuids == [0: PushIdentity.uuid(of: "abc-s0", in: "open-wearables")])
        #expect(samsung.totals == [1])
        let google = try read("google", records: records)
        #expect(google.uuids[1] == UUID(uuidString: Self.first))
        #expect(google.totals == [])
    }

    @Test func `the steps of a whole hour of Samsung Health are a figure, and those of the hour so far are a sample`()
        throws
    {
        func steps(_ start: String, _ end: String) -> String {
            """
            {"type": "STEP_COUNT", "value": 900, "unit": "count", "startDate": "2026-11-17T\(start):00Z", "endDate": "2026-11-17T\(end):00Z"}
            """
        }
        let batch = try read(
            "samsung",
            records: [("08:30", "09:30"), ("10:00", "10:30"), ("10:05", "11:05")].map(steps).joined(separator: ","))
        #expect(batch.aggregates.map(\.sum) == [900])
        #expect(batch.samples.rows.map { $0.end - $0.start } == [1800, 3600])
        #expect(batch.totals == [0, 1])
    }

    @Test func `readings of workouts have the type of the activity, and the others are refused by kind`() throws {
        func samples(_ types: String...) -> String {
            types.map { "{\"timestamp\": \"2026-11-23T12:01:00Z\", \"type\": \"\($0)\", \"value\": 2}" }
                .joined(separator: ",")
        }
        let times = "\"startDate\": \"2026-11-23T12:00:00Z\", \"endDate\": \"2026-11-23T12:30:00Z\""
        let batch = try read(
            "samsung",
            workouts: """
                {"type": "RUNNING", \(times), "samples": [\(samples("heartRate", "speed", "cadence", "cadence"))],
                 "laps": [{\(times), "distanceM": 1000}, {"startDate": "soon"}],
                 "segments": [{\(times), "type": "running", "repetitions": 2}]},
                {"type": "CYCLING_STATIONARY", \(times), "samples": [\(samples("speed", "cadence", "power"))]},
                {"type": "SAILING", \(times), "values": [{"type": "distance", "value": 9000, "unit": "m"}]}
                """)
        #expect(
            batch.workouts.map { $0.records.map { batch.samples.newTypes[Int($0.row.type)].suffix(12) } } == [
                ["ierHeartRate", "RunningSpeed"], ["CyclingSpeed", "clingCadence", "CyclingPower"], [],
            ])
        #expect(batch.workouts[0].events.map(\.type) == ["HKWorkoutEventTypeLap", "HKWorkoutEventTypeSegment"])
        #expect(batch.workouts[0].events[0].metadata == [MetadataPair(key: HKMetadataKeyLapLength, value: "1000 m")])
        #expect(batch.workouts[2].statistics == [] && batch.workouts[2].attributes.count == 2)
        #expect(batch.refusedPlaces == ["/data/workouts/0/samples", "/data/workouts/0/laps/1"])
        #expect(batch.refusals.entries.map(\.count) == [2, 1])
    }

    @Test("Records that cannot be stored are refused with their pointers, and the others are kept")
    func refusals() throws {
        let batch = try read(
            "apple",
            records: [
                "null", "{}", record("HKQuantityTypeIdentifierStepCount", "\"x\"", "count"),
                record("HKQuantityTypeIdentifierStepCount", "5", "kg"),
                record("HKQuantityTypeIdentifierNew", "5", "count"),
                record("HKCategoryTypeIdentifierHeadache", "1.5", nil),
                record("HKQuantityTypeIdentifierStepCount", "5", "count"),
            ].joined(separator: ","))
        #expect(batch.samples.rows.map(\.value) == [5])
        #expect(batch.refusals.count == 6)
        #expect(batch.refusals.entries.allSatisfy { $0.pointer.hasPrefix("/data/records/") && !$0.reason.isEmpty })
    }

    @Test("Hostile bodies are refused or read without a trap")
    func hostile() {
        for body in hostileBodies {
            let batch = try? OpenWearablesReader.batch(body, now: pushNow)
            #expect(batch?.samples.rows.isEmpty ?? true)
        }
    }
}
