// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessTestSupport
import Testing

@testable import OpenHealthCommandLine
@testable import health

/// Tests of statistics rows whose bucket is incomplete or clipped, and of relative days, which are complete.
@Suite("Partial rows")
struct PartialRowTests {
    /// A time zone in which it is about noon, so that no test crosses midnight.
    private static let zone: TimeZone = {
        let hour = Int(Date().timeIntervalSince1970 / 3600) % 24
        return TimeZone(secondsFromGMT: (12 - hour) * 3600) ?? .gmt
    }()

    /// The name of the zone; the zones of `Etc` count hours west of Greenwich.
    private static var zoneName: String {
        let hours = zone.secondsFromGMT() / 3600
        return hours == 0 ? "Etc/GMT" : "Etc/GMT\(hours > 0 ? "-" : "+")\(abs(hours))"
    }

    private static func day(_ ago: Int) -> String {
        String(ZoneClock(zone).text(Date().addingTimeInterval(-86_400 * Double(ago))).prefix(10))
    }

    /// Returns a store with 100 steps at 01:00 and 10 at 23:00 of each of the last days; today has only the first of them.
    private static func store() throws -> Home {
        func steps(_ count: Int, _ day: String, _ hour: String) -> String {
            let date = ZoneClock(zone).textWithOffset(Date()).suffix(6).replacing(":", with: "")
            return MadeStore.record(
                "StepCount", "\(count)", "count", from: "\(day) \(hour):00:00 \(date)",
                to: "\(day) \(hour):10:00 \(date)",
                source: "Phone")
        }
        let days = (0...12).flatMap { [steps(100, day($0), "01")] + ($0 == 0 ? [] : [steps(10, day($0), "23")]) }
        return try MadeStore.make(days)
    }

    private static func statistics(_ arguments: String..., in home: Home) throws -> Tool.Result {
        let result = try Tool.run(["statistics", "stepCount"] + arguments + ["--timezone", zoneName], in: home)
        #expect(result.status == 0, "\(result.errors)")
        return result
    }

    @Test("relative days are whole, and only the unfinished day is partial")
    func relativeDays() throws {
        let home = try Self.store()
        let week = try Parsed.array(
            try Self.statistics("--every", "day", "--from", "-9d", "--to", "-7d", "--format", "json", in: home).output)
        #expect(week.compactMap { $0["sum"] as? Double } == [110, 110, 110])
        #expect(week.compactMap { $0["partial"] as? Bool } == [false, false, false])
        #expect(week.compactMap { ($0["start"] as? String)?.prefix(10) } == [9, 8, 7].map { Self.day($0).prefix(10) })
        let recent = try Parsed.array(
            try Self.statistics("--every", "day", "--from", "-2d", "--format", "json", in: home).output)
        #expect(recent.compactMap { $0["sum"] as? Double } == [110, 110, 100])
        #expect(recent.compactMap { $0["partial"] as? Bool } == [false, false, true])
        let explained = try Tool.run(
            ["explain", "stepCount", "-2d", "--timezone", Self.zoneName, "--format", "json"], in: home)
        #expect(explained.status == 0, "\(explained.errors)")
        #expect(try Parsed.object(explained.output)["total"] as? Double == 110)
    }

    @Test("tables and charts mark the unfinished day, and days cut by a time of day")
    func marks() throws {
        let home = try Self.store()
        let cut = "\(Self.day(2))T12:00"
        for form in [[], ["--chart"]] {
            let arguments =
                ["statistics", "stepCount", "--every", "day", "--from", cut, "--timezone", Self.zoneName] + form
            let result = try Tool.run(arguments, in: home)
            let lines = result.lines.filter { $0.hasPrefix("20") }
            #expect(lines.count == 3, "\(result)")
            #expect(lines[0].hasPrefix("\(Self.day(2)) (part)"), "\(lines)")
            #expect(lines[1].hasPrefix("\(Self.day(1)) "))
            #expect(!lines[1].contains("("), "\(lines)")
            #expect(lines[2].hasPrefix("\(Self.day(0)) (so far)"), "\(lines)")
        }
        let csv = try Parsed.csv(
            try Self.statistics("--every", "day", "--from", cut, "--format", "csv", in: home).output)
        #expect(csv.first?.last == "partial")
        #expect(csv.dropFirst().map(\.last) == ["true", "false", "true"])
    }

