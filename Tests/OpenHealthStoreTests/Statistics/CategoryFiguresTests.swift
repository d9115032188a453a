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

/// Tests of the figures of nights, stand hours and mindful minutes in durations.
@Suite(.timeLimit(.usual)) struct CategoryFiguresTests {
    private static let sleep = HKCategoryTypeIdentifier.sleepAnalysis.rawValue

    private func durations(
        _ store: ScratchStore, _ type: HKCategoryTypeIdentifier, zone: String = "Europe/Berlin", hours: Int? = nil
    ) throws -> [String] {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: zone))
        let anchor = try #require(calendar.date(from: DateComponents(year: 2024, month: 3, day: 9)))
        let interval = hours.map { DateComponents(hour: $0) } ?? DateComponents(day: 1)
        let buckets = try CivilBuckets(anchor: anchor, interval: interval, calendar: calendar)
        return try store.database.categoryDurations(type: type.rawValue, buckets: buckets).map { row in
            let day = calendar.component(.day, from: row.start)
            return "\(day): " + row.values.map { "\($0.value)=\($0.duration / 3600)" }.joined(separator: " ")
        }
    }

    private func night(_ day: Int, _ figures: String) -> String {
        """
        {"data":{"metrics":[{"name":"sleep_analysis","units":"hr","data":[{"date":"2024-03-\(day) 00:00:00 +0100",\(figures),
        "sleepStart":"2024-03-\(day - 1) 23:00:00 +0100","sleepEnd":"2024-03-\(day) 07:00:00 +0100","source":"Watch"}]}]}}
        """
    }

    @Test func `a night that is sent as totals counts on its day`() throws {
        let store = try ScratchStore()
        try store.push(
            night(11, "\"totalSleep\":7.5,\"asleep\":0,\"core\":4,\"deep\":1.5,\"rem\":2,\"awake\":0.5,\"inBed\":0"))
        let expected = ["11: 2=0.5 3=4.0 4=1.5 5=2.0"]
        for zone in ["Europe/Berlin", "America/New_York", "Asia/Tokyo"] {
            #expect(try durations(store, .sleepAnalysis, zone: zone) == expected)
        }
        #expect(try durations(store, .sleepAnalysis, hours: 1).isEmpty)
        // A night of which the phone sends the phases later has samples.
        try store.push(
            """
            {"data":{"metrics":[{"name":"sleep_analysis","units":"hr","data":[{"startDate":"2024-03-11 01:00:00 +0100",
            "endDate":"2024-03-11 07:00:00 +0100","qty":6,"value":"Core","source":"Watch"}]}]}}
            """)
        #expect(try durations(store, .sleepAnalysis) == ["11: 3=6.0"])
    }

    @Test func `older totals, and time in bed without sleep, are not counted twice`() throws {
        let store = try ScratchStore()
        try store.push(night(11, "\"asleep\":7,\"core\":4,\"deep\":1,\"rem\":2,\"inBed\":8"))
        try store.push(night(13, "\"asleep\":7,\"inBed\":8"))
        try store.push(night(15, "\"totalSleep\":0"))
        #expect(
            try durations(store, .sleepAnalysis) == ["11: 0=1.0 3=4.0 4=1.0 5=2.0", "13: 0=1.0 1=7.0"])
    }

    @Test func `the reported time in bed contains the sleep, as that of samples does`() throws {
        let store = try ScratchStore()
        // Totals of version 6.6.1 of the app, and a night that was slept through.
        try store.push(
            night(
                11,
                """
                "asleep":6.108333,"inBed":6.8097,"inBedStart":"2024-03-10 23:00:00 +0100","inBedEnd":"2024-03-11 06:51:55 +0100"
                """))
        try store.push(night(13, "\"asleep\":8,\"inBed\":8"))
        let rows = try store.database.categoryDurations(type: Self.sleep, buckets: nil)
        let inBed = try #require(rows.first?.values.first { $0.value == HKCategoryValueSleepAnalysis.inBed.rawValue })
        #expect(abs(inBed.reported - (6.8097 + 8) * 3600) < 1e-6)
        #expect(abs(inBed.duration - (6.8097 - 6.108333) * 3600) < 1e-6)
        let asleep = try #require(rows.first?.values.first { $0.value != inBed.value })
        #expect(asleep.reported == asleep.duration)
        #expect(abs((rows.first?.covered ?? 0) - inBed.duration - asleep.duration) < 1e-6)
    }

    private static func sleep(_ from: String, _ to: String, _ hours: Double) -> String {
        """
        {"date":"2024-03-11 00:00:00 +0100","totalSleep":\(hours),"core":\(hours),"sleepStart":"2024-03-\(from) +0100",
        "sleepEnd":"2024-03-\(to) +0100","source":"Watch"}
        """
    }

    private static func document(_ points: [String]) -> String {
        "{\"data\":{\"metrics\":[{\"name\":\"sleep_analysis\",\"units\":\"hr\",\"data\":[\(points.joined(separator: ","))]}]}}"
    }

    @Test(arguments: [true, false])
    func `a night and a nap of one day both count, in one push or in two`(isOne: Bool) throws {
        let store = try ScratchStore()
        let night = Self.sleep("10 11:00:00 PM", "11 7:00:00\u{202F}AM", 7.5)
        let nap = Self.sleep("11 14:00:00", "11 15:00:00", 1)
        for points in isOne ? [[night, nap]] : [[night], [nap], [night]] { try store.push(Self.document(points)) }
        #expect(try store.count("SELECT count(*) FROM aggregate_point") == 2)
        #expect(try durations(store, .sleepAnalysis) == ["11: 3=8.5"])
        // A longer night replaces the night only, and a merged one both.
        let longer = Self.sleep("10 23:00:00", "11 07:30:00", 8)
        #expect(try store.push(Self.document([longer])).allAggregates == PushedReceipt.Counts(replaced: 1))
        #expect(try durations(store, .sleepAnalysis) == ["11: 3=9.0"])
        try store.push(Self.document([Self.sleep("10 23:00:00", "11 15:00:00", 9)]))
        #expect(try store.count("SELECT count(*) FROM aggregate_point") == 1)
        #expect(try durations(store, .sleepAnalysis) == ["11: 3=9.0"])
    }

    @Test func `stand hours and mindful minutes of days count`() throws {
        let store = try ScratchStore()
        try store.push(
            """
            {"data":{"metrics":[{"name":"apple_stand_hour","units":"count","data":[{"date":"2024-03-11 00:00:00 +0100","qty":12}]},
            {"name":"mindful_minutes","units":"min","data":[{"date":"2024-03-11 00:00:00 +0100","qty":30}]}]}}
            """, aggregation: .interval(.days))
        #expect(try durations(store, .appleStandHour) == ["11: 0=12.0"])
        #expect(try durations(store, .mindfulSession) == ["11: 0=0.5"])
    }
}
