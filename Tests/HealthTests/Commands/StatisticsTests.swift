// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessTestSupport
import Testing

@Suite("health statistics")
struct StatisticsTests {
    private static func table(_ arguments: String...) throws -> String {
        let result = try Tool.run(["statistics"] + arguments, in: try StatisticsStore.shared.get().home)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.errors.isEmpty)
        return result.output
    }

    @Test("steps by day: each moment counts once, divided at midnight")
    func steps() throws {
        #expect(
            try Self.table("stepCount", "--every", "day") == """
                start        sum  unit
                2024-03-30  1100  count
                2024-03-31   100  count
                2024-04-01   100  count
                2024-04-03    50  count

                """)
        #expect(
            try Self.table("stepCount") == """
                start                end                   sum  unit
                2024-03-30 10:00:00  2024-04-03 08:10:00  1350  count

                """)
    }

    @Test("with each source's own values below, and with days without samples")
    func bySource() throws {
        #expect(
            try Self.table("stepCount", "--every", "day", "--by-source", "--empty", "--functions", "sum,duration,count")
                == """
                start       source              sum  duration  count  unit
                2024-03-30                     1100   1:30:00      2  count
                            Ana's Apple Watch   600   1:00:00      1  count
                            Ana's iPhone       1000   1:00:00      1  count
                2024-03-31                      100   0:10:00      1  count
                            Ana's Apple Watch   100   0:10:00      1  count
                2024-04-01                      100   0:10:00      1  count
                            Ana's Apple Watch   100   0:10:00      1  count
                2024-04-02                                            count
                2024-04-03                       50   0:10:00      1  count
                            Ana's iPhone         50   0:10:00      1  count

                """)
    }

    @Test("a discrete type has its average, bounds and latest value in the requested unit")
    func discrete() throws {
        #expect(
            try Self.table("bodyMass", "--every", "month") == """
                start    average  minimum  maximum  mostRecent  unit
                2024-03     71.5       70       73          73  kg
                2024-04       71       71       71          71  kg

                """)
        #expect(
            try Self.table("body_temperature", "--functions", "average,min,max", "--unit", "degF", "--every", "year")
                == """
                start  average  minimum  maximum  unit
                2024        50       14       86  degF

                """)
        #expect(try Self.table("oxygenSaturation", "--every", "day", "--functions", "latest").contains("97  %\n"))
    }

    @Test("durations and counts appear in a table without the unit of the type")
    func unitless() throws {
        for functions in ["duration", "count", "duration,count"] {
            let text = try Self.table("bodyMass", "--every", "year", "--functions", functions)
            #expect(!text.contains("unit") && !text.contains("kg"), "\(text)")
        }
        #expect(try Self.table("bodyMass", "--functions", "count,latest").contains("kg"))
    }

    @Test("a night is one row, whose values never exceed the night")
    func sleep() throws {
        let night = """
            start             value       duration  reported  count
            2024-03-30 18:00  inBed        4:00:00   7:00:00      1
                              asleepCore   2:00:00   2:00:00      1
                              asleepDeep   1:00:00   1:00:00      1

            """
        #expect(try Self.table("sleepAnalysis", "--every", "day") == night)
        // A day contains the night that ends on it.
        #expect(
            try Self.table("sleepAnalysis", "--every", "day", "--from", "2024-03-31", "--to", "2024-03-31") == night)
        // Without rows, --from and --to mean the same nights.
        let whole = try StatisticsStore.rows("sleepAnalysis", "--from", "2024-03-31", "--to", "2024-03-31")
        #expect(whole.map { $0["duration"] as? Double } == [14_400, 7200, 3600])
        #expect(whole.allSatisfy { $0["start"] as? String == "2024-03-30T18:00:00+01:00" })
        #expect(try StatisticsStore.rows("sleepAnalysis", "--from", "2024-03-30", "--to", "2024-03-30").isEmpty)
        #expect(
            try Self.table("sleepAnalysis", "--every", "day", "--to", "2024-03-30").hasPrefix(
                "no samples in this range; the last one ends at 2024-0"))
        #expect(
            try Self.table("sleepAnalysis", "--every", "day", "--from", "2024-04-01").hasPrefix(
                "no samples in this range; the last one ends at 2024-0"))
        let midnight = try StatisticsStore.rows("sleepAnalysis", "--every", "day", "--anchor", "2024-01-01")
        #expect(
            midnight.map { $0["value"] as? Int } == [0, 3, 0, 3, 4])
        #expect(try Self.table("sleepAnalysis", "--every", "week").contains("\n2024-03-24 18:00  inBed"))
        #expect(try Self.table("sleepAnalysis", "--every", "month").contains("\n2024-03  inBed"))
    }

    @Test("several types follow one another, each with its default figures")
    func severalTypes() throws {
        #expect(
            try Self.table("bodyMass", "STEP_COUNT", "stepCount", "sleepAnalysis", "--every", "year") == """
                type           start  value        sum  average  minimum  maximum  mostRecent  duration  reported  count  unit
                bodyMass       2024                     71.3333       70       73          71                             kg
                stepCount      2024               1350                                                                    count
                sleepAnalysis  2024   inBed                                                     4:00:00   7:00:00      1
                sleepAnalysis         asleepCore                                                2:00:00   2:00:00      1
                sleepAnalysis         asleepDeep                                                1:00:00   1:00:00      1

                """)
    }

    @Test("CSV has a row for each bucket and source, with fixed columns")
    func csv() throws {
        let names =
            "sum,average,minimum,maximum,mostRecent,mostRecentStart,mostRecentEnd,duration,count,unit,partial\n"
        let type = "HKQuantityTypeIdentifierStepCount"
        let (first, second) = ("2024-03-25T00:00:00+01:00,2024-04-01T00:00:00+02:00", "2024-04-01T00:00:00+02:00")
        #expect(
            try Self.table("stepCount", "--every", "week", "--to", "2024-03-31", "--format", "csv")
                == "type,name,start,end,\(names)\(type),stepCount,\(first),1200,,,,,,,,,count,false\n")
        let sourced = try Parsed.csv(
            try Self.table(
                "stepCount", "--every", "week", "--by-source", "--functions", "sum,latest", "--format", "csv"))
        #expect(sourced.first?.prefix(6) == ["type", "name", "start", "end", "source", "sum"])
        #expect(
            sourced.dropFirst().map { Array($0[4...5]) } == [
                ["", "1200"], ["Ana's Apple Watch", "700"], ["Ana's iPhone", "1000"], ["", "150"],
                ["Ana's Apple Watch", "100"], ["Ana's iPhone", "50"],
            ])
        #expect(sourced.dropFirst(4).allSatisfy { $0[2] == second })
        #expect(try Self.table("stepCount", "--to", "1999", "--format", "csv") == "type,name,start,end,\(names)")
        let sleep = try Parsed.csv(try Self.table("sleepAnalysis", "--every", "day", "--format", "csv"))
        let columns = [
            "type", "name", "start", "end", "value", "valueName", "duration", "reported", "count", "partial",
        ]
        #expect(sleep.first == columns)
        #expect(
            Array(sleep.last?[4...] ?? []) == [
                "4", "HKCategoryValueSleepAnalysisAsleepDeep", "3600", "3600", "1", "false",
            ])
    }

    @Test("JSON has every figure, null for others, and dates with the offset")
    func json() throws {
        let text = try Self.table("stepCount", "--every", "day", "--to", "2024-03-31", "--format", "ndjson")
        let last = """
            {"type":"HKQuantityTypeIdentifierStepCount","name":"stepCount","start":"2024-03-31T00:00:00+01:00",\
            "end":"2024-04-01T00:00:00+02:00","sum":100,"average":null,"minimum":null,"maximum":null,\
            "mostRecent":null,"mostRecentStart":null,"mostRecentEnd":null,"duration":null,"count":null,\
            "unit":"count","sources":null,"partial":false}
            """
        #expect(text.split(separator: "\n").last.map(String.init) == last)
        let row = try #require(try StatisticsStore.rows("bodyMass", "--by-source", "--from", "2024-03-30T20:00").first)
        #expect(row["start"] as? String == "2024-03-30T20:00:00+01:00")
        #expect(row["mostRecent"] as? Double == 71)
        #expect(row["mostRecentStart"] as? String == "2024-04-02T08:00:00+02:00")
        #expect(row["average"] as? Double == 72)
        let source = try #require((row["sources"] as? [[String: Any]])?.first)
        #expect(source["name"] as? String == "Ana's iPhone")
        #expect(source["maximum"] as? Double == 73)
        #expect(source["sum"] is NSNull)
        #expect(source.keys.contains("bundleIdentifier"))
        #expect(try Self.table("stepCount", "--to", "1999", "--format", "json") == "[]\n")
        #expect(try Self.table("stepCount", "--to", "1999", "--format", "ndjson").isEmpty)
        #expect(
            try Self.table("stepCount", "--to", "1999", "--every", "day", "--chart").hasPrefix(
                "no samples in this range; the last one ends at "))
        // A type of the vocabulary that the store does not contain.
        #expect(try Self.table("pushCount", "--every", "day") == "no samples\n")
    }

    @Test(
        "rows of every length", arguments: [("2d", 3), ("week", 2), ("m", 2), ("quarter", 2), ("year", 1), ("10y", 1)])
    func lengths(_ length: String, _ count: Int) throws {
        let rows = try StatisticsStore.rows("stepCount", "--every", length)
        #expect(rows.count == count)
        #expect(rows.reduce(0) { $0 + ($1["sum"] as? Double ?? 0) } == 1350)
        let ends = rows.compactMap { $0["end"] as? String }
        #expect(zip(ends, rows.dropFirst().compactMap { $0["start"] as? String }).allSatisfy { $0 <= $1 })
    }
}
