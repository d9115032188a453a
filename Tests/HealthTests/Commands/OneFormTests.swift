// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import ProcessTestSupport
import Testing

@Suite("The form of JSON")
struct OneFormTests {
    @Test(
        "a type is its identifier, with its short name beside it",
        arguments: [
            ["types"], ["samples", "stepCount", "sleepAnalysis", "--limit", "50"], ["units"], ["summary", "--all"],
            ["statistics", "stepCount", "sleepAnalysis"],
        ])
    func types(_ arguments: [String]) throws {
        let home = try DemoStore.shared.get().home
        let rows = try Parsed.array(try Tool.run(arguments + ["--format", "json"], in: home).output)
        #expect(!rows.isEmpty)
        for row in rows {
            let type = try #require(row["type"] as? String)
            #expect(row["name"] as? String == HealthTypes.named(type)?.swiftName ?? type)
            #expect(row["identifier"] == nil)
        }
    }

    @Test("category values are alike in samples and statistics")
    func values() throws {
        func values(_ rows: [[String: Any]]) -> Set<String> {
            Set(rows.map { "\($0["value"] as? Int ?? -1) \($0["valueName"] as? String ?? "")" })
        }
        let samples = values(try DemoStore.rows("samples", "sleepAnalysis"))
        #expect(samples.contains { $0.hasSuffix(" HKCategoryValueSleepAnalysisAsleepCore") })
        #expect(values(try DemoStore.rows("statistics", "sleepAnalysis")).isSubset(of: samples))
    }

    @Test("ring values and workout attributes are numbers, and their units text")
    func numbers() throws {
        let days = try DemoStore.rows("summaries")
        #expect(!days.isEmpty)
        for day in days {
            #expect(day["activeEnergyBurned"] is NSNumber)
            #expect(day["activeEnergyBurnedUnit"] is String)
        }
        let attributes = """
            <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="30" durationUnit="min" \
            totalDistance="5.2" totalDistanceUnit="km" totalEnergyBurned="300" totalEnergyBurnedUnit="kcal" \
            sourceName="Watch" startDate="2024-03-10 08:00:00 +0100" endDate="2024-03-10 08:30:00 +0100"/>
            """
        let home = try MadeStore.make([attributes])
        let result = try Tool.run(["workouts", "--format", "json"], in: home)
        let workout = try #require(try Parsed.array(result.output).first)
        let written = try #require(workout["attributes"] as? [String: Any])
        #expect(written["totalDistance"] as? Double == 5.2)
        #expect(written["totalEnergyBurned"] as? Double == 300)
        #expect(written["totalDistanceUnit"] as? String == "km")
    }
}
