// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStatistics
import OpenHealthTestSupport
import Testing
import WarehouseTestSupport

import OpenHealthStore
@testable import OpenHealthWarehouse

/// Tests that the rows of the table `cells`, combined by the rule of ``CellDay``, equal the results of the person's own store
/// for any data.
@Suite struct CellDayPropertyTests {
    private static let quantities = HealthTypes.all.filter { $0.kind == .quantity }.map(\.identifier)

    @Test(arguments: 0..<7)
    func daysAndQuartersEqualTheStore(seed: UInt64) throws {
        let folder = try ServerFolder("cells")
        defer { folder.remove() }
        // One person in three has samples of months, for which no cells are kept.
        let person = RandomPerson(seed: seed, longest: (seed % 3 == 0 ? 80 : 20) * 86_400)
        let database = try person.store(in: folder, types: Self.quantities)
        try expectRight(database, person, seed, Self.quantities)
    }

    @Test func samplesOfYearsAppearOnEachOfTheirDays() throws {
        let folder = try ServerFolder("cells")
        defer { folder.remove() }
        let person = RandomPerson(seed: 101, days: 30, longest: 1500 * 86_400)
        let types = ["StepCount", "HeartRate", "BodyMass", "EnvironmentalAudioExposure"].map {
            "HKQuantityTypeIdentifier\($0)"
        }
        let database = try person.store(in: folder, types: types)
        try expectRight(database, person, 101, types, isLong: true)
    }

    private func expectRight(
        _ database: HealthDatabase, _ person: RandomPerson, _ seed: UInt64, _ types: [String], isLong: Bool = false
    ) throws {
        var generator = SeededGenerator(seed: seed, stream: 7, index: 0)
        var difference = DayDifference(
            database, zone: person.zone, participant: "P", version: 1, known: KnownDays())
        var rows: [String: [[String: RowField]]] = [:]
        while let block = try difference.next() {
            let read = try RowBinaryReader.rows(block.rows, of: block.table)
            #expect(read.count == block.count)
            for row in read { rows[row.text("type"), default: []].append(row) }
        }
        #expect(rows.keys.sorted() == types.sorted())
        #expect(difference.leftOut == [:])
        for type in types {
            let rows = try #require(rows[type])
            for _ in 0..<3 {
                try expectRight(database, person, type, rows, isLong: isLong, &generator)
            }
        }
    }

    private func expectRight(
        _ database: HealthDatabase, _ person: RandomPerson, _ type: String, _ rows: [[String: RowField]],
        isLong: Bool, _ generator: inout SeededGenerator
    ) throws {
        let style = HKQuantityType(HKQuantityTypeIdentifier(rawValue: type)).aggregationStyle
        let length = generator.below(isLong ? 5 : 6)
        var request = StatisticsRequest(type: type)
        request.buckets = try Self.buckets(length, in: person.zone)
        func midnight() -> Date {
            let day = Int(generator.number(person.span.lowerBound, person.span.upperBound) / 86_400)
            return Date(timeIntervalSince1970: CivilTime.startOfDay(day, in: person.zone))
        }
        if generator.below(2) == 0 { request.from = midnight() }
        if generator.below(2) == 0 { request.to = max(midnight(), request.from ?? .distantPast) }
        let expected = try database.statistics(request)
        let grid = ClippedBuckets(request)
        // Hours consist of quarters of an hour, longer buckets of days or quarters.
        let quarters = rows.flatMap(CellStretch.quarters)
        let ways = length == 5 ? [quarters] : [rows.map(CellStretch.init(day:)), quarters]
        // The whole range and hours have parts of samples.
        for stretches in ways {
            let buckets = CellStretch.buckets(
                stretches, grid: grid, style: style,
                countsWhole: (1...4).contains(length) && DayFigures.wholeTypes.contains(type)
            ).filter { $0.figures.count > 0 }
            try #require(buckets.count == expected.count, "\(request)")
            for (bucket, row) in zip(buckets, expected) {
                if request.buckets != nil {
                    #expect(grid.bounds(of: bucket.index).start == row.start.timeIntervalSince1970)
                }
                #expect(
                    bucket.figures.isClose(to: row.figures), "\(request) \(row.start): \(bucket.figures) \(row.figures)"
                )
            }
        }
    }

    /// Returns buckets of years, months, weeks, days or hours, or `nil` for a single bucket.
    private static func buckets(_ length: Int, in zone: TimeZone) throws -> CivilBuckets? {
        let lengths = [
            nil, DateComponents(year: 1), DateComponents(month: 1), DateComponents(weekOfYear: 1),
            DateComponents(day: 1), DateComponents(hour: 1),
        ]
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        // 2000-01-03 was a Monday.
        let anchor = CivilTime.startOfDay(CivilDay.number(year: 2000, month: 1, day: length == 3 ? 3 : 1), in: zone)
        return try lengths[length].map {
            try CivilBuckets(anchor: Date(timeIntervalSince1970: anchor), interval: $0, calendar: calendar)
        }
    }
}
