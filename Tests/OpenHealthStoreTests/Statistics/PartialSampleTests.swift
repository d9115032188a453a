// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthStatistics
import Testing

@testable import OpenHealthStore

/// Tests of statistics of a source whose samples came by an import and, in another form, by a push.
@Suite struct PartialSampleTests {
    private static let steps = HKQuantityTypeIdentifier.stepCount.rawValue
    /// 2024-03-09 00:00 UTC.
    private static let day = 1_709_942_400.0

    private struct Steps {
        var start: String
        var end: String?
        var count: Double
    }

    private static func export(_ steps: [Steps], source: String = "Watch") -> String {
        let records = steps.map { sample in
            "<Record type=\"\(Self.steps)\" unit=\"count\" value=\"\(sample.count)\" sourceName=\"\(source)\" "
                + "startDate=\"2024-03-09 \(sample.start) +0000\" "
                + "endDate=\"2024-03-09 \(sample.end ?? sample.start) +0000\"/>"
        }
        return "<HealthData locale=\"en_GB\">\(records.joined())</HealthData>"
    }

    private static func push(_ steps: [Steps], source: String = "Watch") -> String {
        let points = steps.map { sample in
            let end = sample.end.map { ",\"end\":\"2024-03-09 \($0) +0000\"" } ?? ""
            return
                "{\"date\":\"2024-03-09 \(sample.start) +0000\"\(end),\"qty\":\(sample.count),\"source\":\"\(source)\"}"
        }
        return
            "{\"data\":{\"metrics\":[{\"name\":\"step_count\",\"units\":\"count\",\"data\":[\(points.joined(separator: ","))]}]}}"
    }

    /// Walks of the export: 100, 60 and 300 steps, and one that the push lacks.
    private static let whole = [
        Steps(start: "08:00:12", end: "08:04:50", count: 100), Steps(start: "08:10:00", end: "08:12:30", count: 60),
        Steps(start: "09:00:00", end: "09:30:00", count: 300), Steps(start: "11:00:00", end: "11:10:00", count: 50),
    ]
    /// The same walks in minutes, as instants or with an end, and two that the export lacks: 20.5 and 7.25 steps.
    private static let fractional =
        (0..<5).map { Steps(start: "08:0\($0):00", end: nil, count: 19.73) }
        + (0..<3).map { Steps(start: "08:1\($0):00", end: "08:1\($0 + 1):00", count: 20.41) }
        + (0..<3).map { Steps(start: "09:\($0)0:00", end: "09:\($0 + 1)0:00", count: 100.02) }
        + [
            Steps(start: "10:00:00", end: "10:05:00", count: 20.5), Steps(start: "12:00:00", end: nil, count: 7.25),
        ]

    private static func sums(_ store: ScratchStore, hours: Bool) throws -> [Double: Double] {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let buckets = try CivilBuckets(
            anchor: Date(timeIntervalSince1970: day),
            interval: hours ? DateComponents(hour: 1) : DateComponents(day: 1),
            calendar: calendar)
        let request = StatisticsRequest(type: steps, buckets: buckets, separateBySource: true)
        var sums: [Double: Double] = [:]
        for row in try store.database.expectRightCells(request, "hours: \(hours)") {
            let sum = try #require(row.figures.sum)
            // The figures of the only source are those of all.
            #expect(row.sources?.map(\.source.name) == ["Watch"])
            #expect(row.sources?.first?.figures.sum == sum)
            #expect(row.sources?.first?.figures.count == row.figures.count)
            sums[(row.start.timeIntervalSince1970 - day) / 3600] = sum
        }
        return sums
    }

    @Test(arguments: [true, false])
    func `steps that differ between an import and a push count once`(importsFirst: Bool) throws {
        let store = try ScratchStore()
        if importsFirst { try store.importXML(Self.export(Self.whole)) }
        try store.push(Self.push(Self.fractional))
        if !importsFirst {
            // Until the import, the pushed steps count.
            let pushed = try #require(try Self.sums(store, hours: false)[0])
            #expect(abs(pushed - Self.fractional.reduce(0) { $0 + $1.count }) < 1e-9)
            try store.importXML(Self.export(Self.whole))
        }
        #expect(try Self.sums(store, hours: false) == [0: 510 + 20.5 + 7.25])
        #expect(try Self.sums(store, hours: true) == [8: 160, 9: 300, 10: 20.5, 11: 50, 12: 7.25])
        #expect(try store.database.check().findings == [])
    }

