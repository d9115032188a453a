// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessTestSupport
import Testing

@Suite("health summary")
struct SummaryTests {
    private static func run(_ arguments: [String], in home: Home) throws -> Tool.Result {
        let result = try Tool.run(["summary"] + arguments, in: home)
        #expect(result.status == 0, "\(arguments): \(result.errors)")
        #expect(result.errors.isEmpty)
        return result
    }

    /// Returns a store with samples around a Sunday on which the clocks are set forward.
    private static func store() throws -> Home {
        func record(_ type: String, _ value: String, _ unit: String?, _ from: String, _ to: String) -> String {
            MadeStore.record(type, value, unit, from: "\(from) +0100", to: "\(to) +0100", source: "Watch")
        }
        func steps(_ count: Int, _ day: String) -> String {
            record("StepCount", "\(count)", "count", "\(day) 12:00:00", "\(day) 12:10:00")
        }
        func weight(_ value: String, _ day: String) -> String {
            record("BodyMass", value, "kg", "\(day) 12:00:00", "\(day) 12:00:00")
        }
        func asleep(_ from: String, _ to: String) -> String {
            record("SleepAnalysis", "HKCategoryValueSleepAnalysisAsleepCore", nil, from, to)
        }
        return try MadeStore.make([
            steps(1000, "2024-03-01"), steps(2000, "2024-03-02"), steps(3000, "2024-03-24"), steps(4000, "2024-03-25"),
            steps(5000, "2024-03-31"), steps(9000, "2024-04-01"),
            weight("70", "2024-03-02"), weight("72", "2024-03-31"),
            asleep("2024-03-30 23:00:00", "2024-03-31 06:00:00"), asleep("2024-03-24 22:00:00", "2024-03-25 07:00:00"),
            record(
                "SleepAnalysis", "HKCategoryValueSleepAnalysisInBed", nil, "2024-03-30 22:00:00", "2024-03-31 08:00:00"),
            record("DietaryWater", "250", "mL", "2023-12-24 12:00:00", "2023-12-24 12:00:00"),
            record("Headache", "HKCategoryValueSeverityMild", nil, "2024-03-31 10:00:00", "2024-03-31 11:00:00"),
        ])
    }

