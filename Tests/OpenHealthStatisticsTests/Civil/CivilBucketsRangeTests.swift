// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthTestBasics
import Testing

@testable import OpenHealthStatistics

/// Tests of arbitrary intervals, extreme dates and refused intervals.
@Suite
struct CivilBucketsRangeTests {
    private static let calendars = CivilBucketsCalendarTests.gregorianLike + CivilBucketsCalendarTests.others

    @Test
    func bucketsOfAnyKindTile() throws {
        var random = SeededGenerator(seed: 3)
        let zones = TimeZone.knownTimeZoneIdentifiers
        for round in 0..<2000 {
            var interval = DateComponents()
            let pick = { (largest: Int, generator: inout SeededGenerator) -> Int? in
                Int.random(in: 0..<4, using: &generator) == 0 ? Int.random(in: 1...largest, using: &generator) : nil
            }
            interval.year = pick(3, &random)
            interval.quarter = pick(5, &random)
            interval.month = pick(20, &random)
            interval.weekOfYear = pick(5, &random)
            interval.weekOfMonth = pick(5, &random)
            interval.day = pick(40, &random)
            interval.hour = pick(50, &random)
            interval.minute = pick(1000, &random)
            interval.second = pick(100_000, &random)
            if interval == DateComponents() { interval.day = 1 }
            let zone = zones[Int.random(in: 0..<zones.count, using: &random)]
            let other = zones[Int.random(in: 0..<zones.count, using: &random)]
            let calendar = try calendar(
                zone, round % 20 == 0 ? Self.calendars.randomElement(using: &random)! : .gregorian)
            let anchor = Double.random(in: -5e9...4e9, using: &random)
            let buckets = try CivilBuckets(
                anchor: Date(timeIntervalSince1970: round % 2 == 0 ? anchor : anchor.rounded()), interval: interval,
                calendar: calendar)
            #expect(buckets.bounds(of: 0).start == buckets.anchor.timeIntervalSince1970)
            expectTiles(buckets, -20...20)
            let zoned = buckets.with(timeZone: try #require(TimeZone(identifier: other)))
            let spans = (0..<5).map { _ in zoned.index(containing: Double.random(in: -5e9...4e9, using: &random)) }
            for index in spans { expectTiles(zoned, index - 2...index + 2) }
        }
    }

    @Test(arguments: calendars)
    func extremeDates(identifier: Calendar.Identifier) throws {
        let intervals = [
            DateComponents(second: 1), DateComponents(hour: 1), DateComponents(day: 1), DateComponents(weekOfYear: 1),
            DateComponents(month: 1), DateComponents(year: 1), DateComponents(year: 10_000),
            DateComponents(day: 3_652_425),
            DateComponents(year: 999, month: 11, day: 30, second: 59),
        ]
        let anchors = [
            Date.distantPast, Date(timeIntervalSince1970: 253_402_300_799),
            Date(timeIntervalSince1970: 1_700_000_000.25),
        ]
        let instants = [
            -Double.infinity, -Double.greatestFiniteMagnitude, -1e18, -1e12, -1e11, -6.3e10, -6.2135e10, -3e10, 0, 1e10,
            1e11, 2.534e11, 2.54e11, 1e12, 1e18, .greatestFiniteMagnitude,
        ]
        for interval in intervals {
            for anchor in anchors {
                for zone in ["GMT", "Pacific/Apia", "America/Sitka"] {
                    let buckets = try CivilBuckets(
                        anchor: anchor, interval: interval, calendar: calendar(zone, identifier))
                    for instant in instants {
                        let index = buckets.index(containing: instant)
                        let (start, end) = buckets.bounds(of: index)
                        #expect(
                            start <= instant && instant < end, "\(identifier) \(interval) \(anchor) \(zone) \(instant)")
                        expectTiles(buckets, index - 2...index + 2)
                    }
                    #expect(buckets.bounds(of: .max) == (.infinity, .infinity))
                    #expect(buckets.bounds(of: .min) == (-.infinity, -.infinity))
                    #expect(buckets.bounds(of: buckets.index(containing: .infinity)).end == .infinity)
                    _ = buckets.index(containing: .nan)
                }
            }
        }
    }

