// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import ProcessTestSupport
import Testing

@Suite("health explain")
struct ExplainTests {
    private static func explain(_ arguments: [String], in home: Home) throws -> Tool.Result {
        let result = try Tool.run(["explain"] + arguments, in: home)
        #expect(result.status == 0, "\(arguments): \(result.errors)")
        #expect(result.errors.isEmpty)
        return result
    }

    @Test("a day of steps: the order, each source's count, every interval and the sum of the parts")
    func steps() throws {
        let home = try MadeStore.steps()
        let text = try Self.explain(["stepCount", "2024-03-10"], in: home).output
        #expect(
            text.replacing("\u{A0}", with: " ").replacing("’", with: "'") == """
                stepCount from 2024-03-10 00:00:00 +01:00 to 2024-03-11 00:00:00 +01:00 (Europe/Berlin)
                total 230 count

                Where sources have data for the same time, the one that ranks best counts.
                To change the order: health sources --rank stepCount NAME...
                rank  source             reason
                   1  Ana's Apple Watch  Apple Watch
                   2  Ana's iPhone       iPhone
                   3  Pedometer          app or accessory

                source             samples  counted  left out  why
                Ana's Apple Watch        1      100         0
                Ana's iPhone             3      130        30  covered by Ana's Apple Watch
                                                           50  reported twice
                Pedometer                1        0       200  covered by Ana's Apple Watch

                from                 to                   source             amount  samples  left out
                2024-03-10 08:00:00  08:10:00             Ana's Apple Watch     100        1  Ana's iPhone: 30, Pedometer: 200
                2024-03-10 08:10:00  08:15:00             Ana's iPhone           30        1
                2024-03-10 09:00:00  09:10:00             Ana's iPhone           50        1  Ana's iPhone: 50 (reported twice)
                2024-03-10 23:55:00  2024-03-11 00:00:00  Ana's iPhone           50        1

                100 (Ana's Apple Watch) + 130 (Ana's iPhone) = 230 count

                """)
        let short = try Self.explain(["step_count", "2024-03-10", "--summary"], in: home)
        #expect(!short.output.contains("08:15:00"))
        #expect(short.output.contains("4 stretches of time; --stretches lists them"))
        #expect(short.lines.last == text.split(separator: "\n").last.map(String.init))
        let month = try Self.explain(["stepCount", "2024-03"], in: home)
        #expect(month.output.contains("total 280 count"))
        #expect(!month.output.contains("08:15:00"))
        let long = try Self.explain(["stepCount", "2024-03", "--stretches"], in: home)
        #expect(long.output.contains("08:15:00"))
        let nothing = try Self.explain(["stepCount", "2023-07-01"], in: home)
        #expect(nothing.lines.last == "no samples")
    }

    @Test("the intervals in a table add up to its total", arguments: [[], ["--unit", "mi"]])
    func shownStretches(_ unit: [String]) throws {
        let home = try DemoStore.shared.get().home
        let days = try DemoStore.rows("statistics", "distanceWalkingRunning", "--every", "day")
        #expect(days.count > 1)
        for day in days {
            let start = String(try #require(day["start"] as? String).prefix(10))
            let lines = try Self.explain(["distanceWalkingRunning", start] + unit, in: home).lines
            let heading = try #require(lines.firstIndex { $0.hasPrefix("from  ") })
            let end = try #require(lines[heading].firstRange(of: "amount")).upperBound
            let width = lines[heading].distance(from: lines[heading].startIndex, to: end)
            let shown = lines[(heading + 1)...].prefix { $0.hasPrefix("20") }.compactMap {
                $0.prefix(width).split(separator: " ").last.map(String.init)
            }
            let total = try #require(lines[1].split(separator: " ").dropFirst().first)
            let sum = shown.reduce(Decimal(0)) { $0 + (Decimal(string: $1) ?? .nan) }
            #expect(!shown.isEmpty)
            #expect(sum == Decimal(string: String(total)), "\(start)")
        }
    }

    @Test("JSON has the same content, with the offset of the zone")
    func stepsForPrograms() throws {
        let home = try MadeStore.steps()
        let object = try Parsed.object(
            try Self.explain(["stepCount", "2024-03-10", "--format", "json"], in: home).output)
        #expect(object["type"] as? String == "HKQuantityTypeIdentifierStepCount")
        #expect(object["unit"] as? String == "count")
        #expect(object["start"] as? String == "2024-03-10T00:00:00+01:00")
        #expect(object["end"] as? String == "2024-03-11T00:00:00+01:00")
        #expect(object["timeZone"] as? String == "Europe/Berlin")
        #expect(object["total"] as? Double == 230)
        let order = object["order"] as? [[String: Any]] ?? []
        #expect(order.compactMap { $0["reason"] as? String } == ["watch", "phone", "other"])
        let stretches = object["stretches"] as? [[String: Any]] ?? []
        #expect(stretches.compactMap { $0["amount"] as? Double } == [100, 30, 50, 50])
        let leftOut = stretches.flatMap { $0["leftOut"] as? [[String: Any]] ?? [] }
        #expect(leftOut.compactMap { $0["amount"] as? Double } == [30, 200, 50])
        #expect(leftOut.compactMap { $0["reason"] as? String } == ["betterSource", "betterSource", "reportedTwice"])
        let lines = try Parsed.lines(
            try Self.explain(["stepCount", "2024-03-10", "--format", "ndjson"], in: home).output)
        #expect(lines.compactMap { $0["amount"] as? Double } == [100, 30, 50, 50])
        let csv = try Parsed.csv(try Self.explain(["stepCount", "2024-03-10", "--format", "csv"], in: home).output)
        #expect(csv.count == 5)
        #expect(csv.first?.prefix(3) == ["from", "to", "source"])
        let other = try Parsed.object(
            try Self.explain(["stepCount", "2024-03-10", "--timezone", "UTC", "--format", "json"], in: home).output)
        #expect(other["start"] as? String == "2024-03-10T00:00:00+00:00")
    }

    /// Returns the numbers of a line such as `14.0 (a) + 22.7 (b) = 36.7 mi`.
    private static func addition(_ line: String) throws -> (parts: [Decimal], total: Decimal) {
        func number(_ text: String) throws -> Decimal {
            try #require(Decimal(string: String(text.prefix { $0 != " " })), "\(line)")
        }
        let sides = line.components(separatedBy: " = ")
        let parts = try (sides.first ?? "").components(separatedBy: ") + ").map(number)
        let total = try number(sides.last ?? "")
        return (parts, total)
    }

    @Test("the parts add up to the statistics on every day of every cumulative type")
    func addsUp() throws {
        let home = try DemoStore.shared.get().home
        var days = 0
        var lines: Set<String> = []
        for type in try DemoStore.rows("types").compactMap({ $0["type"] as? String }) {
            guard HealthTypes.named(type)?.aggregationStyle == .cumulative else { continue }
            for row in try DemoStore.rows("statistics", type, "--every", "day") {
                days += 1
                let sum = try #require(row["sum"] as? Double)
                let day = String(try #require(row["start"] as? String).prefix(10))
                let object = try Parsed.object(try Self.explain([type, day, "--format", "json"], in: home).output)
                let tolerance = 1e-9 * max(1, abs(sum))
                #expect(abs((object["total"] as? Double ?? .nan) - sum) <= tolerance, "\(type) \(day)")
                let stretches = object["stretches"] as? [[String: Any]] ?? []
                let amounts = stretches.compactMap { $0["amount"] as? Double }
                #expect(abs(amounts.reduce(0, +) - sum) <= tolerance, "\(type) \(day)")
                let sources = object["sources"] as? [[String: Any]] ?? []
                #expect(abs(sources.compactMap { $0["counted"] as? Double }.reduce(0, +) - sum) <= tolerance)
                // The text requires a separate run, and one for each type is enough.
                guard lines.insert(type).inserted else { continue }
                let line = try #require(try Self.explain([type, day, "--summary"], in: home).lines.last)
                let addition = try Self.addition(line)
                #expect(addition.parts.reduce(0, +) == addition.total, "\(line)")
            }
        }
        #expect(days > 10)
    }

    @Test("an average: its rule and each source's value")
    func average() throws {
        func rate(_ value: Int, _ time: String, _ source: String) -> String {
            let date = "2024-03-10 \(time) +0100"
            return MadeStore.record("HeartRate", "\(value)", "count/min", from: date, to: date, source: source)
        }
        let home = try MadeStore.make([
            rate(60, "08:00:00", "Watch"), rate(90, "08:05:00", "Watch"), rate(75, "08:30:00", "Strap"),
        ])
        // Readings without a duration have equal weights.
        let text = try Self.explain(["heartRate", "2024-03-10"], in: home).output
        #expect(
            text == """
                heartRate from 2024-03-10 00:00:00 +01:00 to 2024-03-11 00:00:00 +01:00 (Europe/Berlin)
                average 75 count/min

                The average is weighted by time: each sample counts with its seconds in the stretch,
                and each reading without a duration with one second.
                All sources count alike; a sample that a source reports twice counts once.

                source       samples  average  minimum  maximum  latest  at                   duration
                all sources        3       75       60       90      75  2024-03-10 08:30:00   0:00:00
                Strap              1       75       75       75      75  2024-03-10 08:30:00   0:00:00
                Watch              2       75       60       90      90  2024-03-10 08:05:00   0:00:00

                """)
        let object = try Parsed.object(
            try Self.explain(["heartRate", "2024-03-10", "--format", "json"], in: home).output)
        #expect(object["method"] as? String == "temporallyWeighted")
        #expect(object["average"] as? Double == 75)
        #expect((object["sources"] as? [Any])?.count == 2)
        let hertz = try Self.explain(["heartRate", "2024-03-10", "--unit", "Hz"], in: home)
        #expect(hertz.output.contains("average 1.25 Hz"))
        let csv = try Parsed.csv(try Self.explain(["heartRate", "2024-03-10", "--format", "csv"], in: home).output)
        #expect(csv.count == 4)
    }

    @Test("sleep: the night is one piece, and stages replace time in bed")
    func sleep() throws {
        func sleep(_ value: String, _ from: String, _ to: String, _ source: String) -> String {
            MadeStore.record(
                "SleepAnalysis", "HKCategoryValueSleepAnalysis\(value)", nil, from: "\(from) +0100", to: "\(to) +0100",
                source: source)
        }
        let home = try MadeStore.make([
            sleep("InBed", "2024-03-09 23:00:00", "2024-03-10 07:00:00", "Ana’s iPhone"),
            sleep("AsleepCore", "2024-03-09 23:30:00", "2024-03-10 03:30:00", "Ana’s Apple Watch"),
            sleep("AsleepDeep", "2024-03-10 03:30:00", "2024-03-10 06:30:00", "Ana’s Apple Watch"),
        ])
        let text = try Self.explain(["sleepAnalysis", "2024-03-10"], in: home)
        #expect(text.lines.first?.contains("from 2024-03-09 18:00:00 +01:00 to 2024-03-10 18:00:00 +01:00") == true)
        #expect(text.lines.dropFirst().first == "total 8:00:00")
        #expect(text.output.contains("inBed             1   1:00:00   8:00:00"))
        #expect(text.lines.last == "1:00:00 (inBed) + 4:00:00 (asleepCore) + 3:00:00 (asleepDeep) = 8:00:00")
        #expect(text.lines.filter { $0.hasPrefix("2024-03-") }.count == 4)
        let object = try Parsed.object(
            try Self.explain(["sleepAnalysis", "2024-03-10", "--format", "json"], in: home).output)
        #expect(object["total"] as? Double == 28_800)
        let values = object["values"] as? [[String: Any]] ?? []
        #expect(values.compactMap { $0["duration"] as? Double } == [3600, 14_400, 10_800])
        #expect((object["stretches"] as? [Any])?.count == 4)
        // A month has the nights that end in it, as a day has.
        let month = try Self.explain(["sleepAnalysis", "2024-03"], in: home)
        #expect(month.lines.first?.contains("from 2024-02-29 18:00:00 +01:00 to 2024-03-31 18:00:00 +02:00") == true)
        #expect(month.lines.dropFirst().first == "total 8:00:00")
    }

    @Test(
        "unsuitable types are refused with an alternative",
        arguments: [
            (["stepCount", "now"], "2024-03-10"), (["stepCount", "2024-03-10T08:00"], "2024-03-10"),
            (["stepCount", "noon"], "2024-03-10"), (["stepcuont", "today"], "stepCount"),
            (["workout", "today"], "health workouts"), (["bloodType", "today"], "health me"),
            (["bloodPressure", "today"], "bloodPressureSystolic"),
            (["stepCount", "today", "--unit", "kg"], "count"), (["sleepAnalysis", "today", "--unit", "s"], "--unit"),
            (["stepCount", "today", "--summary", "--stretches"], "--help"), (["stepCount"], "--help"),
        ])
    func refused(_ arguments: [String], _ hint: String) throws {
        let result = try Tool.run(["explain"] + arguments, in: try DemoStore.shared.get().home)
        #expect(result.status == 2, "\(result)")
        #expect(result.output.isEmpty)
        #expect(result.errorLines.count == 1)
        #expect(result.errors.contains(hint), "\(result.errors)")
    }
}
