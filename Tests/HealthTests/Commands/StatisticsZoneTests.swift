// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessTestSupport
import Testing

@Suite("health statistics in several zones")
struct StatisticsZoneTests {
    private static func sums(_ arguments: String...) throws -> [String: Double] {
        let result = try Tool.run(
            ["statistics"] + arguments + ["--format", "json"], in: try StatisticsStore.shared.get().home)
        let rows = try Parsed.array(result.output)
        return Dictionary(
            uniqueKeysWithValues: rows.map { ($0["start"] as? String ?? "", $0["sum"] as? Double ?? .nan) })
    }

    @Test("days are those of the requested zone, with its offsets")
    func zones() throws {
        #expect(
            try Self.sums("stepCount", "--every", "day", "--timezone", "America/New_York") == [
                "2024-03-30T00:00:00-04:00": 1100, "2024-03-31T00:00:00-04:00": 200, "2024-04-03T00:00:00-04:00": 50,
            ])
        #expect(
            try Self.sums("stepCount", "--every", "day", "--timezone", "Asia/Tokyo") == [
                "2024-03-30T00:00:00+09:00": 1100, "2024-04-01T00:00:00+09:00": 200, "2024-04-03T00:00:00+09:00": 50,
            ])
        #expect(
            try Self.sums("stepCount", "--every", "day", "--timezone", "Asia/Kathmandu", "--from", "2024-04-01") == [
                "2024-04-01T00:00:00+05:45": 200, "2024-04-03T00:00:00+05:45": 50,
            ])
    }

    @Test("days of 23 and 25 hours, and a repeated hour")
    func changes() throws {
        func row(_ day: String) throws -> [String?] {
            let row = try StatisticsStore.rows(
                "stepCount", "--every", "day", "--empty", "--from", day, "--to", day
            ).first
            return [row?["start"] as? String, row?["end"] as? String]
        }
        #expect(try row("2024-03-31") == ["2024-03-31T00:00:00+01:00", "2024-04-01T00:00:00+02:00"])
        #expect(try row("2024-10-27") == ["2024-10-27T00:00:00+02:00", "2024-10-28T00:00:00+01:00"])
        let hours = try StatisticsStore.rows(
            "stepCount", "--every", "hour", "--empty", "--from", "2024-10-27", "--to", "2024-10-27")
        #expect(hours.count == 25)
        #expect(hours[2]["start"] as? String == "2024-10-27T02:00:00+02:00")
        #expect(hours[3]["start"] as? String == "2024-10-27T02:00:00+01:00")
        #expect(hours.allSatisfy { $0["sum"] is NSNull })
    }

    @Test("rows of hours begin at the midnight of --from, in summer too")
    func hoursFromMidnight() throws {
        for from in ["2024-07-10", "2024-07-10T05:00", "2024-01-10"] {
            let rows = try StatisticsStore.rows(
                "stepCount", "--every", "6h", "--empty", "--from", from, "--to", String(from.prefix(10)))
            let starts = rows.compactMap { ($0["start"] as? String)?.dropFirst(11).prefix(5) }
            let begin = from.hasSuffix("05:00") ? "05:00" : "00:00"
            #expect(starts == [begin[...], "06:00", "12:00", "18:00"])
        }
    }

    @Test("rows of a repeated hour are distinguishable in tables and charts")
    func hourTwice() throws {
        func labels(_ every: String, _ from: String, _ arguments: String...) throws -> [String] {
            let arguments = ["statistics", "stepCount", "--every", every, "--empty", "--from", from] + arguments
            let result = try Tool.run(arguments, in: try StatisticsStore.shared.get().home)
            return result.lines.dropFirst().map { $0.components(separatedBy: "  ")[0] }
        }
        #expect(
            try labels("hour", "2024-10-27T01:00", "--to", "2024-10-27T03:59") == [
                "2024-10-27 01:00", "2024-10-27 02:00 +02:00", "2024-10-27 02:00 +01:00", "2024-10-27 03:00 (part)",
            ])
        for zone in ["Europe/Berlin", "Australia/Lord_Howe", "America/Sao_Paulo"] {
            let rows = try labels("30min", "2017-01-01", "--to", "2017-12-31", "--timezone", zone)
            #expect(rows.count == 365 * 48)
            #expect(Set(rows).count == rows.count, "\(zone)")
        }
    }

    @Test("the day of a sample can come from its own zone")
    func sampleZones() throws {
        let plain = try Self.sums("flightsClimbed", "--every", "day")
        #expect(plain == ["2024-03-30T00:00:00+01:00": 3])
        let own = try Self.sums("flightsClimbed", "--every", "day", "--sample-timezones")
        #expect(own == ["2024-03-31T00:00:00+01:00": 3])
        #expect(
            try StatisticsStore.run(
                "flightsClimbed", "--every", "day", "--sample-timezones", "--empty", "--to", "2024-03-31"
            )
            .lines.last?.hasPrefix("2024-03-31    3") == true)
    }

    @Test("an anchor moves the rows")
    func anchor() throws {
        #expect(
            try Self.sums("stepCount", "--every", "day", "--anchor", "2024-01-01T11:00") == [
                "2024-03-29T11:00:00+01:00": 600, "2024-03-30T11:00:00+01:00": 500, "2024-03-31T11:00:00+02:00": 200,
                "2024-04-02T11:00:00+02:00": 50,
            ])
        let labels = try StatisticsStore.run("stepCount", "--every", "day", "--anchor", "2024-01-01T11:00").lines
        #expect(labels[1].hasPrefix("2024-03-29 11:00  600"))
        #expect(try Self.sums("stepCount", "--every", "week", "--anchor", "2024-03-31").count == 2)
    }
}
