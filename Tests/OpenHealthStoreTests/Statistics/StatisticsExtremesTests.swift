// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthStatistics
import Testing

@testable import OpenHealthStore

/// Tests of extreme queries and samples.
@Suite("Statistics at the extremes")
struct StatisticsExtremesTests {
    private static let steps = HKQuantityTypeIdentifier.stepCount.rawValue
    private let store: ScratchStore
    private var database: HealthDatabase { store.database }

    init() throws { store = try ScratchStore() }

    private func save(
        _ values: [(start: Double, end: Double, value: Double)], as source: String = "One", zone: String? = nil
    ) throws {
        let samples = values.map { start, end, value in
            HKQuantitySample(
                type: HKQuantityType(.stepCount), quantity: HKQuantity(unit: HKUnit(from: "count"), doubleValue: value),
                start: Date(timeIntervalSince1970: start), end: Date(timeIntervalSince1970: end),
                metadata: zone.map { [HKMetadataKeyTimeZone: $0] })
        }
        try database.save(samples, source: ProvenanceData(sourceName: source))
    }

    private func buckets(_ interval: DateComponents, anchor: Double = 0, zone: String = "UTC") throws -> CivilBuckets {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: zone))
        return try CivilBuckets(
            anchor: Date(timeIntervalSince1970: anchor), interval: interval, calendar: calendar)
    }

    /// Queries statistics in all ways.
    private func ask(
        from: Double? = nil, to: Double? = nil, _ intervals: [DateComponents?], anchor: Double = 0,
        zone: String = "UTC",
        _ comment: String
    ) throws {
        for interval in intervals {
            for boundary in [StatisticsRequest.Boundary.clipped, .wholeSamples] {
                for isSeparate in [false, true] {
                    let rows = try database.expectRightCells(
                        StatisticsRequest(
                            type: Self.steps, from: from.map { Date(timeIntervalSince1970: $0) },
                            to: to.map { Date(timeIntervalSince1970: $0) },
                            buckets: try interval.map { try buckets($0, anchor: anchor, zone: zone) },
                            separateBySource: isSeparate, boundary: boundary),
                        "\(comment), \(String(describing: interval)), \(boundary), from \(from ?? -1) to \(to ?? -1)")
                    for row in rows {
                        #expect(row.start <= row.end, "\(comment)")
                        #expect(row.start.timeIntervalSince1970.isFinite, "\(comment)")
                        #expect(row.end.timeIntervalSince1970.isFinite, "\(comment)")
                    }
                }
            }
        }
    }

    private let lengths = [
        nil, DateComponents(hour: 1), DateComponents(day: 1), DateComponents(month: 1), DateComponents(year: 1),
    ]

    @Test func distantDates() throws {
        for time in [-1e11, -62_200_000_000, -5e9, -86_400.5, -1, 0, 253_402_300_799, 1e11, 9.9e11] {
            let store = try StatisticsExtremesTests()
            try store.save([(time, time + 10.5, 5), (time, time, 7), (time + 3, time + 100, 1)])
            try store.save([(time + 1, time + 2000, 5)], as: "Two")
            try store.ask(store.lengths, "at \(time)")
            try store.ask(from: time + 1, to: time + 50, store.lengths, "at \(time)")
        }
        // All samples are in one store, thousands of years apart.
        for time in [-1e11, -1, 1_700_000_000, 253_402_300_799] { try save([(time, time + 60, 5)]) }
        try ask([nil, DateComponents(day: 1), DateComponents(month: 1)], "all ages")
    }

    @Test func emptyRangesAndRangesWithoutData() throws {
        try save([(1_700_000_000, 1_700_003_600, 5), (1_700_010_000, 1_700_010_000, 5)])
        for (from, to) in [
            (1_700_000_000, 1_700_000_000), (1_700_001_000, 1_700_001_000), (1_700_010_000, 1_700_010_000),
            (0, 1_700_000_000), (1_700_010_001, 1_900_000_000), (1_700_003_600, 1_700_010_000),
            (1_700_010_000, 1_700_010_000.5), (-1e11, 1e11),
        ] as [(Double, Double)] {
            try ask(from: from, to: to, lengths, "a range")
            try ask(from: from, to: nil, [nil, DateComponents(day: 1)], "without end")
            try ask(from: nil, to: to, [nil, DateComponents(day: 1)], "without beginning")
        }
    }

    @Test func longSamplesAndInstants() throws {
        let year = 365.0 * 86_400
        try save([(1.6e9, 1.6e9 + year, 1e6), (1.6e9 + 500, 1.6e9 + 500, 3), (1.6e9 + year, 1.6e9 + year + 1, 2)])
        try save([(1.6e9 + 86_400, 1.6e9 + 86_400 * 9.5, 700)], as: "Two")
        try ask([nil, DateComponents(hour: 1), DateComponents(month: 1)], "a year")
        try ask(from: 1.6e9 + 400.5, to: 1.6e9 + 1e7, [nil, DateComponents(day: 1)], "a year, cut")
        // The sample is too long for cells.
        try save([(1.5e9, 1.5e9 + 5 * year, 1e6)], as: "Two")
        try ask([nil, DateComponents(day: 1)], "five years")
    }

    @Test func extremeValues() throws {
        let values = [1e300, -1e300, .leastNonzeroMagnitude, -.leastNonzeroMagnitude, 0, -0.0, 1e308, 0.1]
        for (place, value) in values.enumerated() {
            let start = 1.7e9 + Double(place) * 3600
            try save([(start, start + 1800.25, value), (start + 2000, start + 2000, value)])
        }
        try ask([nil, DateComponents(minute: 15), DateComponents(hour: 1), DateComponents(day: 1)], "values")
    }

    @Test func historicalZonesAndShortMonths() throws {
        for year in [-90.0, -75, -60, 0, 30] {
            let start = year * 31_556_952
            try save((0..<200).map { (start + Double($0) * 40_000, start + Double($0) * 40_000 + 5000, 3) })
        }
        for zone in ["Europe/Amsterdam", "Asia/Kathmandu", "Africa/Monrovia", "America/Juneau", "Asia/Manila"] {
            try ask([DateComponents(day: 1), DateComponents(month: 1), DateComponents(hour: 6)], zone: zone, zone)
        }
        // 2024-01-31.
        try ask([DateComponents(month: 1)], anchor: 1_706_659_200, "months from the 31st")
    }

    @Test func aHundredThousandSamplesAtOneMoment() throws {
        try insertMany("\(1.7e9) + 0 * n", "NULL")
        try ask([nil, DateComponents(hour: 1)], "instants")
        try insertMany("\(1.7e9) + n * 0.25", "start + 40000 + n % 7")
        try ask([nil, DateComponents(hour: 1), DateComponents(day: 1)], "overlapping")
    }

    /// Inserts 100,000 samples into the tables directly, because saving them would take a while.
    private func insertMany(_ start: String, _ end: String) throws {
        try save([(1.7e9, 1.7e9, 1), (1.7e9, 1.7e9 + 60, 1)])
        try database.write { db in
            try db.execute(sql: "DELETE FROM rollup")
            let first = try HealthDatabase.latestChange(db) + 1
            try db.execute(
                sql: """
                    INSERT INTO sample (type, start, id, end, value, provenance, ordinal)
                    WITH RECURSIVE n(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM n WHERE n < 99999)
                    SELECT 1, start, ?1 + n, \(end), 1 + n % 90, 1, 0 FROM (SELECT n, \(start) AS start FROM n)
                    """,
                arguments: [first])
            try db.execute(sql: "UPDATE counter SET value = value + 100000 WHERE name = 'change'")
            for exponent in 0..<32 {
                try db.execute(
                    sql: """
                        INSERT OR REPLACE INTO type_extent (type, class, longest, min_start, max_start)
                        SELECT 1, ?, max(end - start), min(start), max(start) FROM sample WHERE end > start
                        """,
                    arguments: [exponent])
            }
        }
    }

    @Test func manySources() throws {
        try save([(1.7e9, 1.7e9 + 60, 5)])
        try database.write { db in
            try db.execute(
                sql: """
                    WITH RECURSIVE n(n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM n WHERE n < 1000)
                    INSERT INTO source (id, name) SELECT n, 'Source ' || n FROM n
                    """)
            try db.execute(sql: "INSERT INTO provenance (hash, source) SELECT 'h' || id, id FROM source WHERE id > 1")
            try db.execute(
                sql: """
                    INSERT INTO sample (type, start, id, end, value, provenance, ordinal)
                    SELECT 1, 1.7e9 + id * 9000.0, 100 + id, 1.7e9 + id * 9000.0 + 20000, id, id, 0 FROM provenance
                    """)
            try db.execute(
                sql: """
                    INSERT OR IGNORE INTO type_source (type, source, latest)
                    SELECT 1, id, 1.7e9 + id * 9000.0 FROM source
                    """)
            try db.execute(sql: "UPDATE counter SET value = 10000 WHERE name = 'change'")
            try db.execute(
                sql: "INSERT OR REPLACE INTO type_extent SELECT 1, 9, 20000, min(start), max(start) FROM sample")
        }
        let rows = try database.expectRightCells(
            StatisticsRequest(type: Self.steps, buckets: try buckets(DateComponents(day: 7)), separateBySource: true),
            "many sources")
        #expect(rows.reduce(0) { $0 + ($1.sources?.count ?? 0) } >= 1000)
    }

    @Test func tooManyBucketsAreRefused() throws {
        try save([(1.5e9, 1.5e9 + 30 * 86_400, 5)])
        for zone in [false, true] {
            for boundary in [StatisticsRequest.Boundary.clipped, .wholeSamples] {
                let error = #expect(throws: StoreError.self) {
                    try database.statistics(
                        StatisticsRequest(
                            type: Self.steps, buckets: try buckets(DateComponents(second: 1)),
                            usesSampleTimeZones: zone,
                            boundary: boundary))
                }
                #expect(error?.code == .invalidArgument)
            }
        }
        // None of several samples has too many buckets alone.
        try database.deleteSamples(ofSource: 1)
        try save([(1.5e9, 1.5e9 + 600_000, 5), (1.6e9, 1.6e9 + 600_000, 5)])
        let error = #expect(throws: StoreError.self) {
            try database.statistics(
                StatisticsRequest(
                    type: Self.steps, to: Date(timeIntervalSince1970: 1.7e9),
                    buckets: try buckets(DateComponents(second: 1))))
        }
        #expect(error?.code == .invalidArgument)
        // The limit applies to the number of result rows, not to the range.
        try database.deleteSamples(ofSource: 1)
        try save([(1.5e9, 1.5e9 + 5, 5), (1.8e9, 1.8e9 + 5, 5)])
        try ask([DateComponents(second: 1)], "seconds")
        let rows = try database.statistics(
            StatisticsRequest(type: Self.steps, buckets: try buckets(DateComponents(second: 1))))
        #expect(rows.count == 10)
    }

    /// A short sample of another age has its day, and no sample has days between it and the others.
    @Test func aSampleOfTheYearOneHasOneDay() throws {
        try save([(-62_000_000_000, -62_000_000_000 + 3600, 5), (1_704_067_200, 1_704_070_800, 7)])
        let rows = try database.expectRightCells(
            StatisticsRequest(type: Self.steps, buckets: try buckets(DateComponents(day: 1))), "the year one")
        #expect(rows.map(\.figures.sum) == [5, 7])
    }

    /// A sample from 2024-01-01 to the year 4000 is in each day until tomorrow, and in each year, since there are few of them.
    @Test func anEndlessSampleIsInTheDaysUntilTomorrow() throws {
        let (start, end) = (1_704_067_200.0, Date.distantFuture.timeIntervalSince1970 - 86_400)
        try save([(start, end, end - start), (start + 86_400, start + 90_000, 5)])
        let days = try database.expectRightCells(
            StatisticsRequest(type: Self.steps, buckets: try buckets(DateComponents(day: 1))), "days until tomorrow")
        #expect(days.prefix(3).map(\.figures.sum) == [86_400, 86_405, 86_400])
        let tomorrow = Date().addingTimeInterval(86_400)
        let last = try #require(days.last)
        #expect(last.start <= tomorrow && last.end > tomorrow.addingTimeInterval(-3600))
        #expect(last.figures.sum == 86_400)
        #expect(days.count == Int((last.end.timeIntervalSince1970 - start) / 86_400))
        let years = try database.expectRightCells(
            StatisticsRequest(type: Self.steps, buckets: try buckets(DateComponents(year: 1))), "years")
        #expect(years.count == 4001 - 2024)
        // A range with both bounds has all of its days.
        let range = try database.expectRightCells(
            StatisticsRequest(
                type: Self.steps, from: Date(timeIntervalSince1970: 60_000_000_000),
                to: Date(timeIntervalSince1970: 60_000_864_000), buckets: try buckets(DateComponents(day: 1))),
            "a distant range")
        #expect(range.reduce(0) { $0 + $1.figures.duration } == 864_000)
    }

    /// A pregnancy that has not ended is in each day until tomorrow.
    @Test func aStateThatGoesOnIsInTheDaysUntilTomorrow() throws {
        let start = Date(timeIntervalSince1970: 1_704_067_200)
        let pregnancy = HKCategorySample(
            type: HKCategoryType(.pregnancy), value: HKCategoryValue.notApplicable.rawValue, start: start,
            end: .distantFuture)
        try database.save([pregnancy], source: ProvenanceData(sourceName: "One"))
        let days = try database.categoryDurations(
            type: HKCategoryTypeIdentifier.pregnancy.rawValue, buckets: try buckets(DateComponents(day: 1)))
        #expect(days.first?.start == start)
        let tomorrow = Date().addingTimeInterval(86_400)
        let last = try #require(days.last)
        #expect(last.start <= tomorrow && last.end > tomorrow.addingTimeInterval(-3600))
        #expect(days.allSatisfy { $0.covered == 86_400 })
        #expect(days.count == Int(last.end.timeIntervalSince(start) / 86_400))
    }

    /// A sample from the year 1 to 2024-01-01 is in the days of the last hundred years, as one that does not end, and others keep their figures.
    @Test func aSampleOfTwoThousandYearsIsInTheDaysOfAHundredYears() throws {
        let (start, end) = (-62_000_000_000.0, 1_704_067_200.0)
        try save([(start, end, end - start), (end + 86_400, end + 90_000, 5)])
        for isEndless in [false, true] {
            if isEndless { try save([(start, 253_402_300_000, 1)], as: "Two") }
            let days = try database.expectRightCells(
                StatisticsRequest(type: Self.steps, buckets: try buckets(DateComponents(day: 1))), "a hundred years")
            let first = try #require(days.first)
            let age = Date().timeIntervalSince(first.start) / 31_557_600
            #expect(age > 99.9 && age < 100.1)
            #expect(first.figures.duration == 86_400)
            let last = try #require(days.first { $0.start == Date(timeIntervalSince1970: end - 86_400) })
            #expect(last.figures.count == (isEndless ? 2 : 1))
            let next = try #require(days.first { $0.start == Date(timeIntervalSince1970: end + 86_400) })
            #expect(next.figures.count == (isEndless ? 2 : 1))
        }
    }

    /// The two limits apply one after the other, and not to ranges with both bounds.
    @Test func rangesAreLimitedToAHundredYearsUntilTomorrow() throws {
        let (now, days) = (Date(timeIntervalSince1970: 1_704_100_000), try buckets(DateComponents(day: 1)))
        // The end of 2024-01-02 and the start of 1924-01-01: a day after 2024-01-01T09:06:40, and a hundred years before.
        let (tomorrow, first) = (1_704_240_000.0, -1_451_692_800.0)
        typealias Range = [Double?]
        func ranges(_ from: Double?, _ to: Double?, failing count: Int, _ error: StoreError) -> [Range] {
            var asked: [Range] = []
            _ = try? StatisticsRequest.limited(
                from: from.map { Date(timeIntervalSince1970: $0) }, to: to.map { Date(timeIntervalSince1970: $0) },
                buckets: days, now: now
            ) { from, to in
                asked.append([from?.timeIntervalSince1970, to?.timeIntervalSince1970])
                if asked.count <= count { throw error }
            }
            return asked
        }
        let (many, endless) = (StatisticsRequest.tooManyBuckets, LongSamples.endless)
        #expect(ranges(nil, nil, failing: 0, many) == [[nil, nil]])
        #expect(ranges(nil, nil, failing: 9, many) == [[nil, nil], [nil, tomorrow]])
        #expect(ranges(nil, nil, failing: 9, endless) == [[nil, nil], [nil, tomorrow], [first, tomorrow]])
        #expect(ranges(5, nil, failing: 9, endless) == [[5, nil], [5, tomorrow]])
        #expect(ranges(nil, 1_704_240_000, failing: 9, endless) == [[nil, tomorrow], [first, tomorrow]])
        #expect(ranges(nil, 5, failing: 9, many) == [[nil, 5]])
        #expect(ranges(5, 6, failing: 9, endless) == [[5, 6]])
        // A range that begins after tomorrow has the day after its start.
        #expect(
            ranges(2_000_000_000, nil, failing: 1, many) == [[2_000_000_000, nil], [2_000_000_000, 2_000_160_000]])
    }

    /// Each sample belongs to the days of its own time zone, so the days add up to the total.
    @Test func travelAcrossTheDateLine() throws {
        let zones = ["Pacific/Kiritimati", "Pacific/Pago_Pago", "Pacific/Auckland", "America/New_York", nil]
        for (place, zone) in zones.enumerated() {
            try save(
                (0..<300).map {
                    let start = 1.7e9 + Double($0 * 5 + place) * 700
                    return (start, start + 650, Double($0 % 11))
                }, zone: zone)
        }
        for home in ["Europe/Berlin", "Pacific/Auckland"] {
            let all = try #require(database.statistics(StatisticsRequest(type: Self.steps)).first?.figures)
            for interval in [DateComponents(day: 1), DateComponents(hour: 1), DateComponents(month: 1)] {
                let days = try database.statistics(
                    StatisticsRequest(
                        type: Self.steps, buckets: try buckets(interval, zone: home), usesSampleTimeZones: true))
                let sum = days.reduce(0) { $0 + ($1.figures.sum ?? 0) }
                #expect(abs(sum - (all.sum ?? 0)) < 1e-6)
                #expect(zip(days, days.dropFirst()).allSatisfy { $0.start < $1.start })
                #expect(abs(days.reduce(0) { $0 + $1.figures.duration } - all.duration) < 1e-6)
            }
        }
    }

    @Test func timeCoveredByTwoZonesCountsOnce() throws {
        try save([(1.7e9, 1.7e9 + 600, 5)], zone: "Europe/Paris")
        try save([(1.7e9 + 300, 1.7e9 + 900, 5)], as: "Two", zone: "Europe/Rome")
        try save([(1.7e9 + 300, 1.7e9 + 700, 5)], as: "Three")
        let row = try database.statistics(
            StatisticsRequest(
                type: Self.steps, buckets: try buckets(DateComponents(day: 1), zone: "Europe/Berlin"),
                usesSampleTimeZones: true))
        #expect(row.count == 1)
        #expect(row.first?.figures.duration == 900)
        #expect(row.first?.figures.count == 3)
    }
}
