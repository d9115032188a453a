// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

@testable import OpenHealthFormats

@Suite("Pushes of HC Webhook") struct HealthConnectWebhookTests {
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

    @Test("Hostile bodies are refused or read without a trap")
    func hostile() {
        for body in hostileBodies {
            let batch = try? HealthConnectWebhookReader.batch(body, now: pushNow)
            #expect(batch?.samples.rows.isEmpty ?? true)
        }
    }
}
