// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthDemo
import OpenHealthFormats
import OpenHealthModel
import OpenHealthStatistics
import OpenHealthTestSupport
import Testing

@testable import OpenHealthStore

/// Tests of the recognition of samples that exports and pushes of one phone both contain.
@Suite struct PushIdentityTests {
    private static let person = DemoPhone(days: 4, seed: 7)

    private static func push(_ days: Range<Int>) -> String {
        person.healthAutoExport(days).joined()
    }

    /// Returns everything of a store that must not depend on the order of imports and pushes.
    private static func state(_ store: ScratchStore) throws -> [String] {
        var lines = try store.contents()
        lines += try store.database.workouts().map { workout in
            "workout \(workout.activityType) \(workout.duration) "
                + workout.statistics.map { "\($0.type) \($0.sum ?? 0)" }.sorted().joined(separator: " ")
        }.sorted()
        lines.append(
            "routes \(try store.count("SELECT count(*) FROM workout_route WHERE workout IS NOT NULL"))")
        lines.append("points \(try store.count("SELECT count(*) FROM route_point"))")
        lines.append("members \(try store.count("SELECT count(*) FROM correlation_member"))")
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "Europe/Lisbon"))
        let days = try CivilBuckets(
            anchor: Date(timeIntervalSince1970: 0), interval: DateComponents(day: 1), calendar: calendar)
        for type in [HKQuantityTypeIdentifier.stepCount, .heartRate, .distanceWalkingRunning, .bodyMass] {
            let request = StatisticsRequest(
                type: type.rawValue, buckets: days, separateBySource: true)
            for row in try store.database.statistics(request) {
                let sources = (row.sources ?? []).map { "\($0.source.name) \($0.figures)" }
                lines.append("\(type.rawValue) \(row.start) \(row.figures) \(sources)")
            }
        }
        return lines
    }

    @Test func `a push after an import of the same days adds nothing`() throws {
        let store = try ScratchStore()
        try store.importXML(Self.person.export(days: 4))
        let before = try Self.state(store)
        let receipt = try store.push(Self.push(0..<4))
        #expect(receipt.refusals.entries == [])
        #expect(receipt.allSamples.added == 0)
        #expect(receipt.allSamples.known + receipt.allSamples.updated > 100)
        #expect(try Self.state(store) == before)
        #expect(try store.database.check().findings == [])
        try store.expectNoFaults()
    }

    @Test func `an import after a push of the same days adds nothing and completes the samples`() throws {
        let alone = try ScratchStore()
        try alone.importXML(Self.person.export(days: 4))
        let store = try ScratchStore()
        let pushed = try store.push(Self.push(0..<4))
        #expect(pushed.refusals.entries == [])
        let receipt = try store.importXML(Self.person.export(days: 4))
        #expect(receipt.records.added == 0)
        #expect(receipt[.workouts].added == 0)
        #expect(receipt[.routes].added == 0)
        #expect(receipt[.correlations].added == 0)
        #expect(try Self.state(store) == Self.state(alone))
        #expect(try store.database.check().findings == [])
        try store.expectNoFaults()
    }

    @Test func `a repeated push adds nothing`() throws {
        let store = try ScratchStore()
        let first = try store.push(Self.push(0..<3))
        #expect(first.allSamples.added > 60)
        let second = try store.push(Self.push(0..<4))
        let third = try store.push(Self.push(0..<4))
        #expect(second.allSamples.added < first.allSamples.added)
        #expect(third.allSamples.added == 0)
        #expect(third.allSamples.updated == 0)
        #expect(try store.database.check().findings == [])
    }

    @Test(arguments: UInt64(0)..<12)
    func `any order of imports and pushes ends like the import alone`(stream: UInt64) throws {
        let alone = try ScratchStore()
        try alone.importXML(Self.person.export(days: 4))
        let expected = try Self.state(alone)
        let store = try ScratchStore()
        var random = SeededGenerator(seed: 23, stream: stream, index: 0)
        let end = Int.random(in: 0..<5, using: &random)
        for step in 0..<6 {
            if step == end { try store.importXML(Self.person.export(days: 4)) }
            switch Int.random(in: 0..<3, using: &random) {
            case 0: try store.importXML(Self.person.export(days: Int.random(in: 1...4, using: &random)))
            default:
                let first = Int.random(in: 0..<4, using: &random)
                try store.push(Self.push(first..<Int.random(in: (first + 1)...4, using: &random)))
            }
        }
        #expect(try Self.state(store) == expected)
        #expect(try store.database.check().findings == [])
        try store.expectNoFaults()
    }

    /// The requests of two phones, in parts and with faults, and imports, in any order: the parts of a push, missed days, days in two
    /// languages, repeated requests, and pushes that end within a day.
    @Test(arguments: UInt64(0)..<10)
    func `requests of two apps and imports in any order end like the import alone`(stream: UInt64) throws {
        let phone = DemoPhone(days: 3, seed: 100 + stream)
        let alone = try ScratchStore()
        try alone.importXML(phone.export(days: 3))
        let expected = try Self.state(alone)
        var random = SeededGenerator(seed: 24, stream: stream, index: 0)
        var steps: [(ScratchStore) throws -> Void] = [{ try $0.importXML(phone.export(days: 3)) }]
        for days in 1..<3 { steps.append { try $0.importXML(phone.export(days: days)) } }
        for run in DemoPhoneRuns(phone, gap: 2, repeats: 1).runs {
            let (isGerman, batch) = (random.below(2) == 0, 20 + random.below(200))
            for body in phone.healthAutoExport(run.days, until: run.end, isGerman: isGerman, batch: batch) {
                steps.append { try $0.push(body) }
            }
            for body in phone.openWearables(run.days, until: run.end) { steps.append { try $0.pushWearables(body) } }
        }
        let store = try ScratchStore()
        for step in steps.shuffled(using: &random) { try step(store) }
        let changes = try Self.state(store).difference(from: expected).map { "\($0)" }
        #expect(changes == [])
        #expect(try store.database.check().findings == [])
        try store.expectNoFaults()
    }

    @Test func `a sample keeps the UUID of the push that brought it`() throws {
        let store = try ScratchStore()
        let uuid = UUID()
        let json = """
            {"data":{"metrics":[{"name":"heart_rate","units":"bpm","data":[
            {"id":"\(uuid)","date":"2024-03-09 10:00:00 +0000","qty":61,"source":"Watch"}]}]}}
            """
        #expect(try store.push(json, aggregation: nil).allSamples.added == 1)
        #expect(try store.push(json, aggregation: nil).allSamples.known == 1)
        try store.importXML(
            """
            <HealthData locale="en_GB"><Record type="HKQuantityTypeIdentifierHeartRate" unit="count/min" value="61"
            sourceName="Watch" device="&lt;&lt;HKDevice: 0x1&gt;, name:Apple Watch&gt;" startDate="2024-03-09 10:00:00 +0000"
            endDate="2024-03-09 10:00:00 +0000"><MetadataEntry key="HKHeartRateMotionContext" value="1"/></Record></HealthData>
            """)
        let records = try store.database.records(SampleRequest())
        #expect(records.map(\.uuid) == [uuid])
        #expect(records.first?.device?.name == "Apple Watch")
        #expect(records.first?.metadata == [MetadataPair(key: "HKHeartRateMotionContext", value: "1")])
        #expect(try store.database.check().findings == [])
    }

    @Test func `a deletion of a pushed UUID deletes the sample, and only for the app that pushed it`() throws {
        let store = try ScratchStore()
        let uuid = UUID()
        try store.push(
            """
            {"data":{"metrics":[{"name":"heart_rate","units":"bpm","data":[
            {"id":"\(uuid)","date":"2024-03-09 10:00:00 +0000","qty":61,"source":"Watch"}]}]}}
            """, app: "phone")
        var deletion = PushedBatch()
        deletion.deletions = [uuid]
        #expect(try store.database.ingest(deletion, app: "another").deleted == 0)
        #expect(try store.database.ingest(deletion, app: "phone").deleted == 1)
        #expect(try store.database.records(SampleRequest()).isEmpty)
        #expect(try store.database.check().findings == [])
    }

    @Test func `two readings of one second with other values are two samples, and equal ones are one`() throws {
        let store = try ScratchStore()
        let point = "\"date\":\"2024-03-09 10:00:00 +0000\",\"source\":\"Watch\""
        let json =
            "{\"data\":{\"metrics\":[{\"name\":\"heart_rate\",\"units\":\"bpm\",\"data\":[{\(point),\"qty\":61},"
            + "{\(point),\"qty\":75},{\(point),\"qty\":75}]}]}}"
        #expect(try store.push(json).allSamples.added == 2)
        #expect(try store.push(json).allSamples.known == 3)
        #expect(try store.count("SELECT count(*) FROM sample") == 2)
    }
}