    /// Two apps push the walks of a watch, one of them in minutes.
    @Test(arguments: [true, false])
    func `steps that two apps push in two forms count once`(wholeFirst: Bool) throws {
        let store = try ScratchStore()
        let pushes = [(Self.push(Self.whole), "a"), (Self.push(Self.fractional), "b")]
        for (json, app) in wholeFirst ? pushes : pushes.reversed() { try store.push(json, app: app) }
        // Both lack as much, so that the app whose identifier comes first is preferred.
        #expect(try Self.sums(store, hours: false) == [0: 510 + 20.5 + 7.25])
        #expect(try Self.sums(store, hours: true) == [8: 160, 9: 300, 10: 20.5, 11: 50, 12: 7.25])
        #expect(try store.database.check().findings == [])
        // An import replaces what both have pushed.
        try store.importXML(Self.export([Steps(start: "09:00:00", end: "09:40:00", count: 280)]))
        #expect(try Self.sums(store, hours: true) == [8: 160, 9: 280, 10: 20.5, 11: 50, 12: 7.25])
        #expect(try store.database.check().findings == [])
    }

    @Test(arguments: [true, false])
    func `of two apps, the one that sends more facts is preferred`(isFirst: Bool) throws {
        let store = try ScratchStore()
        let record = """
            {"data":{"records":[{"id":"5BFB1B2A-7020-4C84-8A32-000000000001","type":"\(Self.steps)","value":100,"unit":"count",
            "startDate":"2024-03-09T08:00:00Z","endDate":"2024-03-09T08:10:00Z","source":{"name":"Watch","version":"10.1"}}]},
            "provider":"apple"}
            """
        let minutes = Self.push((0..<10).map { Steps(start: "08:0\($0):00", end: nil, count: 9.9) })
        if isFirst { try store.pushWearables(record, app: "z") }
        try store.push(minutes, app: "a")
        if !isFirst { try store.pushWearables(record, app: "z") }
        #expect(try Self.sums(store, hours: false) == [0: 100])
        let left = try store.database.replacedSamples(
            type: Self.steps, from: Date(timeIntervalSince1970: Self.day),
            to: Date(timeIntervalSince1970: Self.day + 86_400))
        #expect(left.map(\.samples) == [10] && left.map(\.source.name) == ["Watch"])
        #expect(try store.database.check().findings == [])
    }

    @Test func `samples of one app that overlap all count`() throws {
        let store = try ScratchStore()
        for app in ["a", "b"] {
            // Samples that both apps have pushed are one.
            try store.push(
                Self.push([
                    Steps(start: "08:00:00", end: "08:10:00", count: 100),
                    Steps(start: "08:05:00", end: "08:15:00", count: 60.5),
                ]), app: app)
            #expect(try Self.sums(store, hours: false) == [0: 160.5])
        }
        #expect(try store.count("SELECT count(*) FROM sample") == 2)
    }

    @Test func `a push of the same samples with other fractions adds nothing`() throws {
        let store = try ScratchStore()
        try store.importXML(Self.export(Self.whole))
        try store.push(
            Self.push(Self.whole.map { Steps(start: $0.start, end: $0.end, count: $0.count + 0.73) }))
        #expect(try Self.sums(store, hours: false) == [0: 510])
        #expect(try store.count("SELECT count(*) FROM sample") == 8)
    }

    @Test func `another source is not replaced`() throws {
        let store = try ScratchStore()
        try store.importXML(Self.export([Steps(start: "08:00:00", end: "08:10:00", count: 100)], source: "Phone"))
        try store.push(Self.push([Steps(start: "08:00:00", end: "08:20:00", count: 50.5)]))
        try store.database.setSourceOrder(
            store.database.sourceOrder(type: Self.steps).sorted { $0.source.name < $1.source.name }.map(\.source.id),
            type: Self.steps)
        let rows = try store.database.statistics(StatisticsRequest(type: Self.steps, separateBySource: true))
        #expect(rows.map(\.figures.sum) == [125.25])
        #expect(rows.first?.sources?.map(\.figures.sum) == [100, 50.5])
    }

    @Test func `events of one source without a duration all count`() throws {
        let store = try ScratchStore()
        try store.importXML(Self.export([Steps(start: "08:00:00", end: nil, count: 100)]))
        try store.push(Self.push([Steps(start: "08:00:00", end: nil, count: 50)]))
        #expect(try Self.sums(store, hours: false) == [0: 150])
    }

