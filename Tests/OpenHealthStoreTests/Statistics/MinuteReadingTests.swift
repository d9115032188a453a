// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthStatistics
import OpenHealthTestSupport
import Testing

@testable import OpenHealthStore

/// Tests of sums of readings of which only the date is known, as Health Auto Export sends them.
@Suite struct MinuteReadingTests {
    private static let steps = HKQuantityTypeIdentifier.stepCount.rawValue
    /// 2024-03-09 08:00 UTC.
    private static let start = 1_709_971_200.0

    private struct Reading: Hashable {
        var source: String
        /// The start, in seconds after ``MinuteReadingTests/start``.
        var start: Int
        /// The end, if it is known.
        var end: Int?
        var value: Double
    }

    private static func date(_ seconds: Int) -> Date { Date(timeIntervalSince1970: start + Double(seconds)) }

    private static func push(_ readings: [Reading], metric: String = "step_count", unit: String = "count") -> String {
        func text(_ seconds: Int) -> String {
            let fields = [8 + seconds / 3600, seconds / 60 % 60, seconds % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
            return "\"2024-03-09 \(fields.joined(separator: ":")) +0000\""
        }
        let points = readings.map { reading in
            let end = reading.end.map { ",\"end\":\(text($0))" } ?? ""
            return "{\"date\":\(text(reading.start))\(end),\"qty\":\(reading.value),\"source\":\"\(reading.source)\"}"
        }
        return "{\"data\":{\"metrics\":[{\"name\":\"\(metric)\",\"units\":\"\(unit)\",\"data\":"
            + "[\(points.joined(separator: ","))]}]}}"
    }

    /// Ranks the sources in the reverse order of their names: Watch, Ring, Phone, Android.
    private static func rank(_ store: ScratchStore) throws {
        let order = try store.database.sourceOrder(type: steps).sorted { $0.source.name > $1.source.name }
        try store.database.setSourceOrder(order.map(\.source.id), type: steps)
    }

    private static func request(
        from: Int? = nil, to: Int? = nil, every interval: DateComponents? = nil
    ) throws -> StatisticsRequest {
        var request = StatisticsRequest(type: steps, from: from.map(date), to: to.map(date))
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        request.buckets = try interval.map {
            try CivilBuckets(anchor: Date(timeIntervalSince1970: start), interval: $0, calendar: calendar)
        }
        return request
    }

    private static func sum(_ store: ScratchStore, from: Int? = nil, to: Int? = nil) throws -> Double {
        let request = try request(from: from, to: to)
        return try store.database.expectRightCells(request, "\(request)").first?.figures.sum ?? 0
    }

    // MARK: Sources

    @Test(arguments: [[0, 0], [20, 45], [45, 20]], [0, 1, 2])
    func `of two sources with readings of the same minutes one counts`(seconds: [Int], first: Int) throws {
        let store = try ScratchStore()
        let phone = (0..<30).map { Reading(source: "Phone", start: $0 * 60 + seconds[0], value: 20) }
        let watch = (0..<30).map { Reading(source: "Watch", start: $0 * 60 + seconds[1], value: 22) }
        let pushes = first == 0 ? [phone + watch] : first == 1 ? [phone, watch] : [watch, phone]
        for push in pushes { try store.push(Self.push(push)) }
        try Self.rank(store)
        #expect(try Self.sum(store) == 660)
        let explanation = try store.database.explanation(
            type: Self.steps, from: Self.date(0), to: Self.date(3600))
        #expect(explanation.total == 660 && explanation.minuteReadings == 60)
        #expect(explanation.stretches.map(\.source.name) == ["Watch"])
        #expect(explanation.stretches.map(\.samples) == [30])
        let leftOut = explanation.stretches.flatMap(\.leftOut)
        #expect(leftOut.map(\.amount) == [600] && leftOut.map(\.samples) == [30])
        // What was sent stays as it is.
        #expect(try store.count("SELECT count(*) FROM sample WHERE end = start OR end IS NULL") == 60)
        #expect(try store.database.check().findings == [])
    }

    @Test func `a record with an end and a reading of its minute count once`() throws {
        let store = try ScratchStore()
        try store.push(Self.push([Reading(source: "Phone", start: 0, value: 3000)]))
        try store.pushHealthConnect(
            #"{"steps":[{"count":3200,"start_time":"2024-03-09T08:00:00Z","end_time":"2024-03-09T08:01:00Z"}]}"#)
        #expect(Set([3000, 3200]).contains(try Self.sum(store)))
    }

    @Test func `a reading counts for the part of its minute that no better source covers`() throws {
        let store = try ScratchStore()
        try store.push(
            Self.push([
                Reading(source: "Watch", start: 0, end: 90, value: 90), Reading(source: "Phone", start: 75, value: 60),
            ]))
        try Self.rank(store)
        #expect(try Self.sum(store) == 90 + 30)
    }

    // MARK: One source

    @Test func `readings of one source in one minute all count`() throws {
        let store = try ScratchStore()
        try store.push(
            Self.push([
                Reading(source: "Watch", start: 5, value: 10), Reading(source: "Watch", start: 15, value: 10),
                Reading(source: "Watch", start: 20, end: 50, value: 7),
            ]))
        #expect(try Self.sum(store) == 27)
        #expect(try store.database.statistics(Self.request()).first?.figures.count == 3)
    }

    @Test func `a reading that is sent twice in one push is stored once`() throws {
        let store = try ScratchStore()
        let reading = Reading(source: "Watch", start: 5, value: 100)
        try store.push(Self.push([reading, reading, Reading(source: "Watch", start: 6, value: 1)]))
        #expect(try Self.sum(store) == 101)
        #expect(try store.count("SELECT count(*) FROM sample") == 2)
    }

    @Test func `a reading that a source lists under two identifiers counts once`() throws {
        let store = try ScratchStore()
        let push = Self.push([
            Reading(source: "Watch", start: 5, value: 100), Reading(source: "Watch", start: 6, value: 1),
        ])
        for name in ["a", "b"] {
            let named = "{\"id\":\"\(name)\",\"date\""
            try store.push(push.replacing("{\"date\"", with: named, maxReplacements: 1))
        }
        #expect(try Self.sum(store) == 101)
        let explanation = try store.database.explanation(type: Self.steps, from: Self.date(0), to: Self.date(3600))
        #expect(explanation.stretches.map(\.amount) == [101])
        let leftOut = explanation.stretches.flatMap(\.leftOut)
        #expect(leftOut.map(\.reason) == [.reportedTwice] && leftOut.map(\.amount) == [100])
    }

    @Test func `meals of two apps in one minute are two`() throws {
        let store = try ScratchStore()
        let meals = [Reading(source: "A", start: 0, value: 300), Reading(source: "B", start: 0, value: 200)]
        try store.push(Self.push(meals, metric: "dietary_energy", unit: "kcal"))
        let type = HKQuantityTypeIdentifier.dietaryEnergyConsumed.rawValue
        #expect(try store.database.statistics(StatisticsRequest(type: type)).map(\.figures.sum) == [500])
    }

    // MARK: Imports

    @Test(arguments: [true, false])
    func `an import that knows the end decides`(importsFirst: Bool) throws {
        let store = try ScratchStore()
        let export = """
            <HealthData locale="en_GB"><Record type="\(Self.steps)" unit="count" value="20" sourceName="Phone" \
            startDate="2024-03-09 08:00:00 +0000" endDate="2024-03-09 08:10:00 +0000"/></HealthData>
            """
        if importsFirst { try store.importXML(export) }
        try store.push(
            Self.push([
                Reading(source: "Phone", start: 0, value: 20), Reading(source: "Watch", start: 305, value: 7),
            ]))
        if !importsFirst { try store.importXML(export) }
        try Self.rank(store)
        #expect(try store.count("SELECT count(*) FROM sample") == 2)
        #expect(try Self.sum(store) == 25)
        #expect(try store.database.check().findings == [])
    }

    // MARK: Ranges and cells

    @Test func `a range that begins or ends within a minute has its share of the reading`() throws {
        let store = try ScratchStore()
        try store.push(Self.push([Reading(source: "Watch", start: 40, value: 60)]))
        #expect(try Self.sum(store, from: 30, to: 60) == 30)
        #expect(try Self.sum(store, from: 45, to: 50) == 5)
        #expect(try Self.sum(store, from: 0, to: 20) == 20)
        #expect(try Self.sum(store, from: 60, to: 120) == 0)
    }

    @Test func `cells of earlier versions are removed`() throws {
        let store = try ScratchStore()
        try store.push(Self.push([Reading(source: "Watch", start: 40, value: 60)]))
        _ = try Self.sum(store)
        #expect(try store.count("SELECT count(*) FROM rollup") > 0)
        try store.database.write { db in
            try db.execute(
                sql: "DELETE FROM grdb_migrations WHERE identifier = ?", arguments: [SchemaV28.identifier])
        }
        let opened = try HealthDatabase(url: store.database.url)
        #expect(try opened.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM rollup") } == 0)
        #expect(try opened.check().isHealthy)
    }

    // MARK: Random readings

    /// Returns a sum, second by second: of each second, the samples of the best-ranked source count, and a reading without an end lasts
    /// for the minute of its date.
    private static func reference(_ readings: [Reading], from: Int, to: Int) -> Double {
        func interval(_ reading: Reading) -> Range<Int> {
            reading.end.map { reading.start..<$0 } ?? reading.start / 60 * 60..<reading.start / 60 * 60 + 60
        }
        return (from..<to).reduce(0) { sum, second in
            let active = readings.filter { interval($0).contains(second) }
            let best = active.map(\.source).max()
            return active.reduce(sum) { $1.source == best ? $0 + $1.value / Double(interval($1).count) : $0 }
        }
    }

    private static func readings(_ random: inout SeededGenerator) -> [Reading] {
        var taken: Set<[Int]> = []
        return (0..<60 + random.below(60)).compactMap { _ in
            let source = random.below(3)
            let start = random.below(3600)
            guard taken.insert([source, start]).inserted else { return nil }
            // Half of the readings of the ring have an end, which is not that of a minute.
            let end = source == 1 && random.below(2) == 0 ? start + 61 + random.below(300) : nil
            return Reading(
                source: ["Phone", "Ring", "Watch"][source], start: start, end: end,
                value: Double(1 + random.below(5)) + (end == nil ? 0.25 : 0.125))
        }
    }

    @Test(arguments: UInt64(0)..<30)
    func `sums are those of a count by second, however the readings are sent`(stream: UInt64) throws {
        var random = SeededGenerator(seed: 61, stream: stream, index: 0)
        let store = try ScratchStore()
        let readings = Self.readings(&random)
        var rest = readings.shuffled(using: &random)
        while !rest.isEmpty {
            let part = rest.prefix(1 + random.below(40))
            rest.removeFirst(part.count)
            // A part is also sent again with some earlier readings.
            let again = readings.filter { _ in random.below(12) == 0 && !rest.isEmpty }.filter { !rest.contains($0) }
            try store.push(Self.push(Array(part)))
            try store.push(Self.push(Array(again)))
            if random.below(2) == 0 { _ = try store.database.statistics(Self.request()) }
        }
        try Self.rank(store)
        #expect(try store.count("SELECT count(*) FROM sample") == readings.count)
        let whole = Self.reference(readings, from: 0, to: 4200)
        #expect(abs(try Self.sum(store) - whole) < 1e-9, "stream \(stream)")
        for minutes in [1, 15, 60] {
            let request = try Self.request(every: DateComponents(minute: minutes))
            let rows = try store.database.expectRightCells(request, "stream \(stream), \(minutes) minutes")
            #expect(abs(rows.reduce(0) { $0 + ($1.figures.sum ?? 0) } - whole) < 1e-9, "stream \(stream)")
            for row in rows {
                let from = Int(row.start.timeIntervalSince1970 - Self.start)
                let expected = Self.reference(readings, from: from, to: from + minutes * 60)
                #expect(
                    abs((row.figures.sum ?? 0) - expected) < 1e-9, "stream \(stream), \(minutes) minutes from \(from)")
            }
        }
        for _ in 0..<5 {
            let from = random.below(3600)
            let to = from + 1 + random.below(1800)
            let expected = Self.reference(readings, from: from, to: to)
            #expect(
                abs(try Self.sum(store, from: from, to: to) - expected) < 1e-9, "stream \(stream), \(from) to \(to)")
            let explanation = try store.database.explanation(
                type: Self.steps, from: Self.date(from), to: Self.date(to))
            #expect(abs(explanation.total - expected) < 1e-9, "stream \(stream), \(from) to \(to)")
            let parts = explanation.stretches.reduce(0) { $0 + $1.amount }
            #expect(abs(parts - expected) < 1e-9, "stream \(stream), \(from) to \(to)")
        }
        #expect(try store.database.check().findings == [])
    }
}
