// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import OpenHealthModel
import OpenHealthStatistics
import Testing

@testable import OpenHealthStore

/// Tests of the figures of intervals, which are not samples.
@Suite struct AggregateTableTests {
    private static func hours(_ steps: [Int], sources: String = "Watch|Phone") -> String {
        let points = steps.enumerated().map {
            "{\"date\":\"2024-03-09 1\($0.offset):00:00 +0000\",\"qty\":\($0.element),\"source\":\"\(sources)\"}"
        }
        return
            "{\"data\":{\"metrics\":[{\"name\":\"step_count\",\"units\":\"count\",\"data\":[\(points.joined(separator: ","))]}]}}"
    }

    @Test func `aggregated readings are not samples`() throws {
        let store = try ScratchStore()
        let receipt = try store.push(Self.hours([100, 200]), aggregation: .interval(.hours))
        #expect(receipt.allSamples == PushedReceipt.Counts())
        #expect(receipt.allAggregates == PushedReceipt.Counts(added: 2))
        #expect(try store.count("SELECT count(*) FROM sample") == 0)
        #expect(
            try store.count("SELECT CAST(sum(sum) AS INTEGER) FROM aggregate_point WHERE sources = 'Watch|Phone'")
                == 300)
        #expect(try store.database.check().findings == [])
    }

    @Test func `a repeated push replaces the running interval`() throws {
        let store = try ScratchStore()
        try store.push(Self.hours([100, 20], sources: "Watch"), aggregation: .interval(.hours))
        let receipt = try store.push(Self.hours([100, 90]), aggregation: .interval(.hours))
        #expect(receipt.allAggregates == PushedReceipt.Counts(replaced: 2))
        #expect(try store.push(Self.hours([100, 90]), aggregation: .interval(.hours)).allAggregates.known == 2)
        #expect(try store.count("SELECT count(*) FROM aggregate_point") == 2)
        #expect(try store.count("SELECT CAST(sum(sum) AS INTEGER) FROM aggregate_point") == 190)
    }

    @Test func `a late push never lowers a sum`() throws {
        let store = try ScratchStore()
        for steps in [300, 700] { try store.push(Self.hours([steps]), aggregation: .interval(.hours)) }
        for sources in ["Watch|Phone", "Phone"] {
            let late = try store.push(Self.hours([300], sources: sources), aggregation: .interval(.hours))
            #expect(late.allAggregates == PushedReceipt.Counts(known: 1))
            #expect(try store.database.pushes.aggregates().map(\.point.sum) == [700])
        }
        try store.push(Self.hours([300]), aggregation: .interval(.days))
        #expect(try store.database.pushes.aggregates().count == 2)
    }

    @Test func `of amounts of categories, the greatest counts, and of averages the newest`() throws {
        let store = try ScratchStore()
        for value in [20, 70, 30] {
            let point = "{\"date\":\"2024-03-09 00:00:00 +0000\",\"qty\":\(value)}"
            let metrics = [("mindful_minutes", "min"), ("resting_heart_rate", "bpm"), ("apple_exercise_time", "min")]
                .map {
                    "{\"name\":\"\($0)\",\"units\":\"\($1)\",\"data\":[\(point)]}"
                }
            try store.push(
                "{\"data\":{\"metrics\":[\(metrics.joined(separator: ","))]}}", aggregation: .interval(.days))
        }
        let points = try store.database.pushes.aggregates().map(\.point)
        #expect(points.count == 3)
        #expect(points.compactMap(\.sum) == [70])
        #expect(points.compactMap(\.average) == [30])
        #expect(points.flatMap(\.others).filter { $0.key == "qty" }.map(\.value) == ["70"])
    }

    @Test func `readings without an interval or identifier are aggregated unless the push says otherwise`() throws {
        let store = try ScratchStore()
        #expect(try store.push(Self.hours([7]), aggregation: nil).allAggregates.added == 1)
        #expect(try store.push(Self.hours([7]), aggregation: .individual).allSamples.added == 1)
    }

    /// The aggregations that a push with dates without a time of day can state, and the one of a file.
    static let statements: [HealthAutoExportReader.Aggregation?] = [.individual, .interval(.days), nil]

    @Test(arguments: statements, [["Watch", "Watch"], ["Watch", "Watch|Phone"], ["Phone", "Watch"]])
    func `the later total of a day without a time replaces the earlier one`(
        aggregation: HealthAutoExportReader.Aggregation?, sources: [String]
    ) throws {
        let store = try ScratchStore()
        for (source, steps) in [(sources[0], 5000), (sources[1], 7000), (sources[0], 5000)] {
            let points = [
                ("step_count", "count", Double(steps)), ("active_energy", "kcal", Double(steps) / 10),
                ("mindful_minutes", "min", Double(steps) / 1000),
            ].map { name, unit, value in
                """
                {"name": "\(name)", "units": "\(unit)", "data": [{"date": "2024-03-09", "qty": \(value), "source": "\(source)"}]}
                """
            }
            try store.push("{\"data\": {\"metrics\": [\(points.joined(separator: ","))]}}", aggregation: aggregation)
        }
        for (type, sum) in [(HKQuantityTypeIdentifier.stepCount, 7000.0), (.activeEnergyBurned, 700)] {
            let rows = try store.database.statistics(StatisticsRequest(type: type.rawValue, buckets: Self.days()))
            #expect(rows.map(\.figures.sum) == [sum], "\(type.rawValue)")
        }
        #expect(try store.count("SELECT count(*) FROM sample") == 0)
        #expect(try store.database.check().findings == [])
    }

    @Test func `of the totals of two sources of a day, the greatest counts`() throws {
        let store = try ScratchStore()
        for (watch, phone) in [(5000, 3000), (7000, 4000)] {
            try store.push(
                """
                {"data": {"metrics": [{"name": "step_count", "units": "count", "data": [
                 {"date": "2024-03-09", "qty": \(watch), "source": "Watch"},
                 {"date": "2024-03-09", "qty": \(phone), "source": "Phone"}]}]}}
                """)
        }
        let rows = try store.database.statistics(
            StatisticsRequest(type: HKQuantityTypeIdentifier.stepCount.rawValue, buckets: Self.days()))
        #expect(rows.map(\.figures.sum) == [7000])
    }

    @Test func `a date without a time is refused where the format has times`() throws {
        let store = try ScratchStore()
        let android = try store.pushHealthConnect(
            "{\"steps\": [{\"count\": 5000, \"start_time\": \"2024-03-09\", \"end_time\": \"2024-03-09\"}]}")
        let wearables = try store.pushWearables(
            """
            {"provider": "apple", "data": {"records": [{"id": "a", "type": "HKQuantityTypeIdentifierStepCount", "unit": "count",
             "value": 5000, "startDate": "2024-03-09", "endDate": "2024-03-09"}]}}
            """)
        for receipt in [android, wearables] {
            #expect(receipt.refusals.count == 1 && receipt.allSamples.added == 0)
        }
        #expect(android.refusals.entries.map(\.reason) == ["start_time is not a date"])
        #expect(wearables.refusals.entries.map(\.reason) == ["startDate is not a date"])
    }

    /// The days of 2024-03-09 in UTC.
    private static func days() throws -> CivilBuckets {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return try CivilBuckets(
            anchor: Date(timeIntervalSince1970: 1_709_942_400), interval: DateComponents(day: 1), calendar: calendar)
    }
}