    @Test func `a sample that an import completes replaces others from then on`() throws {
        let store = try ScratchStore()
        try store.push(
            Self.push([
                Steps(start: "08:00:00", end: "08:10:00", count: 100),
                Steps(start: "08:05:00", end: "08:15:00", count: 60.5),
            ]))
        #expect(try Self.sums(store, hours: false) == [0: 160.5])
        let receipt = try store.importXML(Self.export([Steps(start: "08:00:00", end: "08:10:00", count: 100)]))
        #expect(receipt.records.added == 0)
        #expect(try Self.sums(store, hours: false) == [0: 100])
        #expect(try store.database.check().findings == [])
    }

    /// A sample in one week decides about a sample that begins in the week before, whose cells are stored.
    @Test func `stored cells of the week before are computed again`() throws {
        let store = try ScratchStore()
        let edge = RollupInvalidation.blockLength * 2818
        var partial = ProvenanceData(sourceName: "Watch")
        partial.missing = [.device, .metadata]
        func steps(_ value: Double, _ from: Double, _ to: Double) -> HKQuantitySample {
            HKQuantitySample(
                type: HKQuantityType(.stepCount), quantity: HKQuantity(unit: .count(), doubleValue: value),
                start: Date(timeIntervalSince1970: edge + from), end: Date(timeIntervalSince1970: edge + to))
        }
        try store.database.save([steps(80.5, -600, 600), steps(3, -1200, -600)], source: partial)
        let request = StatisticsRequest(type: Self.steps, separateBySource: true)
        #expect(try store.database.expectRightCells(request, "before").map(\.figures.sum) == [83.5])
        let complete = try store.database.save([steps(40, 300, 500)], source: ProvenanceData(sourceName: "Watch"))
        #expect(try store.database.expectRightCells(request, "after").map(\.figures.sum) == [43])
        try store.database.delete(complete)
        #expect(try store.database.expectRightCells(request, "deleted").map(\.figures.sum) == [83.5])
        #expect(try store.database.check().findings == [])
    }

    @Test func `an explanation names the samples that are replaced`() throws {
        let store = try ScratchStore()
        try store.importXML(Self.export(Self.whole))
        try store.push(Self.push(Self.fractional))
        let explanation = try store.database.explanation(
            type: Self.steps, from: Date(timeIntervalSince1970: Self.day),
            to: Date(timeIntervalSince1970: Self.day + 86_400))
        #expect(explanation.total == 510 + 20.5 + 7.25)
        #expect(explanation.order.map(\.source.name) == ["Watch"])
        let leftOut = explanation.stretches.flatMap(\.leftOut)
        #expect(leftOut.allSatisfy { $0.reason == .betterInformed && $0.source.name == "Watch" })
        #expect(leftOut.reduce(0) { $0 + $1.samples } == 11)
        // A range that contains no complete sample.
        let part = try store.database.explanation(
            type: Self.steps, from: Date(timeIntervalSince1970: Self.day + 8 * 3600),
            to: Date(timeIntervalSince1970: Self.day + 8 * 3600 + 6))
        #expect(part.total == 0)
        #expect(part.stretches.map(\.amount) == [0])
        #expect(part.stretches.map(\.samples) == [0])
        #expect(part.stretches.flatMap(\.leftOut).map(\.amount) == [19.73])
    }

    /// Stores of earlier versions have cells in which both forms are added.
    @Test func `cells of earlier versions are removed`() throws {
        let store = try ScratchStore()
        try store.importXML(Self.export(Self.whole))
        try store.push(Self.push(Self.fractional))
        _ = try store.database.statistics(StatisticsRequest(type: Self.steps))
        store.database.waitForRollups()
        #expect(try store.count("SELECT count(*) FROM rollup") > 0)
        try store.database.write { db in
            try db.execute(sql: "DROP INDEX provenance_partial")
            try db.execute(sql: "ALTER TABLE provenance DROP COLUMN app")
            for identifier in [SchemaV14.identifier, SchemaV15.identifier] {
                try db.execute(sql: "DELETE FROM grdb_migrations WHERE identifier = ?", arguments: [identifier])
            }
        }
        let opened = try HealthDatabase(url: store.database.url)
        #expect(try opened.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM rollup") } == 0)
        #expect(try opened.check().isHealthy)
    }
}