    /// Returns a store with 100 steps on the first day of a week, 40 on the second, and a weight on the second day after the
    /// export.
    private static func endedStore(_ more: [String] = []) throws -> Home {
        func record(_ type: String, _ value: String, _ unit: String, _ start: String) -> String {
            MadeStore.record(type, value, unit, from: "\(start):00 +0100", to: "\(start):00 +0100", source: "Phone")
        }
        return try MadeStore.make(
            [
                record("StepCount", "100", "count", "2024-03-04 08:00"),
                record("StepCount", "40", "count", "2024-03-05 08:00"),
                record("BodyMass", "70", "kg", "2024-03-05 10:00"),
            ] + more, exported: "2024-03-05 09:14:00 +0100")
    }

    private static func partial(_ home: Home, _ type: String, every: String) throws -> [Bool?] {
        let result = try Tool.run(["statistics", type, "--every", every, "--format", "json"], in: home)
        #expect(result.status == 0, "\(result.errors)")
        return try Parsed.array(result.output).map { $0["partial"] as? Bool }
    }

    @Test("the bucket of the export's date is partial until later data arrive")
    func exportDay() throws {
        let home = try Self.endedStore()
        #expect(try Self.partial(home, "stepCount", every: "day") == [false, true])
        #expect(try Self.partial(home, "stepCount", every: "week") == [true])
        #expect(try Self.partial(home, "stepCount", every: "hour") == [false, false])
        // The data of this type continue after the export.
        #expect(try Self.partial(home, "bodyMass", every: "day") == [false])
        let table = try Tool.run(["statistics", "stepCount", "--every", "day"], in: home)
        #expect(table.lines.contains { $0.hasPrefix("2024-03-05 (so far)") }, "\(table)")

        let summary = ["summary", "--on", "2024-03-05"]
        #expect(try Tool.run(summary, in: home).output.contains("so far"))
        let rows = try Parsed.array(try Tool.run(summary + ["--format", "json"], in: home).output)
        let steps = try #require(rows.first { $0["name"] as? String == "stepCount" })
        #expect(steps["partial"] as? Bool == true)
        #expect(steps["today"] as? Double == 40)
        #expect(steps["thirtyDays"] as? Double == 100)
        let weight = try #require(rows.first { $0["name"] as? String == "bodyMass" })
        #expect(weight["partial"] as? Bool == false)
        #expect(weight["thirtyDays"] as? Double == 70)

        let later = MadeStore.record(
            "StepCount", "7", "count", from: "2024-03-05 20:00:00 +0100", to: "2024-03-05 20:00:00 +0100",
            source: "Phone")
        let whole = try Self.endedStore([later])
        #expect(try Self.partial(whole, "stepCount", every: "day") == [false, false])
    }

    @Test("a summary of today is marked as unfinished, and its average is of finished days")
    func summary() throws {
        let home = try Self.store()
        let table = try Tool.run(["summary", "--timezone", Self.zoneName], in: home)
        #expect(table.output.contains("so far"), "\(table)")
        let rows = try Parsed.array(
            try Tool.run(["summary", "--timezone", Self.zoneName, "--format", "json"], in: home).output)
        let steps = try #require(rows.first)
        #expect(steps["today"] as? Double == 100)
        #expect(steps["thirtyDays"] as? Double == 110)
        #expect(steps["days"] as? Int == 12)
        #expect(steps["partial"] as? Bool == true)
        let past = try Parsed.array(
            try Tool.run(["summary", "--on", "-1d", "--timezone", Self.zoneName, "--format", "json"], in: home).output)
        #expect(past.first?["partial"] as? Bool == false)
        #expect(past.first?["days"] as? Int == 12)
    }
}
