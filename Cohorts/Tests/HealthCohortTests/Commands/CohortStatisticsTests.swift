// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessTestSupport
import Testing

@Suite("health cohort statistics")
struct CohortStatisticsTests {
    /// Runs the tool on the shared cohort.
    private static func run(_ arguments: [String]) async throws -> Tool.Result {
        try await CohortStudy.shared.value.run(["statistics"] + arguments)
    }

    private static func rows(_ arguments: [String]) async throws -> [[String: Any]] {
        try await CohortStudy.shared.value.rows(["statistics"] + arguments)
    }

    @Test(
        "each participant has the statistics of their own store",
        arguments: [
            (["stepCount", "--every", "week", "--from", "2025-03-09", "--to", "2025-04-02"], "sum"),
            (["stepCount"], "sum"),
            (["stepCount", "--every", "hour", "--from", "2025-03-30", "--to", "2025-03-31"], "sum"),
            (["heartRate", "--every", "month", "--to", "2025-03-20"], "average"),
            (["heartRate", "--every", "day", "--from", "2025-03-28"], "average"),
            (["sleepAnalysis", "--every", "day", "--from", "2025-03-28"], "duration"),
        ])
    func participants(arguments: [String], figure: String) async throws {
        let study = try await CohortStudy.shared.value
        let rows = try await Self.rows(arguments + ["--by", "participant"])
        var hours: [(ofDay: Int, onClock: Int)] = []
        for person in study.people {
            let result = try Tool.run(
                ["statistics"] + arguments + ["--store", study.store(person.participant), "--format", "json"],
                in: study.home)
            let expected = try Parsed.array(result.output)
            let own = rows.filter { $0["participant"] as? String == person.participant }
            try #require(own.count == expected.count && !own.isEmpty)
            for (row, other) in zip(own, expected) {
                let (sum, otherSum) = (row[figure] as? Double ?? .nan, other[figure] as? Double ?? .infinity)
                #expect(abs(sum - otherSum) <= 1e-9 * max(abs(sum), abs(otherSum)), "\(row) \(other)")
                #expect(row["value"] as? Int == other["value"] as? Int)
                #expect(row["valueName"] as? String == other["valueName"] as? String)
                // A day contains the night that ends on it and starts on the day before.
                guard figure != "duration", let start = other["start"] as? String, let day = row["firstDay"] as? String
                else { continue }
                #expect(start.hasPrefix(day), "\(row) \(other)")
                guard let hour = row["hour"] as? Int else { continue }
                #expect(try hour == Self.hour(of: start, in: person.timeZone), "\(row) \(other)")
                hours.append((hour, Int(start.dropFirst(11).prefix(2)) ?? -1))
            }
        }
        guard arguments.contains("hour") else { return }
        try #require(hours.count == rows.count)
        // The clocks are set forward on one of the days.
        #expect(hours.contains { $0.ofDay == $0.onClock } && hours.contains { $0.ofDay == $0.onClock - 1 })
    }

