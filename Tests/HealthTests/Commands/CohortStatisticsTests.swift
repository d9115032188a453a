// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthStore
import HealthWarehouse
import Testing
import WarehouseTestSupport

@Suite("health cohort statistics")
struct CohortStatisticsTests {
    /// Six people in two groups, whose stores are in a folder.
    private final class Study: Sendable {
        let home: Home
        private static let count = 6
        static let shared = Task { try await Study() }

        private init() async throws {
            home = try Home()
            let made = try Tool.run(
                ["cohort", "demo", home.path("people"), "--participants", "\(Self.count)", "--days", "40"], in: home)
            #expect(made.status == 0, "\(made.errors)")
            let layout = try await WarehouseEngine.oldest.layout()
            try Data(layout.json.utf8).write(to: home.file("study.json"))
            let warehouse = Warehouse(layout: layout, credentials: WarehouseCredentials())
            try await warehouse.prepare()
            for name in names {
                _ = try await warehouse.push(
                    try HealthDatabase(url: home.file("people/\(name).db")), as: try Pseudonym(name),
                    options: PushOptions(group: name < "p003" ? "early" : "late"))
            }
        }

        var names: [String] { (1...Self.count).map { "p00\($0)" } }

        /// Runs the tool on the cohort.
        func run(_ arguments: [String]) throws -> Tool.Result {
            try Tool.run(["cohort", "statistics"] + arguments + ["--cluster", home.path("study.json")], in: home)
        }

        func rows(_ arguments: [String]) throws -> [[String: Any]] {
            let result = try run(arguments + ["--format", "json"])
            #expect(result.status == 0, "\(result.errors)")
            return try Parsed.array(result.output)
        }
    }

    @Test(
        "each participant has what health statistics says of their own store",
        arguments: [
            (["stepCount", "--every", "week", "--from", "2025-03-09", "--to", "2025-04-02"], "sum"),
            (["stepCount"], "sum"),
            (["stepCount", "--every", "hour", "--from", "2025-03-30", "--to", "2025-03-31"], "sum"),
            (["heartRate", "--every", "month", "--to", "2025-03-20"], "average"),
            (["heartRate", "--every", "day", "--from", "2025-03-28"], "average"),
            (["sleepAnalysis", "--every", "day", "--from", "2025-03-28"], "duration"),
        ])
    func participants(arguments: [String], figure: String) async throws {
        let study = try await Study.shared.value
        let rows = try study.rows(arguments + ["--by", "participant"])
        let isHourly = arguments.contains("hour")
        for name in study.names {
            let store = study.home.path("people/\(name).db")
            let result = try Tool.run(
                ["statistics"] + arguments + ["--store", store, "--format", "json"], in: study.home)
            let expected = try Parsed.array(result.output)
            let own = rows.filter { $0["participant"] as? String == name }
            try #require(own.count == expected.count && !own.isEmpty)
            for (row, other) in zip(own, expected) {
                let (sum, otherSum) = (row[figure] as? Double ?? .nan, other[figure] as? Double ?? .infinity)
                #expect(abs(sum - otherSum) <= 1e-9 * max(abs(sum), abs(otherSum)), "\(row) \(other)")
                #expect(row["value"] as? String == other["value"] as? String)
                // The night that ends on a day begins on the day before.
                guard figure != "duration", let start = (other["start"] as? String)?.prefix(isHourly ? 13 : 10),
                    let day = row["firstDay"] as? String
                else { continue }
                #expect(start.hasPrefix(day), "\(row) \(other)")
            }
        }
    }

    @Test("groups and all, with percentiles and units")
    func all() async throws {
        let study = try await Study.shared.value
        let own = try study.rows(["stepCount", "--by", "participant"]).compactMap { $0["sum"] as? Double }.sorted()
        try #require(own.count == 6)
        let rows = try study.rows(["stepCount", "--percentiles", "0,50,100"])
        try #require(rows.count == 1)
        #expect(rows[0]["participants"] as? Int == 6)
        #expect(rows[0]["suppressed"] as? Bool == false)
        #expect(rows[0]["total"] as? Double == own.reduce(0, +))
        #expect(rows[0]["p0"] as? Double == own[0])
        #expect(rows[0]["p50"] as? Double == (own[2] + own[3]) / 2)
        #expect(rows[0]["p100"] as? Double == own[5])
        let rates = try study.rows(["heartRate", "--unit", "count/s"])
        let minutes = try study.rows(["heartRate"])
        let (rate, minute) = (rates.first?["mean"] as? Double ?? .nan, minutes.first?["mean"] as? Double ?? 0)
        #expect(abs(rate * 60 - minute) <= 1e-9 * minute)
    }

    @Test("small groups are hidden, and it is said")
    func suppressed() async throws {
        let study = try await Study.shared.value
        let result = try study.run(["stepCount", "--by", "group", "--format", "json"])
        #expect(result.errors.contains("fewer than 5"))
        let rows = try Parsed.array(result.output)
        #expect(rows.count == 2)
        for row in rows {
            #expect(row["suppressed"] as? Bool == true)
            #expect(row["participants"] is NSNull && row["mean"] is NSNull && row["total"] is NSNull, "\(row)")
        }
        let table = try study.run(["stepCount", "--by", "group"])
        #expect(table.output.contains("fewer than 5"))
        let open = try study.rows(["stepCount", "--by", "group", "--minimum-group", "1"])
        #expect(open.map { $0["participants"] as? Int } == [2, 4])
        #expect(open.map { $0["group"] as? String } == ["early", "late"])
    }

    @Test(
        "what makes no sense is refused before a server is asked",
        arguments: [
            (["stepCount", "--every", "2w"], "--every hour, day, week"),
            (["stepCount", "--every", "15min"], "--every hour, day, week"),
            (["stepCount", "--every", "never"], "not a length"),
            (["stepCount", "--function", "latest"], "give one of sum"),
            (["stepCount", "--function", "average"], "adds up"),
            (["stepCount", "--percentiles", "5,101"], "from 0 to 100"),
            (["stepCount", "--percentiles", "5", "--by", "participant"], "between participants"),
            (["stepCount", "--from", "2025-03-01T08:00"], "a time of day"),
            (["stepCount", "--from", "2025-03-02", "--to", "2025-03-01"], "exchange"),
            (["stepCount", "--unit", "lb"], "cannot be given in lb"),
            (["stepCount", "--function", "count", "--unit", "count"], "leave --unit out"),
            (["stepCount", "--minimum-group", "0"], "1 to 1000"),
            (["sleepAnalysis", "--every", "month"], "by nights"),
            (["stepCounts"], "did you mean"),
            (["bloodPressure"], "neither a quantity nor a category"),
        ])
    func refused(arguments: [String], reason: String) throws {
        let result = try Tool.run(
            ["cohort", "statistics"] + arguments + ["--cluster", "http://127.0.0.1:1"], in: try Home())
        #expect(result.status == 2, "\(result.errors)")
        #expect(result.errors.contains(reason), "\(result.errors)")
    }

    @Test("a server that is not there is named")
    func unreachable() throws {
        let result = try Tool.run(
            ["cohort", "statistics", "stepCount", "--cluster", "http://127.0.0.1:1"], in: try Home())
        #expect(result.status == 1)
        #expect(result.errors.contains("http://127.0.0.1:1"), "\(result.errors)")
    }
}
