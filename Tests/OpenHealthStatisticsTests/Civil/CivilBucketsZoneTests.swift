// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthTestBasics
import Testing

@testable import OpenHealthStatistics

/// Compares days in every zone with a history of the zone's clocks.
@Suite
struct CivilBucketsZoneTests {
    /// Years in which countries crossed the date line, adopted standard time, or set clocks forward at midnight.
    static let years = [
        1844...1845, 1867...1867, 1883...1883, 1892...1892, 1899...1900, 1919...1920, 1942...1942,
        1945...1945, 1969...1969, 1986...1987, 1993...1994, 2011...2011, 2017...2018, 2023...2024, 2040...2040,
    ]

    @Test(arguments: years)
    func daysOfEveryZone(years: ClosedRange<Int>) throws {
        let first = NaiveDate(year: years.lowerBound, month: 1, day: 1).number
        let last = NaiveDate(year: years.upperBound, month: 12, day: 31).number
        var random = SeededGenerator(seed: UInt64(years.lowerBound))
        for identifier in TimeZone.knownTimeZoneIdentifiers {
            let calendar = try calendar(identifier)
            let history = ZoneHistory(calendar.timeZone, years: years)
            // Midnight, and a random second of the day.
            for timeOfDay in [0, Int.random(in: 1..<86_400, using: &random)] {
                // The anchor is an ordinary day, far from the checked years.
                let origin = NaiveDate(year: 2026, month: 6, day: 15).number
                let civil = Double(origin * 86_400 + timeOfDay)
                let anchor = civil - history.offset(civil - history.offset(civil))
                let buckets = try CivilBuckets(
                    anchor: Date(timeIntervalSince1970: anchor), interval: DateComponents(day: 1), calendar: calendar)
                let days = (first...last).filter { day in
                    let noon = Double(day) * 86_400 + 43_200
                    return day % 97 == 0 || history.stretches.contains { abs($0.start - noon) < 3 * 86_400 }
                }
                let wrong = days.filter { day in
                    buckets.bounds(of: day - origin).start != history.edge(Double(day * 86_400 + timeOfDay))
                }
                #expect(wrong.isEmpty, "\(identifier), \(timeOfDay) s after midnight")
                for day in days { expectTiles(buckets, day - origin...day - origin) }
            }
        }
    }