    /// `distantPast`, which is often used as anchor, is the start of a month and a year in UTC.
    @Test
    func aMonthFromDistantPast() throws {
        let calendar = try calendar("GMT")
        for (interval, text) in [
            (DateComponents(month: 1), "2024-05-01T00:00:00Z"), (DateComponents(year: 1), "2024-01-01T00:00:00Z"),
            (DateComponents(day: 1), "2024-05-09T00:00:00Z"),
        ] {
            let buckets = try CivilBuckets(anchor: .distantPast, interval: interval, calendar: calendar)
            let index = buckets.index(containing: try instant("2024-05-09T08:00:00Z").timeIntervalSince1970)
            #expect(buckets.bounds(of: index).start == (try instant(text)).timeIntervalSince1970)
        }
    }

    @Test
    func refusedIntervals() throws {
        var leap = DateComponents(month: 1)
        leap.isLeapMonth = true
        var ordinal = DateComponents()
        ordinal.dayOfYear = 1
        let refused: [(DateComponents, String)] = [
            (DateComponents(), "no length"), (DateComponents(day: 0), "no length"),
            (DateComponents(month: 0, second: 0), "no length"), (DateComponents(day: -1), "-1 as its day"),
            (DateComponents(month: 1, day: -3), "-3 as its day"), (DateComponents(weekday: 2), "weekday"),
            (DateComponents(day: 1, weekdayOrdinal: 2), "weekdayOrdinal"), (DateComponents(era: 1, day: 1), "era"),
            (DateComponents(nanosecond: 5), "nanosecond"), (DateComponents(yearForWeekOfYear: 1), "yearForWeekOfYear"),
            (ordinal, "dayOfYear"), (leap, "isLeapMonth"), (DateComponents(year: 10_001), "year"),
            (DateComponents(quarter: 40_001), "quarter"), (DateComponents(month: 120_001), "month"),
            (DateComponents(day: 3_652_426), "day"), (DateComponents(weekOfYear: 521_776), "weekOfYear"),
            (DateComponents(weekOfMonth: .max - 1), "weekOfMonth"), (DateComponents(hour: .max - 1), "hour"),
            (DateComponents(minute: .max - 1), "minute"), (DateComponents(second: .min), "second"),
            (DateComponents(second: .max - 1), "second"), (DateComponents(day: .max - 1, hour: .max - 1), "day"),
        ]
        for (interval, words) in refused {
            let error = try #require(throws: StatisticsError.self) {
                try CivilBuckets(anchor: .now, interval: interval, calendar: calendar("Europe/Berlin"))
            }
            #expect(error.code == .invalidInterval)
            #expect(error.message.contains(words), "\(error)")
            #expect(!error.remedy.isEmpty)
        }
    }

    @Test
    func refusedAnchors() throws {
        for seconds in [-6.3e10, 2.54e11, 1e18, .infinity, -.infinity, .nan] {
            let error = try #require(throws: StatisticsError.self) {
                try CivilBuckets(
                    anchor: Date(timeIntervalSince1970: seconds), interval: DateComponents(day: 1),
                    calendar: calendar("Europe/Berlin"))
            }
            #expect(error.code == .invalidInterval)
            #expect(error.message.contains("anchor"))
        }
    }

    @Test
    func propertiesAreKept() throws {
        let calendar = try calendar("Europe/Berlin", .hebrew)
        let anchor = Date(timeIntervalSince1970: 1_700_000_000)
        let buckets = try CivilBuckets(anchor: anchor, interval: DateComponents(month: 2), calendar: calendar)
        #expect(buckets.anchor == anchor && buckets.interval == DateComponents(month: 2))
        #expect(buckets.calendar == calendar && buckets.timeZone == calendar.timeZone)
        var following = calendar
        following.timeZone = .autoupdatingCurrent
        let fixed = try CivilBuckets(anchor: anchor, interval: DateComponents(day: 1), calendar: following)
        #expect(fixed.timeZone.identifier == TimeZone.current.identifier)
    }
}
