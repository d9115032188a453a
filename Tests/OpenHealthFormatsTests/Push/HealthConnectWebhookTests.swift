// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import TestTimeLimits
import Testing

@testable import OpenHealthFormats

@Suite("Pushes of HC Webhook", .timeLimit(.usual)) struct HealthConnectWebhookTests {
    private func read(_ json: String) throws -> PushedBatch {
        try HealthConnectWebhookReader.batch(Array(json.utf8), now: pushNow)
    }

    @Test("Lists of quantities are read in HealthKit's types and units")
    func quantities() throws {
        let batch = try read(
            """
            {"timestamp": "2026-11-24T10:00:00Z", "app_version": "1.2",
             "steps": [{"count": 321, "start_time": "2026-11-23T12:00:00Z", "end_time": "2026-11-23T12:05:00Z",
                        "metadata": {"data_origin": "com.example.fit", "recording_method": 3}}],
             "heart_rate": [{"bpm": 62, "time": "2026-11-23T12:00:30Z"}],
             "heart_rate_variability": [{"rmssd_millis": 41.5, "time": "2026-11-23T12:00Z"}],
             "weight": [{"kilograms": 81.5, "time": "2026-11-23T13:00:00+01:00"}],
             "oxygen_saturation": [{"percentage": 97, "time": 1795435260}],
             "body_fat": [{"percentage": 21.5, "time": 1795435260000}],
             "hydration": [{"liters": 0.25, "start_time": "2026-11-23T12:00:00Z", "end_time": "2026-11-23T12:00:01Z"}],
             "vo2_max": [{"ml_per_kg_per_min": 44, "time": "2026-11-23T12:00:00Z"}],
             "body_temperature": [{"celsius": 36.6, "time": "2026-11-23T12:00:00.5Z"}],
             "skin_temperature": [{"delta_celsius": 0.5, "baseline_celsius": 34, "time": "2026-11-23T12:00:00Z"}],
             "active_calories": [{"calories": 12.5, "start_time": "2026-11-23T12:00:00Z", "end_time": "2026-11-23T12:05:00Z"}]}
            """)
        #expect(batch.refusals.entries == [])
        #expect(
            batch.lines == [
                "HKQuantityStepCount 0-300 321 count com.example.fit HKWasUserEntered=1",
                "HKQuantityHeartRate 30-30 62 count/min Health Connect",
                "HKQuantityHeartRateVariabilityRMSSD 0-0 41.5 ms Health Connect",
                "HKQuantityBodyMass 0-0 81.5 kg Health Connect",
                "HKQuantityOxygenSaturation 60-60 0.97 % Health Connect",
                "HKQuantityBodyFatPercentage 60-60 0.215 % Health Connect",
                "HKQuantityDietaryWater 0-1 250 L Health Connect",
                "HKQuantityVO2Max 0-0 44 ml/(kg*min) Health Connect",
                "HKQuantityBodyTemperature 0.5-0.5 36.6 degC Health Connect",
                "HKQuantityAppleSleepingWristTemperature 0-0 34.5 degC Health Connect",
                "HKQuantityActiveEnergyBurned 0-300 12.5 kcal Health Connect",
            ])
    }

    @Test func `the last value of a key that a record has twice counts`() throws {
        let batch = try read("{\"heart_rate\": [{\"bpm\": 61, \"bpm\": 62, \"time\": \"2026-11-23T12:00:30Z\"}]}")
        #expect(batch.lines == ["HKQuantityHeartRate 30-30 62 count/min Health Connect"])
    }

    @Test("Blood glucose is converted from millimoles per litre")
    func glucose() throws {
        let batch = try read("{\"blood_glucose\": [{\"mmol_per_liter\": 5.5, \"time\": \"2026-11-23T12:00:00Z\"}]}")
        let row = try #require(batch.samples.rows.first)
        #expect(abs(row.value - 99.0857) < 0.001)
    }

    @Test("Every stage of sleep has its value, and an unknown one is kept as written")
    func sleep() throws {
        let names = ["1", "2", "3", "4", "5", "6", "7", "\"STAGE_TYPE_DEEP\"", "\"light\"", "\"dozing\""]
        let stages = names.enumerated().map { index, name in
            """
            {"stage": \(name), "start_time": "2026-11-23T12:0\(index):00Z", "end_time": "2026-11-23T12:0\(index):30Z"}
            """
        }
        let batch = try read(
            """
            {"sleep": [{"session_end_time": "2026-11-23T12:10:00Z", "duration_seconds": 600,
                        "metadata": {"data_origin": "org.sleep"}, "stages": [\(stages.joined(separator: ","))]},
                       {"session_end_time": "2026-11-23T13:00:00Z", "duration_seconds": 600}]}
            """)
        #expect(
            batch.lines.map { $0.split(separator: " ")[2] }.map(String.init)
                == ["2", "1", "2", "3", "4", "5", "2", "4", "3", "\"dozing\"", "1"])
        #expect(batch.lines[0] == "HKCategorySleepAnalysis 0-30 2  org.sleep")
        #expect(batch.lines[10] == "HKCategorySleepAnalysis 3000-3600 1  Health Connect")
        #expect(batch.warnings.entries.map(\.pointer) == ["/sleep/0/stages/9/stage"])
    }

    @Test("Exercises, meals and blood pressures become workouts and correlations")
    func items() throws {
        let times = "\"start_time\": \"2026-11-23T12:00:00Z\", \"end_time\": \"2026-11-23T12:30:00Z\""
        let batch = try read(
            """
            {"exercise": [{"type": 56, \(times), "duration_seconds": 1700, "distance_meters": 5000, "steps": 4000},
                          {"type": "EXERCISE_TYPE_STRENGTH_TRAINING", \(times)}, {"type": "quidditch", \(times)}],
             "nutrition": [{\(times), "calories": 350, "protein_grams": 12, "name": "Suppe 🍜"}, {\(times)}],
             "blood_pressure": [{"systolic": 120, "diastolic": 80, "time": "2026-11-23T12:00:00Z"}]}
            """)
        #expect(
            batch.workouts.map(\.activityType) == [
                "HKWorkoutActivityTypeRunning", "HKWorkoutActivityTypeTraditionalStrengthTraining",
                "HKWorkoutActivityTypeOther",
            ])
        let run = try #require(batch.workouts.first)
        #expect(run.duration == 1700)
        #expect(run.attributes.map(\.value) == ["5000.0", "m"])
        #expect(run.statistics.map(\.sum) == [4000])
        #expect(
            batch.workouts[2].sample.metadata == [MetadataPair(key: "HealthConnectExerciseType", value: "quidditch")])
        #expect(
            batch.correlations.map(\.type) == [
                "HKCorrelationTypeIdentifierFood", "HKCorrelationTypeIdentifierBloodPressure",
            ])
        #expect(batch.correlations[0].members.map(\.row.value) == [350, 12])
        #expect(batch.correlations[0].sample.metadata == [MetadataPair(key: HKMetadataKeyFoodType, value: "Suppe 🍜")])
        #expect(batch.correlations[1].members.map(\.row.value) == [120, 80])
        #expect(batch.refusedPlaces == ["/nutrition/1"])
        #expect(batch.warnings.entries.map(\.pointer) == ["/exercise/2/type"])
    }

    @Test("Records that cannot be stored are refused with their pointers, and the others are kept")
    func refusals() throws {
        let batch = try read(
            """
            {"steps": [{"count": 1, "time": "2026-11-23T12:00:00Z"}, {"count": "many", "time": "2026-11-23T12:00:00Z"},
                       {"count": 2}, {"count": 3, "time": "2027-01-01T00:00:00Z"},
                       {"count": 4, "start_time": "2026-11-23T12:00:00Z", "end_time": "2026-11-23T11:00:00Z"}],
             "bone_mass": [{"kilograms": 3}, {"kilograms": 4}], "heart_rate": 5,
             "skin_temperature": [{"delta_celsius": 1, "time": "2026-11-23T12:00:00Z"}],
             "menstruation_flow": [{"flow": 9, "time": "2026-11-23T12:00:00Z"}, {"flow": 2, "time": "2026-11-23T12:00:00Z"}]}
            """)
        #expect(batch.samples.rows.count == 2)
        #expect(
            batch.refusedPlaces == [
                "/steps/1/count", "/steps/2", "/steps/3", "/steps/4", "/bone_mass", "/heart_rate",
                "/skin_temperature/0",
                "/menstruation_flow/0/flow",
            ])
        #expect(batch.refusals.count == 9)
    }

    private static let origin = """
        "metadata": {"data_origin": "com.example.band", "recording_method": "automatically_recorded"}
        """

    @Test func `the averages, minima and maxima of a resolution are figures and no samples`() throws {
        let batch = try read(
            """
            {"heart_rate": [{"time": "2026-11-23T12:00:00Z", "avg": 72, "min": 60, "max": 90, \(Self.origin)}],
             "heart_rate_variability": [{"time": "2026-11-23T12:00:00Z", "avg": 42.5, "min": 38, "max": 47}],
             "oxygen_saturation": [{"time": "2026-11-23T12:00:00Z", "avg": 97.5, "min": 96, "max": 99}],
             "respiratory_rate": [{"time": "2026-11-23T12:00:00Z", "avg": 14, "min": 13, "max": 15}],
             "skin_temperature": [{"time": "2026-11-23T12:00:00Z", "avg_delta_celsius": 0.1, "min_delta_celsius": 0,
                "max_delta_celsius": 0.2, "baseline_celsius": 34.5, "measurement_location": 3},
                {"time": "2026-11-23T12:00:00Z", "avg_delta_celsius": 0.1}]}
            """)
        #expect(batch.samples.rows.isEmpty)
        #expect(
            batch.figures == [
                "HKQuantityHeartRate 0 minutes count/min 72 60 90",
                "HKQuantityHeartRateVariabilityRMSSD 0 minutes ms 42.5 38 47",
                "HKQuantityOxygenSaturation 0 minutes % 0.975 0.96 0.99",
                "HKQuantityRespiratoryRate 0 minutes count/min 14 13 15",
                "HKQuantityAppleSleepingWristTemperature 0 minutes degC 34.6 34.5 34.7",
            ])
        #expect(batch.aggregates.map(\.sources).first == "com.example.band")
        let many = try read(
            """
            {"heart_rate": [{"time": "2026-11-23T12:00:00Z", "avg": 72, "min": 60, "max": 90},
                            {"time": "2026-11-23T13:00:00Z", "avg": 72, "min": 60, "max": 90},
                            {"time": "2026-11-23T12:15:00Z", "avg": 72, "min": 60, "max": 90}]}
            """)
        #expect(many.aggregates.map { $0.end - $0.start } == [900, 900, 900])
        #expect(batch.refusedPlaces == ["/skin_temperature/1"])
    }

    @Test func `the made-up records of the button Test are not stored`() throws {
        let batch = try read(
            """
            {"timestamp": "2026-11-24T10:00:00Z", "app_version": "1.9.19", "test": true,
             "steps": [{"count": 1240, "start_time": "2026-11-23T00:00:00Z", "end_time": "2026-11-23T05:00:00Z"}]}
            """)
        #expect(batch.readings == 0)
        #expect(batch.refusals.count == 0)
        #expect(batch.warnings.entries.map(\.pointer) == ["/test"])
    }

    @Test func `records of cycles are samples of cycles`() throws {
        let times = "\"time\": \"2026-11-23T12:00:00Z\""
        let batch = try read(
            """
            {"intermenstrual_bleeding": [{\(times)}], "ovulation_test": [{"result": 1, \(times)}, {"result": 3, \(times)}],
             "cervical_mucus": [{"appearance": 3, \(times)}, {"appearance": 6, \(times)}],
             "sexual_activity": [{"protection_used": 1, \(times)}, {"protection_used": 2, \(times)},
                                 {"protection_used": 0, \(times)}],
             "menstruation_flow": [{"flow": 2, \(times)}],
             "menstruation_period": [{"start_time": "2026-11-20T12:00:00Z", "end_time": "2026-11-23T12:00:00Z"}],
             "basal_body_temperature": [{"celsius": 36.4, "measurement_location": 4, \(times)}],
             "bmi": [{"value": 22.1, \(times), "weight_kg": 70, "height_meters": 1.78}]}
            """)
        #expect(batch.refusals.entries == [])
        #expect(
            batch.lines == [
                "HKCategoryIntermenstrualBleeding 0-0 0  Health Connect",
                "HKCategoryOvulationTestResult 0-0 2  Health Connect",
                "HKCategoryOvulationTestResult 0-0 1  Health Connect",
                "HKCategoryCervicalMucusQuality 0-0 3  Health Connect",
                "HKCategoryCervicalMucusQuality 0-0 \"6\"  Health Connect",
                "HKCategorySexualActivity 0-0 0  Health Connect HKSexualActivityProtectionUsed=1",
                "HKCategorySexualActivity 0-0 0  Health Connect HKSexualActivityProtectionUsed=0",
                "HKCategorySexualActivity 0-0 0  Health Connect",
                "HKCategoryMenstrualFlow 0-0 3  Health Connect HKMenstrualCycleStart=0",
                "HKCategoryMenstrualFlow -259200-0 1  Health Connect HKMenstrualCycleStart=1",
                "HKQuantityBasalBodyTemperature 0-0 36.4 degC Health Connect HKBodyTemperatureSensorLocation=6",
                "HKQuantityBodyMassIndex 0-0 22.1 count Health Connect",
            ])
    }

    @Test func `the payload presets have the same content`() throws {
        let plain = try read(
            """
            {"heart_rate": [{"bpm": 60, "time": "2026-11-23T12:00:00Z", \(Self.origin)}],
             "steps": [{"count": 10, "start_time": "2026-11-23T12:00:00Z", "end_time": "2026-11-23T12:10:00Z"}]}
            """)
        let metadata = """
            "metadata": {"dataOrigin": "com.example.band", "recordingMethod": "automatically_recorded"}
            """
        let camel = try read(
            """
            {"appVersion": "1.9.19", "heartRate": [{"bpm": 60, "time": "2026-11-23T12:00:00Z", \(metadata)}],
             "steps": [{"count": 10, "startTime": "2026-11-23T12:00:00Z", "endTime": "2026-11-23T12:10:00Z"}]}
            """)
        let one = try read(
            """
            {"type": "health_data.synced", "data": {"appVersion": "1.9.19", "source": {"provider": "hc_webhook"},
             "records": [{"type": "heart_rate", "bpm": 60, "time": "2026-11-23T12:00:00Z", \(metadata)},
              {"type": "steps", "count": 10, "startTime": "2026-11-23T12:00:00Z", "endTime": "2026-11-23T12:10:00Z"},
              {"type": "56", "startTime": "2026-11-23T12:00:00Z", "endTime": "2026-11-23T12:10:00Z", "durationSeconds": 600},
              {"type": "bone_mass", "kilograms": 3, "time": "2026-11-23T12:00:00Z"}]}}
            """)
        #expect(camel.lines == plain.lines && one.lines == plain.lines)
        #expect(camel.totals == plain.totals && plain.totals == [1])
        #expect(camel.refusals.count == 0)
        #expect(one.workouts.map(\.activityType) == ["HKWorkoutActivityTypeRunning"])
        #expect(one.refusedPlaces == ["/data/records/3"])
        #expect(one.warned.count == 1)
    }

    @Test func `a record keeps its identity, the readings of one record have their own, and totals have none`() throws {
        let id = "8D7C2F10-0000-4000-8000-000000000001"
        let metadata = """
            "metadata": {"data_origin": "com.example.band", "id": "\(id)", "last_modified_time": "2026-11-23T13:00:00Z",
             "device": {"manufacturer": "Example", "model": "Band 2", "type": 6},
             "interval_zone_offset": {"start_zone_offset_seconds": -18000, "end_zone_offset_seconds": -18000}}
            """
        let batch = try read(
            """
            {"weight": [{"kilograms": 80, "time": "2026-11-23T12:00:00Z", \(metadata)}],
             "heart_rate": [{"bpm": 60, "time": "2026-11-23T12:00:00Z", \(metadata)},
                            {"bpm": 61, "time": "2026-11-23T12:01:00Z", \(metadata)}],
             "steps": [{"count": 9000, "start_time": "2026-11-22T23:00:00Z", "end_time": "2026-11-23T21:30:00Z"}],
             "exercise": [{"type": "56", "start_time": "2026-11-23T12:00:00Z", "end_time": "2026-11-23T12:30:00Z",
                           "title": "Intervals", "avg_cadence_spm": 170.5, \(metadata)}],
             "nutrition": [{"calories": 2000, "start_time": "2026-11-22T23:00:00Z", "end_time": "2026-11-23T12:00:00Z"}]}
            """)
        #expect(batch.uuids.count == 3)
        let uuids = try [0, 1, 2].map { try #require(batch.uuids[$0]) }
        #expect(uuids[0] == UUID(uuidString: id))
        #expect(Set(uuids).count == 3)
        #expect(batch.updated == [0: 1_795_438_800, 1: 1_795_438_800, 2: 1_795_438_800])
        #expect(batch.lines[0] == "HKQuantityBodyMass 0-0 80 kg com.example.band HKTimeZone=GMT-0500")
        #expect(batch.samples.newProvenances[0].device == DeviceData(manufacturer: "Example", model: "Band 2"))
        // Totals of an hour and more are no samples.
        #expect(batch.aggregates.map(\.sum) == [9000, 2000])
        #expect(batch.aggregates.map(\.interval) == [.days, .days])
        #expect(batch.aggregates.map(\.sources) == ["Health Connect", "Health Connect"])
        #expect(batch.lines.count == 3 && batch.totals.isEmpty)
        #expect(batch.itemUUIDs == [0: uuids[0]])
        #expect(
            batch.workouts[0].sample.metadata.map { "\($0.key)=\($0.value)" } == [
                "HKTimeZone=GMT-0500", "title=Intervals", "avg_cadence_spm=170.5",
            ])
    }

    @Test func `the stages of a night are a session`() throws {
        let batch = try read(
            """
            {"sleep": [{"session_end_time": "2026-11-23T20:00:00Z", "duration_seconds": 28800,
              "sleep_updated_at": "2026-11-23T21:00:00Z", \(Self.origin), "stages": [
               {"stage": "4", "start_time": "2026-11-23T12:00:00Z", "end_time": "2026-11-23T16:00:00Z"},
               {"stage": "0", "start_time": "2026-11-23T16:00:00Z", "end_time": "2026-11-23T20:00:00Z"},
               {"stage": "5", "start_time": "2026-11-23T16:00:00Z"}]},
              {"session_end_time": "x", "stages": []}]}
            """)
        #expect(
            batch.sessions == [
                PushedSession(
                    type: "HKCategoryTypeIdentifierSleepAnalysis", source: "com.example.band", start: 1_795_435_200,
                    end: 1_795_464_000, updated: 1_795_467_600)
            ])
        #expect(batch.rowSessions == [0: 0, 1: 0])
        #expect(
            batch.lines == [
                "HKCategorySleepAnalysis 0-14400 3  com.example.band",
                "HKCategorySleepAnalysis 14400-28800 \"0\"  com.example.band",
            ])
        #expect(batch.refusedPlaces == ["/sleep/0/stages/2", "/sleep/1"])
    }

    @Test func `negative numbers and ends that are no dates are refused, and implausible values get a remark`() throws {
        let batch = try read(
            """
            {"steps": [{"count": -5, "time": "2026-11-23T12:00:00Z"},
                       {"count": 5, "start_time": "2026-11-23T12:00:00Z", "end_time": "soon"}],
             "basal_metabolic_rate": [{"watts": 80, "time": "2026-11-23T12:00:00Z"},
                                      {"kilocalories_per_day": 1700, "time": "2026-11-23T12:00:00Z"}],
             "distance": [{"meters": -5, "time": "2026-11-23T12:00:00Z"}],
             "weight": [{"kilograms": -5, "time": "2026-11-23T12:00:00Z"}],
             "heart_rate": [{"bpm": 999, "time": "2026-11-23T12:00:00Z"}, {"bpm": 998, "time": "2026-11-23T11:00:00Z"}]}
            """)
        #expect(
            batch.refusedPlaces == [
                "/steps/0/count", "/steps/1/end_time", "/distance/0/meters", "/weight/0/kilograms",
            ])
        #expect(batch.lines[0] == "OpenHealthKitQuantityBasalMetabolicRate 0-0 1652.01 kcal/d Health Connect")
        #expect(batch.lines[1] == "OpenHealthKitQuantityBasalMetabolicRate 0-0 1700 kcal/d Health Connect")
        #expect(
            batch.warned == ["heartRate: 2 values are not possible, the first at 2026-11-23T11:00:00Z; kept as written"]
        )
        #expect(batch.warnings.entries.map(\.pointer) == ["/heart_rate/0"])
    }

    @Test("Hostile bodies are refused or read without a trap")
    func hostile() {
        for body in hostileBodies {
            let batch = try? HealthConnectWebhookReader.batch(body, now: pushNow)
            #expect(batch?.samples.rows.isEmpty ?? true)
        }
    }
}