    /// A day begins when a clock first shows its date; checked minute by minute.
    @Test(arguments: [
        ("Europe/Berlin", 2024), ("America/New_York", 2024), ("Australia/Lord_Howe", 2024), ("Asia/Kathmandu", 1986),
        ("Pacific/Apia", 2011), ("Pacific/Kwajalein", 1993), ("Africa/Cairo", 2023), ("Asia/Beirut", 2023),
        ("America/Sao_Paulo", 2017), ("America/Asuncion", 2023), ("America/St_Johns", 1988), ("America/Toronto", 1920),
        ("Pacific/Kwajalein", 1969), ("Antarctica/Casey", 2020), ("Africa/Casablanca", 2024), ("America/Havana", 2024),
    ])
    func daysMinuteByMinute(zone: String, year: Int) throws {
        let calendar = try calendar(zone)
        let offset = { Double(calendar.timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: $0))) }
        let begin = Double(NaiveDate(year: year - 1, month: 12, day: 20).number * 86_400)
        let buckets = try CivilBuckets(
            anchor: Date(timeIntervalSince1970: begin - offset(begin)), interval: DateComponents(day: 1),
            calendar: calendar)
        var latest = -1
        var wrong: [Double] = []
        for minute in 0..<380 * 1440 {
            let instant = begin - offset(begin) + Double(minute) * 60
            let day = max(latest, Int(((instant + offset(instant) - begin) / 86_400).rounded(.down)))
            if day != latest || minute % 97 == 0 {
                if buckets.index(containing: instant) != day { wrong.append(instant) }
                if buckets.index(containing: instant - 1) != latest { wrong.append(instant - 1) }
            }
            latest = day
        }
        #expect(wrong.isEmpty, "\(zone) \(wrong.prefix(3))")
    }

    @Test
    func lengthsOfDays() throws {
        let cases: [(zone: String, day: String, hours: Double)] = [
            ("Europe/Berlin", "2024-03-31", 23), ("Europe/Berlin", "2024-10-27", 25),
            ("Europe/Berlin", "2024-06-01", 24),
            ("America/New_York", "2024-03-10", 23), ("America/New_York", "2024-11-03", 25),
            ("Australia/Lord_Howe", "2024-10-06", 23.5), ("Australia/Lord_Howe", "2024-04-07", 24.5),
            ("Asia/Kathmandu", "1986-01-01", 23.75), ("Africa/Cairo", "2023-04-28", 23),
            ("Asia/Beirut", "2023-03-26", 23),
            ("America/Sao_Paulo", "2017-10-15", 23), ("America/Asuncion", "2023-10-01", 23),
            ("Pacific/Apia", "2011-12-29", 24), ("Pacific/Apia", "2011-12-30", 0), ("Pacific/Apia", "2011-12-31", 24),
            ("Pacific/Kwajalein", "1993-08-21", 0), ("Asia/Manila", "1844-12-31", 0), ("Asia/Manila", "1845-01-01", 24),
            ("Pacific/Apia", "1892-07-04", 48), ("America/Sitka", "1867-10-19", 48),
        ]
        let origin = try instant("2020-01-01T00:00:00Z")
        let utc = try CivilBuckets(anchor: origin, interval: DateComponents(day: 1), calendar: calendar("GMT"))
        for (zone, day, hours) in cases {
            let index = utc.index(containing: try instant(day + "T12:00:00Z").timeIntervalSince1970)
            let local = utc.with(timeZone: try #require(TimeZone(identifier: zone)))
            let (start, end) = local.bounds(of: index)
            #expect((end - start) / 3600 == hours, "\(zone) \(day)")
        }
    }

    /// The first instant of a day without midnight as an anchor creates calendar days, not days that begin at this time.
    @Test
    func anchorOnADayWithoutMidnight() throws {
        for (zone, text) in [("America/Sao_Paulo", "2017-10-15T03:00:00Z"), ("Africa/Cairo", "2023-04-27T22:00:00Z")] {
            let calendar = try calendar(zone)
            let anchor = try instant(text)
            #expect(calendar.startOfDay(for: anchor) == anchor)
            let buckets = try CivilBuckets(anchor: anchor, interval: DateComponents(day: 1), calendar: calendar)
            #expect(buckets.bounds(of: 0).start == anchor.timeIntervalSince1970)
            for index in [-100, -1, 1, 2, 100] {
                let start = Date(timeIntervalSince1970: buckets.bounds(of: index).start)
                #expect(calendar.startOfDay(for: start) == start, "\(zone) \(index)")
            }
            expectTiles(buckets, -400...400)
        }
    }

    /// The second of two equal clock times as an anchor.
    @Test
    func anchorInTheRepeatedHour() throws {
        let anchor = try instant("2024-10-27T01:30:00Z")
        let buckets = try CivilBuckets(
            anchor: anchor, interval: DateComponents(day: 1), calendar: calendar("Europe/Berlin"))
        #expect(buckets.bounds(of: 0).start == anchor.timeIntervalSince1970)
        #expect(buckets.bounds(of: 1).start == (try instant("2024-10-28T01:30:00Z")).timeIntervalSince1970)
        #expect(buckets.bounds(of: -1).start == (try instant("2024-10-26T00:30:00Z")).timeIntervalSince1970)
        expectTiles(buckets, -400...400)
    }

    @Test
    func hoursAreElapsedTime() throws {
        let calendar = try calendar("Europe/Berlin")
        let anchor = try instant("2024-03-30T23:00:00Z")
        for interval in [DateComponents(hour: 24), DateComponents(minute: 1440), DateComponents(second: 86_400)] {
            let buckets = try CivilBuckets(anchor: anchor, interval: interval, calendar: calendar)
            for index in -1000...1000 {
                #expect(buckets.bounds(of: index).start == anchor.timeIntervalSince1970 + Double(index) * 86_400)
            }
            expectTiles(buckets, -1000...1000)
        }
    }

    /// Buckets of the same dates have the same numbers in every zone.
    @Test
    func otherZonesKeepBucketNumbers() throws {
        let intervals = [
            DateComponents(day: 1), DateComponents(day: 2), DateComponents(weekOfYear: 1), DateComponents(month: 1),
            DateComponents(month: 3, day: 2), DateComponents(year: 1),
        ]
        for identifier in TimeZone.knownTimeZoneIdentifiers {
            let zone = try #require(TimeZone(identifier: identifier))
            let history = ZoneHistory(zone, years: 2023...2024)
            for interval in intervals {
                let buckets = try CivilBuckets(
                    anchor: instant("2024-01-31T05:30:00Z"), interval: interval, calendar: calendar("America/New_York"))
                let other = buckets.with(timeZone: zone)
                #expect(other.timeZone == zone && other.calendar.timeZone == zone)
                for index in -4...4 {
                    let here = buckets.bounds(of: index).start
                    let civil = here + Double(buckets.timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: here)))
                    guard (1_672_531_200..<1_735_689_600).contains(civil) else { continue }
                    #expect(other.bounds(of: index).start == history.edge(civil), "\(identifier) \(interval) \(index)")
                }
                #expect(other.anchor.timeIntervalSince1970 == other.bounds(of: 0).start)
                #expect(other.with(timeZone: buckets.timeZone).anchor == buckets.anchor)
            }
        }
    }
}
