// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthDemo
import ProcessTestSupport
import Testing

@Suite("health sources --rank")
struct SourceRankTests {
    private static func total(_ home: Home) throws -> Double? {
        let result = try Tool.run(["explain", "stepCount", "2024-03-10", "--format", "json"], in: home)
        return try Parsed.object(result.output)["total"] as? Double
    }

    private static func order(_ arguments: [String], in home: Home) throws -> [String] {
        let result = try Tool.run(["sources"] + arguments + ["--format", "json"], in: home)
        #expect(result.status == 0, "\(result.errors)")
        return try Parsed.array(result.output).map { row in
            "\(row["rank"] ?? ""). \(row["source"] ?? "") (\(row["reason"] ?? ""))"
                .replacing("\u{A0}", with: " ").replacing("’", with: "'")
        }
    }

    @Test("an order changes the totals, and the default order restores them")
    func rank() throws {
        let home = try MadeStore.steps()
        let usual = ["1. Ana's Apple Watch (watch)", "2. Ana's iPhone (phone)", "3. Pedometer (other)"]
        #expect(try Self.order(["--rank", "stepCount"], in: home) == usual)
        #expect(try Self.total(home) == 230)
        // The app covers the watch's samples, and half of the phone's sample from 8:05 to 8:15.
        #expect(
            try Self.order(["--rank", "step_count", "Pedometer"], in: home) == [
                "1. Pedometer (chosen)", "2. Ana's Apple Watch (watch)", "3. Ana's iPhone (phone)",
            ])
        #expect(try Self.total(home) == 330)
        // All 60 steps of the phone count, and half of the watch's.
        #expect(
            try Self.order(["--rank", "stepCount", "Ana's iPhone", "Ana's AppleWatch"], in: home) == [
                "1. Ana's iPhone (chosen)", "2. Ana's Apple Watch (chosen)", "3. Pedometer (other)",
            ])
        #expect(try Self.total(home) == 210)
        // Sources are found by a part of their name, ignoring case.
        #expect(
            try Self.order(["--rank", "stepCount", "iPhone", "watch"], in: home) == [
                "1. Ana's iPhone (chosen)", "2. Ana's Apple Watch (chosen)", "3. Pedometer (other)",
            ])
        #expect(try Self.order(["--default-order", "stepCount"], in: home) == usual)
        #expect(try Self.total(home) == 230)
        let table = try Tool.run(["sources", "--rank", "stepCount"], in: home)
        #expect(table.lines.first == "rank  source             why")
        #expect(table.lines.last == "   3  Pedometer          app or accessory")
    }

    @Test("the order of one type does not affect another")
    func otherTypes() throws {
        let home = try MadeStore.steps()
        let usual = try Self.order(["--rank", "flightsClimbed"], in: home)
        _ = try Self.order(["--rank", "stepCount", "Pedometer"], in: home)
        #expect(try Self.order(["--rank", "flightsClimbed"], in: home) == usual)
    }

    @Test("phones before watches give the generator's totals, by day")
    func demo() throws {
        let home = try Home()
        let truth = try DemoExport(records: 3000, seed: 11).write(to: home.file("demo.zip"))
        try Tool.run(["import", home.path("demo.zip"), "--timezone", truth.steps.zone], in: home)
        func days() throws -> [String: Int] {
            let result = try Tool.run(["statistics", "stepCount", "--every", "day", "--format", "json"], in: home)
            var days: [String: Int] = [:]
            for row in try Parsed.array(result.output) {
                let sum = try #require(row["sum"] as? Double)
                let whole = try #require(Int(exactly: sum))
                if whole > 0 { days[String((row["start"] as? String ?? "").prefix(10))] = whole }
            }
            return days
        }
        #expect(try days() == truth.steps.byDay)
        _ = try Self.order(["--rank", "stepCount"] + truth.steps.phones, in: home)
        #expect(try days() == truth.steps.phonesFirst.byDay)
        _ = try Self.order(["--default-order", "stepCount"], in: home)
        #expect(try days() == truth.steps.byDay)
    }

    @Test("a read-only store shows the order and cannot be changed")
    func readOnly() throws {
        let home = try MadeStore.steps()
        let missing = home.path("missing.db")
        for arguments in [["--rank", "stepCount"], ["--rank", "stepCount", "x"], ["--default-order", "stepCount"]] {
            let result = try Tool.run(["sources"] + arguments + ["--store", missing], in: home)
            #expect(result.status == 1)
            #expect(result.errors.contains(missing))
        }
        #expect(!FileManager.default.fileExists(atPath: missing))
    }

    @Test(
        "invalid orders are refused and change nothing",
        arguments: [
            (["--rank"], "--help"), (["--rank", "stepCount", "Pedometr"], "Pedometer"),
            (["--rank", "stepCount", "wa"], "no source is called"),
            (["--rank", "stepCount", "Nobody"], "health sources"),
            (["--rank", "stepCount", "Ana's iPhone", "phone"], "twice"),
            (["--rank", "stepCount", "Pedometer", "Pedometer"], "twice"),
            (["--rank", "stepCount", "Ana's iPhone", "Ana’s iPhone"], "twice"),
            (["--rank", "stepcuont"], "stepCount"), (["--rank", "heartRate", "Pedometer"], "averaged"),
            (["--rank", "workoutRoute"], "stepCount"), (["--default-order", "heartRate"], "averaged"),
            (["--rank", "stepCount", "--default-order", "stepCount"], "cannot be combined"),
        ])
    func refused(_ arguments: [String], _ hint: String) throws {
        let home = try MadeStore.steps()
        let before = try Self.order(["--rank", "stepCount"], in: home)
        let result = try Tool.run(["sources"] + arguments, in: home)
        #expect(result.status == 2, "\(result)")
        #expect(result.output.isEmpty)
        #expect(result.errorLines.count == 1)
        #expect(result.errors.contains(hint), "\(result.errors)")
        #expect(try Self.order(["--rank", "stepCount"], in: home) == before)
    }
}
