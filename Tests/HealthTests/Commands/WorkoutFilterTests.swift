// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessTestSupport
import Testing

@Suite("Filters of health workouts")
struct WorkoutFilterTests {
    private static func workout(_ activity: String, _ day: String, _ distance: String, _ unit: String, _ source: String)
        -> String
    {
        #"<Workout workoutActivityType="HKWorkoutActivityType\#(activity)" duration="30" durationUnit="min" "#
            + #"totalDistance="\#(distance)" totalDistanceUnit="\#(unit)" totalEnergyBurned="300" "#
            + #"totalEnergyBurnedUnit="kcal" sourceName="\#(source)" startDate="2024-03-\#(day) 08:00:00 +0100" "#
            + #"endDate="2024-03-\#(day) 08:30:00 +0100"/>"#
    }

    private static func store() throws -> Home {
        try MadeStore.make([
            workout("Running", "10", "5", "km", "Ana’s Watch"), workout("Running", "11", "3", "mi", "Runner"),
            workout("Walking", "12", "2", "km", "Ana’s Watch"),
        ])
    }

    private static func rows(_ arguments: [String], in home: Home) throws -> [[String: Any]] {
        let result = try Tool.run(["workouts"] + arguments + ["--format", "json"], in: home)
        #expect(result.status == 0, "\(arguments): \(result.errors)")
        return try Parsed.array(result.output)
    }

    @Test("workouts are filtered by activity and source")
    func filters() throws {
        let home = try Self.store()
        let cases: [([String], [String])] = [
            (["--activity", "running"], ["10", "11"]), (["--activity", "RUNNING", "--source", "watch"], ["10"]),
            (["--source", "WATCH"], ["10", "12"]), (["--source", "watch", "--limit", "1", "--newest-first"], ["12"]),
            (["--activity", "yoga"], []),
        ]
        for (arguments, days) in cases {
            let starts = try Self.rows(arguments, in: home).compactMap { $0["start"] as? String }
            #expect(starts.map { String($0.dropFirst(8).prefix(2)) } == days, "\(arguments)")
        }
        for (arguments, hint) in [(["--activity", "runing"], "running"), (["--source", "nothing"], "no source")] {
            let result = try Tool.run(["workouts"] + arguments, in: home)
            #expect(result.status == 2)
            #expect(result.errors.contains(hint), "\(result.errors)")
        }
    }

    @Test("totals add up the workouts of each activity, in metres and kilocalories")
    func totals() throws {
        let home = try Self.store()
        let rows = try Self.rows(["--totals"], in: home)
        #expect(
            rows.compactMap { $0["activity"] as? String } == [
                "HKWorkoutActivityTypeRunning", "HKWorkoutActivityTypeWalking",
            ])
        #expect(rows.compactMap { $0["count"] as? Int } == [2, 1])
        #expect(rows.compactMap { $0["duration"] as? Double } == [3600, 1800])
        #expect(rows.compactMap { $0["energy"] as? Double } == [600, 300])
        // Three miles are 4,828.032 metres.
        #expect(abs((rows.first?["distance"] as? Double ?? 0) - 9828.032) < 1e-6)
        let table = try Tool.run(["workouts", "--totals"], in: home)
        #expect(table.lines.count == 3)
        #expect(table.output.contains("9.83 km"), "\(table.output)")
        let result = try Tool.run(["workouts", "--totals", "--format", "json"], in: home)
        #expect(try JSONSchema(named: "workout-totals").faults(result.output) == [])
    }
}