    /// Returns the number of whole hours from the start of the day to an instant.
    private static func hour(of instant: String, in zone: String) throws -> Int {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: zone))
        let date = try #require(ISO8601DateFormatter().date(from: instant))
        return Int(date.timeIntervalSince(calendar.startOfDay(for: date)) / 3600)
    }

    @Test("groups and all, with percentiles and units")
    func all() async throws {
        let own = try await Self.rows(["stepCount", "--by", "participant"]).compactMap { $0["sum"] as? Double }.sorted()
        try #require(own.count == 6)
        let rows = try await Self.rows(["stepCount", "--percentiles", "0,50,100", "--minimum-group", "1"])
        try #require(rows.count == 1)
        #expect(rows[0]["step"] is NSNull && rows[0]["totalStep"] is NSNull)
        #expect(rows[0]["participants"] as? Int == 6)
        #expect(rows[0]["suppressed"] as? Bool == false)
        #expect(rows[0]["total"] as? Double == own.reduce(0, +))
        #expect(rows[0]["p0"] as? Double == own[0])
        #expect(rows[0]["p50"] as? Double == (own[2] + own[3]) / 2)
        #expect(rows[0]["p100"] as? Double == own[5])
        let twice = try await Self.run(["stepCount", "--percentiles", "5,5,50", "--format", "csv"])
        #expect(try Parsed.csv(twice.output)[0].filter { $0.hasPrefix("p") } == ["participants", "p5", "p50"])
        let rates = try await Self.rows(["heartRate", "--unit", "count/s"])
        let minutes = try await Self.rows(["heartRate"])
        let (rate, minute) = (rates.first?["mean"] as? Double ?? .nan, minutes.first?["mean"] as? Double ?? 0)
        #expect(abs(rate * 60 - minute) <= 1e-9 * minute)
    }

    @Test("percentiles of few participants are hidden and values rounded, with a note")
    func rounded() async throws {
        let own = try await Self.rows(["stepCount", "--by", "participant"]).compactMap { $0["sum"] as? Double }
        let arguments = ["stepCount", "--percentiles", "0,10,50,90,100"]
        let result = try await Self.run(arguments + ["--format", "json"])
        #expect(result.errors.contains("Rounded") && result.errors.contains("5 participants on each side"))
        let row = try #require(try Parsed.array(result.output).first)
        for name in ["p0", "p10", "p50", "p90", "p100"] { #expect(row[name] is NSNull, "\(name)") }
        let (step, totalStep) = (try #require(row["step"] as? Double), try #require(row["totalStep"] as? Double))
        let (smallest, largest) = (try #require(own.min()), try #require(own.max()))
        #expect(step >= (largest - smallest) / Double(own.count))
        #expect(totalStep >= largest)
        for (name, step) in [("mean", step), ("sd", step), ("total", totalStep)] {
            let figure = try #require(row[name] as? Double)
            #expect(figure.truncatingRemainder(dividingBy: step) == 0, "\(name)")
        }
        let table = try await Self.run(arguments)
        #expect(own.allSatisfy { !table.output.contains(String(Int($0))) })
    }

    @Test("small groups are hidden, with a note")
    func suppressed() async throws {
        let result = try await Self.run(["stepCount", "--by", "group", "--format", "json"])
        #expect(result.errors.contains("fewer than 5"))
        let rows = try Parsed.array(result.output)
        #expect(rows.count == 2)
        for row in rows {
            #expect(row["suppressed"] as? Bool == true)
            #expect(row["participants"] is NSNull && row["mean"] is NSNull && row["total"] is NSNull, "\(row)")
        }
        let table = try await Self.run(["stepCount", "--by", "group"])
        #expect(table.output.contains("fewer than 5"))
        let open = try await Self.rows(["stepCount", "--by", "group", "--minimum-group", "1"])
        #expect(open.map { $0["participants"] as? Int } == [2, 4])
        #expect(open.map { $0["group"] as? String } == ["early", "late"])
    }

    @Test(
        "invalid queries are refused before a request",
        arguments: [
            (["stepCount", "--every", "2w"], "--every hour, day, week"),
            (["stepCount", "--every", "15min"], "--every hour, day, week"),
            (["stepCount", "--every", "never"], "not a length"),
            (["stepCount", "--function", "latest"], "give one of sum"),
            (["stepCount", "--function", "average"], "adds up"),
            (["stepCount", "--percentiles", "5,101"], "from 0 to 100"),
            (["stepCount", "--percentiles", "5", "--by", "participant"], "between participants"),
            (["stepCount", "--by", "participant", "--minimum-group", "3"], "--minimum-group"),
            (["stepCount", "--from", "2025-03-01T08:00"], "a time of day"),
            (["stepCount", "--from", "2025-03-02", "--to", "2025-03-01"], "swap"),
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

    @Test("an unreachable server is named")
    func unreachable() throws {
        let result = try Tool.run(
            ["cohort", "statistics", "stepCount", "--cluster", "http://127.0.0.1:1"], in: try Home())
        #expect(result.status == 1)
        #expect(result.errors.contains("http://127.0.0.1:1"), "\(result.errors)")
    }
}
