// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAccess
import OpenHealthFormats
import OpenHealthModel
import OpenHealthSession
import OpenHealthStatistics
import OpenHealthTestSupport
import Testing

@testable import OpenHealthStore

/// Tests of the figures of intervals in statistics.
@Suite struct AggregateFiguresTests {
    private static let steps = HKQuantityTypeIdentifier.stepCount.rawValue
    /// 2024-03-09 00:00 UTC.
    private static let day = 1_709_942_400.0

    private struct Figure {
        var start: Double
        var end: Double
        var sum: Double
        var interval: AggregatedPoint.Interval
    }

    private static func push(_ figures: [Figure], to store: ScratchStore) throws {
        var batch = PushedBatch()
        batch.aggregates = figures.map {
            AggregatedPoint(
                type: steps, sources: "Watch", start: $0.start, end: $0.end, interval: $0.interval, unit: "count",
                sum: $0.sum, place: "")
        }
        _ = try store.database.ingest(batch, app: "phone")
    }

    private static func export(_ samples: [(start: Double, end: Double, value: Double)]) -> String {
        let records = samples.map { sample in
            let (start, end) = (date(sample.start), date(sample.end))
            return "<Record type=\"\(steps)\" unit=\"count\" value=\"\(sample.value)\" sourceName=\"Phone\" "
                + "startDate=\"\(start)\" endDate=\"\(end)\"/>"
        }
        return "<HealthData locale=\"en_GB\">" + records.joined() + "</HealthData>"
    }

    private static func date(_ seconds: Double) -> String {
        let text = Date(timeIntervalSince1970: seconds).ISO8601Format()
        return text.replacing("T", with: " ").replacing("Z", with: " +0000")
    }

