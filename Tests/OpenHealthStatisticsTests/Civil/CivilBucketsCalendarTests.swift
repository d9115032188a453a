// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import OpenHealthStatistics

/// Compares weeks, months and years with a simple reference and with `Calendar`.
@Suite
struct CivilBucketsCalendarTests {
    static let zones = [
        "GMT", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "Pacific/Apia",
        "Africa/Cairo", "America/Sao_Paulo", "America/St_Johns", "Pacific/Kiritimati",
    ]
    static let gregorianLike: [Calendar.Identifier] = [.gregorian, .iso8601, .buddhist, .japanese, .republicOfChina]
    static let others: [Calendar.Identifier] = [
        .hebrew, .islamic, .islamicCivil, .islamicTabular, .islamicUmmAlQura, .chinese, .persian, .indian, .coptic,
        .ethiopicAmeteMihret, .ethiopicAmeteAlem,
    ]

    /// Anchors before, within and after the checked buckets; only their phase matters.
    @Test(arguments: zones)
    func longBucketsEqualTheReference(zone: String) throws {
        let histories = ZoneHistory(try calendar(zone).timeZone, years: 1995...2040)
        let known = NaiveDate(year: 1995, month: 1, day: 1).number...NaiveDate(year: 2040, month: 12, day: 31).number
        let shapes: [(months: Int, days: Int)] = [
            (0, 7), (0, 2), (0, 14), (1, 0), (3, 0), (12, 0), (1, 15), (24, 0), (5, 1), (0, 400),
        ]
        let anchors = [
            NaiveDate(year: 2012, month: 1, day: 31), NaiveDate(year: 2016, month: 2, day: 29),
            NaiveDate(year: 2000, month: 12, day: 31), NaiveDate(year: 2035, month: 5, day: 30),
        ]
        for (shape, timeOfDay) in shapes.flatMap({ shape in [0, 9000, 84_600].map { (shape, $0) } }) {
            for anchor in anchors {
                let civil = Double(anchor.number * 86_400 + timeOfDay)
                let buckets = try CivilBuckets(
                    anchor: Date(timeIntervalSince1970: histories.edge(civil)),
                    interval: DateComponents(month: shape.months, day: shape.days), calendar: calendar(zone))
                var wrong: [Int] = []
                for index in -30...30 {
                    let date = anchor.adding(months: index * shape.months)
                    let day = date.number + index * shape.days
                    guard known.contains(day) else { continue }
                    let edge = histories.edge(Double(day * 86_400 + timeOfDay))
                    if buckets.bounds(of: index).start != edge { wrong.append(index) }
                }
                #expect(wrong.isEmpty, "\(zone) \(shape) \(anchor) \(timeOfDay)")
                expectTiles(buckets, -60...60)
            }
        }
    }

    @Test
    func monthsFromTheLastDayOfAMonth() throws {
        let buckets = try CivilBuckets(
            anchor: instant("2023-01-31T00:00:00Z"), interval: DateComponents(month: 1), calendar: calendar("GMT"))
        let starts = (0...4).map { Date(timeIntervalSince1970: buckets.bounds(of: $0).start).formatted(.iso8601) }
        #expect(
            starts == [
                "2023-01-31T00:00:00Z", "2023-02-28T00:00:00Z", "2023-03-31T00:00:00Z", "2023-04-30T00:00:00Z",
                "2023-05-31T00:00:00Z",
            ])
    }

    @Test
    func yearsFromALeapDay() throws {
        let buckets = try CivilBuckets(
            anchor: instant("2024-02-29T00:00:00Z"), interval: DateComponents(year: 1), calendar: calendar("GMT"))
        let starts = [-124, -1, 1, 4].map {
            Date(timeIntervalSince1970: buckets.bounds(of: $0).start).formatted(.iso8601)
        }
        #expect(
            starts == [
                "1900-02-28T00:00:00Z", "2023-02-28T00:00:00Z", "2025-02-28T00:00:00Z", "2028-02-29T00:00:00Z",
            ])
    }

    @Test
    func equalLengthsUnderOtherNames() throws {
        let pairs = [
            (DateComponents(quarter: 2), DateComponents(month: 6)),
            (DateComponents(year: 1), DateComponents(month: 12)),
            (DateComponents(weekOfYear: 2), DateComponents(day: 14)),
            (DateComponents(weekOfMonth: 1), DateComponents(day: 7)),
            (DateComponents(hour: 1, minute: 30), DateComponents(second: 5400)),
        ]
        let anchor = try instant("2024-05-31T21:30:00Z")
        for (one, other) in pairs {
            let first = try CivilBuckets(anchor: anchor, interval: one, calendar: calendar("Asia/Beirut"))
            let second = try CivilBuckets(anchor: anchor, interval: other, calendar: calendar("Asia/Beirut"))
            for index in -200...200 { #expect(first.bounds(of: index) == second.bounds(of: index), "\(one) \(index)") }
        }
    }

    /// Compares with Foundation's arithmetic, back to the beginning of the Julian calendar. Foundation's Gregorian calendar has
    /// errors when it subtracts months from the end of a February (2024-02-29 minus 24 months is 2022-03-01); its Buddhist
    /// calendar, which has the same months, does not.
    @Test(arguments: gregorianLike)
    func gregorianBucketsAgreeWithFoundation(identifier: Calendar.Identifier) throws {
        let oracle = try calendar("GMT", .buddhist)
        for (text, months) in [
            ("2023-01-31T12:00:00Z", 1), ("2024-02-29T12:00:00Z", 12), ("2024-11-30T00:00:00Z", 7),
            ("2000-06-15T00:00:00Z", 1),
        ] {
            let anchor = try instant(text)
            let buckets = try CivilBuckets(
                anchor: anchor, interval: DateComponents(month: months), calendar: calendar("GMT", identifier))
            let wrong = (-23_900 / months...24_000 / months).filter { index in
                let expected = oracle.date(byAdding: .month, value: index * months, to: anchor)
                return buckets.bounds(of: index).start != expected?.timeIntervalSince1970
            }
            #expect(wrong.isEmpty, "\(identifier) \(text) \(wrong.prefix(3))")
        }
    }

    @Test(arguments: others)
    func otherCalendarsAgreeWithFoundation(identifier: Calendar.Identifier) throws {
        for zone in ["GMT", "Asia/Jerusalem", "Asia/Tehran", "America/New_York"] {
            let calendar = try calendar(zone, identifier)
            for text in ["2024-01-30T10:00:00Z", "2023-03-11T10:00:00Z", "1999-12-31T10:00:00Z"] {
                let anchor = try instant(text)
                let intervals = [
                    DateComponents(month: 1), DateComponents(month: 3), DateComponents(year: 1),
                    DateComponents(year: 1, month: 1, day: 1), DateComponents(day: 3), DateComponents(weekOfYear: 1),
                ]
                for interval in intervals {
                    let buckets = try CivilBuckets(anchor: anchor, interval: interval, calendar: calendar)
                    let wrong = (-30...30).filter { index in
                        let components = DateComponents(
                            year: interval.year.map { $0 * index }, month: interval.month.map { $0 * index },
                            day: interval.day.map { $0 * index } ?? interval.weekOfYear.map { $0 * index * 7 })
                        let expected = calendar.date(byAdding: components, to: anchor)
                        return buckets.bounds(of: index).start != expected?.timeIntervalSince1970
                    }
                    #expect(wrong.isEmpty, "\(identifier) \(zone) \(text) \(interval) \(wrong)")
                    expectTiles(buckets, -60...60)
                }
            }
        }
    }
}