    @Test("today, this week and the last 30 days: the common types first, sums by day with data, averages of values")
    func table() throws {
        let home = try Self.store()
        #expect(
            try Self.run(["--on", "2024-03-31"], in: home).output == """
                today is 2024-03-31 (Europe/Berlin)
                this week began on 2024-03-25, the 30 days on 2024-03-02
                type           unit   today   week  30 d avg  latest  last data
                stepCount      count   5000   9000      3500          2024-03-31 13:00
                sleepAnalysis  h:mm    7:00  16:00      8:00          2024-03-30 23:00
                bodyMass       kg        72     72        71      72  2024-03-31 13:00

                """)
        let all = try Self.run(["--on", "2024-03-31", "--all"], in: home)
        #expect(all.lines.last?.hasPrefix("dietaryWater   mL") == true, "\(all.output)")
        #expect(all.lines.last?.hasSuffix("2023-12-24 12:00") == true, "\(all.output)")
    }

    @Test("JSON has numbers, seconds for durations, and dates with an offset")
    func programs() throws {
        let rows = try Parsed.array(
            try Self.run(["--on", "2024-03-31", "--format", "json"], in: try Self.store()).output)
        #expect(rows.compactMap { $0["name"] as? String } == ["stepCount", "sleepAnalysis", "bodyMass"])
        #expect(rows.first?["type"] as? String == "HKQuantityTypeIdentifierStepCount")
        #expect(rows.compactMap { $0["figure"] as? String } == ["sum", "duration", "average"])
        #expect(rows.compactMap { $0["today"] as? Double } == [5000, 7 * 3600, 72])
        #expect(rows.compactMap { $0["week"] as? Double } == [9000, 16 * 3600, 72])
        #expect(rows.compactMap { $0["thirtyDays"] as? Double } == [3500, 8 * 3600, 71])
        #expect(rows.compactMap { $0["days"] as? Int } == [4, 2])
        #expect(rows.compactMap { $0["unit"] as? String } == ["count", "s", "kg"])
        #expect(rows.last?["latestDate"] as? String == "2024-03-31T13:00:00+02:00")
    }

    @Test("hours in which the person stood are counted")
    func standHours() throws {
        let home = try MadeStore.make(
            [("09", "Stood"), ("10", "Idle"), ("11", "Stood"), ("12", "Stood")].map { hour, value in
                #"<Record type="HKCategoryTypeIdentifierAppleStandHour" sourceName="Watch" "#
                    + #"value="HKCategoryValueAppleStandHour\#(value)" startDate="2024-03-31 \#(hour):00:00 +0200" "#
                    + #"endDate="2024-03-31 \#(hour):59:00 +0200"/>"#
            })
        #expect(try Self.run(["--on", "2024-03-31"], in: home).output.contains("\nappleStandHour  count      3 "))
        let rows = try Parsed.array(
            try Self.run(["--on", "2024-03-31", "--format", "json"], in: home).output)
        #expect(rows.first?["today"] as? Double == 3 && rows.first?["unit"] as? String == "count")
        #expect(rows.first?["figure"] as? String == "sum")
    }

    @Test("sessions without a value, as in exports, count with their duration")
    func noValue() throws {
        let home = try MadeStore.make([
            #"<Record type="HKCategoryTypeIdentifierMindfulSession" sourceName="Calm" "#
                + #"startDate="2024-03-31 10:00:00 +0100" endDate="2024-03-31 10:12:00 +0100"/>"#
        ])
        #expect(try Self.run(["--on", "2024-03-31"], in: home).output.contains("\nmindfulSession  h:mm   0:12 "))
        let result = try Tool.run(["statistics", "mindfulSession", "--every", "day", "--format", "json"], in: home)
        let row = try #require(try Parsed.array(result.output).first)
        #expect(row["valueName"] as? String == "HKCategoryValueNotApplicable")
        #expect(row["value"] as? Int == 0)
        #expect(row["duration"] as? Double == 720)
        let explained = try Tool.run(["explain", "mindfulSession", "2024-03-31", "--format", "json"], in: home)
        #expect(try Parsed.object(explained.output)["total"] as? Double == 720)
    }

    @Test("an old store names the date of its latest data and a command for it")
    func old() throws {
        let home = try Self.store()
        let now = try Self.run([], in: home)
        #expect(now.lines.count == 1)
        #expect(now.output.hasSuffix("; latest: health summary --on 2024-04-01\n"), "\(now.output)")
        #expect(now.output.count <= 80 + 1, "\(now.output)")
        #expect(try Self.run(["--format", "json"], in: home).output == "[]\n")
        #expect(try Self.run(["--all"], in: home).lines.count == 7)
        let before = try Self.run(["--on", "2020-01-01"], in: home)
        #expect(before.output == "no data from 2019-12-03 to 2020-01-01 or before\n")
    }

    @Test("every listing of types has the figures of the statistics")
    func demo() throws {
        let home = try DemoStore.shared.get().home
        let types = try DemoStore.rows("types")
        let steps = try #require(types.first { $0["name"] as? String == "stepCount" })
        let day = String(try #require(steps["latest"] as? String).prefix(10))
        let rows = try Parsed.array(try Self.run(["--on", day, "--format", "json"], in: home).output)
        #expect(rows.count > 20)
        #expect(rows.first?["name"] as? String == "stepCount")
        let sums = try DemoStore.rows("statistics", "stepCount", "--from", day, "--to", day)
        #expect(rows.first?["today"] as? Double == sums.first?["sum"] as? Double)
        let rates = try DemoStore.rows("statistics", "heartRate", "--from", day, "--to", day)
        let rate = try #require(rows.first { $0["name"] as? String == "heartRate" })
        #expect(rate["today"] as? Double == rates.first?["average"] as? Double)
    }

    @Test("only a day can be today", arguments: ["2024-03", "2024", "noon"])
    func refused(_ day: String) throws {
        let result = try Tool.run(["summary", "--on", day], in: try DemoStore.shared.get().home)
        #expect(result.status == 2, "\(result)")
        #expect(result.errorLines.count == 1)
        #expect(result.errors.contains("2024-03-10"))
    }
}
