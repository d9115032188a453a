// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import OpenHealthModel
import OpenHealthStatistics
import OpenHealthTestSupport
import TestTimeLimits
import Testing

@testable import OpenHealthStore

/// Tests of figures of days of a person who travels.
@Suite(.timeLimit(.usual)) struct TravelFiguresTests {
    private static let steps = HKQuantityTypeIdentifier.stepCount.rawValue
    private static let hour = 3600.0
    private static let day = 24 * hour
    /// 2026-11-20 00:00 UTC.
    private static let november20 = 1_795_132_800.0

    private struct Figure {
        var start: Double
        var end: Double?
        var sum: Double
        var interval = AggregatedPoint.Interval.days

        /// Returns the figure of a day of November in a zone.
        static func day(_ day: Int, zone hours: Double, _ sum: Double) -> Figure {
            Figure(start: november20 + Double(day - 20) * TravelFiguresTests.day - hours * hour, sum: sum)
        }
    }

    private static func push(_ figures: [Figure], to store: ScratchStore, at date: Date = Date()) throws {
        var batch = PushedBatch()
        batch.aggregates = figures.map {
            AggregatedPoint(
                type: steps, sources: "W", start: $0.start, end: $0.end ?? $0.start, interval: $0.interval,
                unit: "count", sum: $0.sum, place: "")
        }
        _ = try store.database.ingest(batch, app: "phone", now: date)
    }

    private static func calendar(_ zone: String) throws -> Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: zone))
        return calendar
    }

    private static func rows(
        _ store: ScratchStore, every interval: DateComponents = DateComponents(day: 1), zone: String
    ) throws -> [StatisticsRow] {
        let calendar = try calendar(zone)
        let anchor = try #require(calendar.date(from: DateComponents(year: 2026, month: 11, day: 16)))
        let buckets = try CivilBuckets(anchor: anchor, interval: interval, calendar: calendar)
        return try store.database.statistics(StatisticsRequest(type: steps, buckets: buckets))
    }

    /// Returns the sums of days of November, after a comparison of statistics by day, in all, and of explanations.
    private static func sums(_ store: ScratchStore, zone: String = "Europe/Berlin") throws -> [Int: Double] {
        let calendar = try calendar(zone)
        var sums: [Int: Double] = [:]
        for row in try rows(store, zone: zone) { sums[calendar.component(.day, from: row.start)] = row.figures.sum }
        let total = try store.database.statistics(StatisticsRequest(type: steps)).first?.figures.sum ?? 0
        #expect(total == sums.values.reduce(0, +))
        for day in 17...24 {
            let from = try #require(calendar.date(from: DateComponents(year: 2026, month: 11, day: day)))
            let to = try #require(calendar.date(byAdding: .day, value: 1, to: from))
            #expect(try store.database.explanation(type: steps, from: from, to: to).total == sums[day] ?? 0, "\(day)")
            let one = try store.database.statistics(StatisticsRequest(type: steps, from: from, to: to))
            #expect(one.first?.figures.sum == sums[day], "\(day)")
        }
        return sums
    }

    private static func store() throws -> ScratchStore {
        let store = try ScratchStore()
        try store.database.setSetting("time_zone", value: "Europe/Berlin")
        return store
    }

    @Test func `a flight east leaves no day out`() throws {
        let store = try Self.store()
        try Self.push([.day(20, zone: -5, 1000)], to: store)
        try Self.push([.day(20, zone: 1, 800), .day(21, zone: 1, 900)], to: store)
        #expect(try Self.sums(store) == [20: 800, 21: 900])
    }

    @Test(arguments: [true, false])
    func `the days before and after a flight east both count, in both orders`(isEastLast: Bool) throws {
        let store = try Self.store()
        let figures: [Figure] = [.day(20, zone: -5, 1000), .day(21, zone: 1, 900)]
        for figure in isEastLast ? figures : figures.reversed() { try Self.push([figure], to: store) }
        #expect(try Self.sums(store) == [20: 1000, 21: 900])
        // Hours of the time that both have in common are inside both, and count once.
        let common = Self.november20 + 23 * Self.hour
        try Self.push(
            (0..<6).map {
                let start = common + Double($0) * Self.hour
                return Figure(start: start, end: start + Self.hour, sum: 10, interval: .hours)
            }, to: store)
        #expect(try Self.sums(store) == (isEastLast ? [20: 1000, 21: 900] : [20: 940, 21: 960]))
    }

    @Test(arguments: [-11.0, -8, -5, -3, 0, 2, 5.5, 8, 9, 12])
    func `days that are sent again in another zone replace the same days`(zone: Double) throws {
        let store = try Self.store()
        try Self.push((18...20).map { .day($0, zone: zone, 1000) }, to: store)
        try Self.push((18...21).map { .day($0, zone: 1, 900) }, to: store)
        #expect(try Self.sums(store) == [18: 900, 19: 900, 20: 900, 21: 900])
    }

    @Test func `a figure that arrives after the clock was set back replaces an earlier one`() throws {
        let store = try Self.store()
        let date = Date(timeIntervalSince1970: Self.november20)
        try Self.push([.day(20, zone: -5, 1000)], to: store, at: date + Self.day)
        try Self.push([.day(20, zone: 1, 800), .day(21, zone: 1, 900)], to: store, at: date)
        #expect(try Self.sums(store) == [20: 800, 21: 900])
    }

    @Test func `a flight west leaves no day out`() throws {
        let store = try Self.store()
        try Self.push([.day(20, zone: 1, 1000), .day(21, zone: -5, 900)], to: store)
        #expect(try Self.sums(store) == [20: 1000, 21: 900])
    }

    @Test func `totals with their ends are treated as those without`() throws {
        let store = try Self.store()
        let midnight = Self.november20 - Self.hour
        let newYork = Figure(
            start: Self.november20 + 5 * Self.hour, end: Self.november20 + 29 * Self.hour, sum: 1000)
        try Self.push([newYork], to: store)
        // The day so far ends after that of New York.
        let tomorrow = midnight + Self.day
        let soFar = Figure(start: tomorrow, end: tomorrow + 21 * Self.hour, sum: 900)
        try Self.push([soFar], to: store)
        #expect(try Self.sums(store) == [20: 1000, 21: 900])
        try Self.push([Figure(start: midnight, end: midnight + Self.day, sum: 800), soFar], to: store)
        #expect(try Self.sums(store) == [20: 800, 21: 900])
    }

    @Test func `a day that extends beyond a week does not leave the week out`() throws {
        let store = try Self.store()
        // The week of Berlin from Monday, 16 November, and the Sunday of New York.
        var week = Figure.day(16, zone: 1, 7000)
        week.interval = .weeks
        try Self.push([week, .day(22, zone: -5, 1000)], to: store)
        let weeks = try Self.rows(store, every: DateComponents(day: 7), zone: "Europe/Berlin")
        #expect(weeks.compactMap(\.figures.sum) == [7000])
    }

    @Test func `an hour across midnight does not leave a day out`() throws {
        let store = try Self.store()
        // An hour of India, half of it before midnight of Berlin.
        let start = Self.november20 + 22.5 * Self.hour
        try Self.push(
            [
                .day(20, zone: 1, 1000), .day(21, zone: 1, 900),
                Figure(start: start, end: start + Self.hour, sum: 100, interval: .hours),
            ], to: store)
        #expect(try Self.rows(store, zone: "Europe/Berlin").compactMap(\.figures.sum) == [1000, 900])
    }

    @Test func `minutes of mindfulness of both days of a flight count`() throws {
        let store = try Self.store()
        for date in ["2026-11-20 00:00:00 -0500", "2026-11-21 00:00:00 +0100"] {
            try store.push(
                """
                {"data":{"metrics":[{"name":"mindful_minutes","units":"min","data":[{"date":"\(date)","qty":30}]}]}}
                """, aggregation: .interval(.days))
        }
        let calendar = try Self.calendar("Europe/Berlin")
        let anchor = try #require(calendar.date(from: DateComponents(year: 2026, month: 11, day: 20)))
        let buckets = try CivilBuckets(anchor: anchor, interval: DateComponents(day: 1), calendar: calendar)
        let rows = try store.database.categoryDurations(
            type: HKCategoryTypeIdentifier.mindfulSession.rawValue, buckets: buckets)
        #expect(rows.map { $0.values.map(\.duration) } == [[1800], [1800]])
    }
}