    private static func buckets(
        _ interval: DateComponents, anchor: Double = day, zone: String = "UTC"
    ) throws -> CivilBuckets {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: zone))
        return try CivilBuckets(
            anchor: Date(timeIntervalSince1970: anchor), interval: interval, calendar: calendar)
    }

    /// Returns the parts of figures that count in buckets of a length, one candidate after the other.
    /// - Parameter samples: Returns the sum of the samples of an interval.
    private static func reference(
        _ figures: [Figure], bucket: Double, samples: (Figure) throws -> Double
    ) rethrows -> [Figure] {
        var counted: [Figure] = []
        for figure in figures.sorted(by: { $0.end - $0.start < $1.end - $1.start }) {
            let isInside =
                ((figure.start - day) / bucket).rounded(.down) == ((figure.end - day) / bucket).rounded(.up) - 1
            guard isInside else { continue }
            let nested = counted.filter { $0.start >= figure.start && $0.end <= figure.end }
            let rest = figure.sum - nested.reduce(0) { $0 + $1.sum } - (try samples(figure))
            if rest > 0 { counted.append(Figure(start: figure.start, end: figure.end, sum: rest, interval: .hours)) }
        }
        return counted
    }

    @Test(arguments: UInt64(0)..<12)
    func `figures count as far as they exceed the samples and the finer figures`(stream: UInt64) throws {
        var random = SeededGenerator(seed: 2323, stream: stream, index: 0)
        let samples = (0..<Int.random(in: 0...20, using: &random)).map { _ in
            let start = Self.day + Double(Int.random(in: 0..<(5 * 24 * 60), using: &random) * 60)
            let length = Double([0, 60, 600, 7200].randomElement(using: &random) ?? 0)
            return (start: start, end: start + length, value: Double(Int.random(in: 1...500, using: &random)))
        }
        var figures: [Figure] = []
        for hour in 0..<(5 * 24) where Int.random(in: 0..<3, using: &random) == 0 {
            let start = Self.day + Double(hour) * 3600
            figures.append(
                Figure(
                    start: start, end: start + 3600, sum: Double(Int.random(in: 1...900, using: &random)),
                    interval: .hours))
        }
        for day in 0..<5 where Bool.random(using: &random) {
            let start = Self.day + Double(day) * 86_400
            figures.append(
                Figure(
                    start: start, end: start + 86_400, sum: Double(Int.random(in: 1000...9000, using: &random)),
                    interval: .days))
        }
        figures.shuffle(using: &random)
        let (alone, store) = (try ScratchStore(), try ScratchStore())
        for one in [alone, store] { try one.importXML(Self.export(samples)) }
        try Self.push(figures, to: store)
        for (interval, length) in [(DateComponents(hour: 1), 3600.0), (DateComponents(day: 1), 86_400)] {
            let request = StatisticsRequest(type: Self.steps, buckets: try Self.buckets(interval))
            var expected: [Double: Double] = [:]
            for row in try alone.database.statistics(request) {
                expected[row.start.timeIntervalSince1970] = row.figures.sum
            }
            let counted = try Self.reference(figures, bucket: length) { figure in
                let inside = StatisticsRequest(
                    type: Self.steps, from: Date(timeIntervalSince1970: figure.start),
                    to: Date(timeIntervalSince1970: figure.end))
                return try alone.database.statistics(inside).first?.figures.sum ?? 0
            }
            for figure in counted {
                let start = Self.day + ((figure.start - Self.day) / length).rounded(.down) * length
                expected[start, default: 0] += figure.sum
            }
            for usesRollups in [true, true, false] {
                let rows = try store.database.statistics(request, usesRollups: usesRollups)
                #expect(rows.map(\.start) == rows.map(\.start).sorted())
                #expect(Set(rows.map { $0.start.timeIntervalSince1970 }) == Set(expected.keys))
                for row in rows {
                    let sum = try #require(expected[row.start.timeIntervalSince1970])
                    #expect(abs((row.figures.sum ?? .nan) - sum) < 1e-6)
                }
            }
        }
        let (from, to) = (Date(timeIntervalSince1970: Self.day), Date(timeIntervalSince1970: Self.day + 5 * 86_400))
        let whole = StatisticsRequest(type: Self.steps, from: from, to: to)
        let total = try store.database.statistics(whole).first?.figures.sum ?? 0
        let explanation = try store.database.explanation(type: Self.steps, from: from, to: to)
        #expect(abs(explanation.total - total) < 1e-6)
        #expect(abs(explanation.stretches.reduce(0) { $0 + $1.amount } - total) < 1e-6)
    }

    @Test(arguments: ["UTC", "Europe/Berlin", "Asia/Kathmandu"])
    func `the sum of days with figures is the same in days, months and in all`(zone: String) throws {
        let store = try ScratchStore()
        try store.database.setSetting("time_zone", value: zone)
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: zone))
        // Figures of single days, and samples from the first minute of the days between them; clocks change on 29 March 2026.
        let days = try (0..<40).map { day in
            try #require(calendar.date(from: DateComponents(year: 2026, month: 3, day: 1 + day))).timeIntervalSince1970
        }
        let odd = days.indices.filter { $0 % 2 == 1 }
        try store.importXML(Self.export(odd.map { (start: days[$0], end: days[$0] + 600, value: 1000) }))
        let even = days.indices.filter { $0 % 2 == 0 }
        try Self.push(
            even.map { Figure(start: days[$0], end: days[$0], sum: Double($0 + 1), interval: .days) }, to: store)
        let expected = Double(odd.count * 1000 + even.reduce(0) { $0 + $1 + 1 })
        for interval in [DateComponents(day: 1), DateComponents(weekOfYear: 1), DateComponents(month: 1)] {
            let buckets = try Self.buckets(interval, anchor: days[0], zone: zone)
            let rows = try store.database.statistics(StatisticsRequest(type: Self.steps, buckets: buckets))
            #expect(rows.reduce(0) { $0 + ($1.figures.sum ?? 0) } == expected, "\(interval)")
        }
        #expect(try store.database.statistics(StatisticsRequest(type: Self.steps)).map(\.figures.sum) == [expected])
    }

    @Test func `a figure without an end extends to the next one, also when clocks change`() throws {
        let store = try ScratchStore()
        // The days of Berlin; the second one has 23 hours, and the last one has no successor.
        let starts = [1_711_753_200.0, 1_711_839_600, 1_711_922_400]
        try Self.push(starts.map { Figure(start: $0, end: $0, sum: 100, interval: .days) }, to: store)
        var request = StatisticsRequest(
            type: Self.steps,
            buckets: try Self.buckets(DateComponents(day: 1), anchor: starts[0], zone: "Europe/Berlin"))
        let rows = try store.database.statistics(request)
        #expect(rows.map(\.start.timeIntervalSince1970) == starts)
        #expect(rows.map(\.figures.sum) == [100, 100, 100])
        #expect(rows.map(\.figures.duration) == [86_400, 82_800, 86_400])
        #expect(rows.map(\.aggregates) == [1, 1, 1])
        // A day is not divided into hours.
        request.buckets = try Self.buckets(DateComponents(hour: 1))
        #expect(try store.database.statistics(request).isEmpty)
    }

    @Test(arguments: ["UTC", "Asia/Kolkata", "Asia/Kathmandu", "Europe/Berlin"])
    func `the hours of a zone with half an hour of offset all count in days and hours`(zone: String) throws {
        let store = try ScratchStore()
        // Three days of India, from 2024-03-09.
        let start = Self.day - 5.5 * 3600
        try Self.push(
            (0..<72).map { hour in
                let hour = start + Double(hour) * 3600
                return Figure(start: hour, end: hour, sum: 100, interval: .hours)
            }, to: store)
        let offset = try #require(TimeZone(identifier: zone)).secondsFromGMT(for: Date(timeIntervalSince1970: Self.day))
        let midnight = Self.day - Double(offset)
        for interval in [DateComponents(day: 1), DateComponents(hour: 1)] {
            let buckets = try Self.buckets(interval, anchor: midnight, zone: zone)
            var request = StatisticsRequest(type: Self.steps, buckets: buckets)
            let rows = try store.database.statistics(request)
            #expect(rows.compactMap(\.figures.sum).reduce(0, +) == 7200, "\(interval)")
            // The figure at the boundary of two ranges counts in one of them.
            var sum = 0.0
            for day in -1..<4 {
                request.from = Date(timeIntervalSince1970: Self.day + Double(day) * 86_400)
                request.to = Date(timeIntervalSince1970: Self.day + Double(day + 1) * 86_400)
                sum += try store.database.statistics(request).compactMap(\.figures.sum).reduce(0, +)
            }
            #expect(interval.day == nil || zone != "UTC" || sum == 7200)
        }
        let quarters = try Self.buckets(DateComponents(minute: 15), anchor: midnight, zone: zone)
        let request = StatisticsRequest(type: Self.steps, buckets: quarters)
        #expect(try store.database.statistics(request).isEmpty)
    }

    @Test func `averages of figures are used in buckets without samples only`() throws {
        let store = try ScratchStore()
        let json = """
            {"data":{"metrics":[{"name":"heart_rate","units":"bpm","data":[
            {"date":"2024-03-09 10:00:00 +0000","Min":50,"Avg":60,"Max":90,"source":"Watch"},
            {"date":"2024-03-09 11:00:00 +0000","Min":40,"Avg":80,"Max":100,"source":"Watch"}]}]}}
            """
        try store.push(json, aggregation: .interval(.hours))
        let request = StatisticsRequest(
            type: HKQuantityTypeIdentifier.heartRate.rawValue, buckets: try Self.buckets(DateComponents(day: 1)))
        let figures = try #require(try store.database.statistics(request).first?.figures)
        let unit = HKQuantityType(.heartRate).canonicalUnit
        let scale = HKQuantity(unit: HKUnit(from: "count/min"), doubleValue: 1).doubleValue(for: unit)
        #expect(abs((figures.average ?? 0) - 70 * scale) < 1e-9)
        #expect(abs((figures.minimum ?? 0) - 40 * scale) < 1e-9)
        #expect(abs((figures.maximum ?? 0) - 100 * scale) < 1e-9)
        try store.importXML(
            """
            <HealthData locale="en_GB"><Record type="HKQuantityTypeIdentifierHeartRate" unit="count/min" value="61"
            sourceName="Watch" startDate="2024-03-09 20:00:00 +0000" endDate="2024-03-09 20:00:00 +0000"/></HealthData>
            """)
        let row = try #require(try store.database.statistics(request).first)
        #expect(abs((row.figures.average ?? 0) - 61 * scale) < 1e-9)
        #expect(row.aggregates == 0)
    }

    @Test(arguments: ["America/Los_Angeles", "Asia/Tokyo", "Europe/Berlin", "Pacific/Auckland"])
    func `a day of a phone in another zone counts on that day`(zone: String) throws {
        let store = try ScratchStore()
        // Three days of Berlin.
        let starts = [1_709_938_800.0, 1_710_025_200, 1_710_111_600]
        try Self.push(starts.map { Figure(start: $0, end: $0, sum: 100, interval: .days) }, to: store)
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: zone))
        let days = try [9, 10, 11].map {
            try #require(calendar.date(from: DateComponents(year: 2024, month: 3, day: $0)))
        }
        let buckets = try CivilBuckets(anchor: days[0], interval: DateComponents(day: 1), calendar: calendar)
        let rows = try store.database.statistics(StatisticsRequest(type: Self.steps, buckets: buckets))
        #expect(rows.map(\.start) == days)
        #expect(rows.map(\.figures.sum) == [100, 100, 100])
        let one = StatisticsRequest(type: Self.steps, from: days[1], to: days[2])
        #expect(try store.database.statistics(one).map(\.figures.sum) == [100])
        let part = StatisticsRequest(type: Self.steps, from: days[1], to: days[1] + 12 * 3600)
        #expect(try store.database.statistics(part).isEmpty)
    }

    @Test func `an explanation names figures of intervals`() throws {
        let store = try ScratchStore()
        try Self.push([Figure(start: Self.day, end: Self.day + 3600, sum: 120, interval: .hours)], to: store)
        let explanation = try store.database.explanation(
            type: Self.steps, from: Date(timeIntervalSince1970: Self.day),
            to: Date(timeIntervalSince1970: Self.day + 86_400))
        #expect(explanation.total == 120)
        #expect(explanation.stretches.map(\.source.name) == ["Watch (figure of an hour)"])
        #expect(explanation.stretches.map(\.samples) == [0])
    }

    @Test func `an app that may not read the type sees no figures`() throws {
        let world = try AppWorld()
        try Self.push([Figure(start: Self.day, end: Self.day + 3600, sum: 120, interval: .hours)], to: world.store)
        let type = HKQuantityType(.stepCount)
        let (from, to) = (Date(timeIntervalSince1970: Self.day), Date(timeIntervalSince1970: Self.day + 86_400))
        let trusted = try world.trustedApp()
        #expect(try trusted.statistics(StatisticsQuery(type: type, options: .cumulativeSum)).count == 1)
        #expect(try trusted.explanation(of: type, from: from, to: to).total == 120)
        let other = world.app("other")
        try other.allow(read: [type: .denied])
        #expect(try other.statistics(StatisticsQuery(type: type, options: .cumulativeSum)).isEmpty)
        let explanation = try other.explanation(of: type, from: from, to: to)
        #expect(explanation.stretches.isEmpty && explanation.order.isEmpty && explanation.total == 0)
    }
}
