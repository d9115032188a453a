// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthTestBasics
import OpenHealthTestSupport
import Testing
import WarehouseTestSupport

import OpenHealthStore
@testable import OpenHealthWarehouse

/// Tests of the blocks that are sent if the days of a store have changed since the last push.
@Suite struct DayDifferenceTests {
    private static let types = HealthTypes.all.filter { $0.kind == .quantity || $0.kind == .category }
        .map(\.identifier)

    /// The resulting rows of a shard: the row with the highest version for each key.
    private struct Shard {
        struct Key: Hashable {
            var table: String
            var type: String
            var day: UInt64
        }
        var rows: [Key: [String: RowField]] = [:]

        var known: KnownDays {
            var known = KnownDays()
            for (key, row) in rows.sorted(by: { $0.key.day < $1.key.day }) {
                let entry = KnownDays.Entry(day: UInt16(key.day), digest: row.integer("digest"))
                if key.table == "cells" {
                    known.cells[key.type, default: []].append(entry)
                } else {
                    known.durations[key.type, default: []].append(entry)
                }
            }
            return known
        }

        /// The contents of the days that have any.
        var content: [Key: [String: RowField]] {
            rows.mapValues { $0.filter { $0.key != "version" } }.filter { key, row in
                key.table == "cells"
                    ? row.integer("count") > 0 || row.integer("carried_count") > 0 : !row.integers("categories").isEmpty
            }
        }

        /// Adds the differences of a store.
        /// - Returns: The keys of the rows in the order of their arrival.
        @discardableResult
        mutating func take(_ database: HealthDatabase, _ zone: TimeZone, version: UInt64) throws -> [Key] {
            var difference = DayDifference(
                database, zone: zone, participant: "P-1", version: version, known: known)
            var keys: [Key] = []
            while let block = try difference.next() {
                #expect((1...DayDifference.maximumRows).contains(block.count))
                let read = try RowBinaryReader.rows(block.rows, of: block.table)
                #expect(read.count == block.count)
                for row in read {
                    #expect(row.text("participant") == "P-1" && row.integer("version") == version)
                    let key = Key(table: block.table.name, type: row.text("type"), day: row.integer("day"))
                    rows[key] = row
                    keys.append(key)
                }
            }
            #expect(difference.leftOut == [:])
            return keys
        }
    }

    @Test(arguments: 0..<4)
    func anUpdatedShardHasTheDaysOfTheStore(seed: UInt64) throws {
        let folder = try ServerFolder("difference")
        defer { folder.remove() }
        let person = RandomPerson(seed: seed, days: 20, longest: (seed == 3 ? 40 : 5) * 86_400)
        let database = try person.store(in: folder, types: Self.types, samples: 15)
        var shard = Shard()
        let first = try shard.take(database, person.zone, version: 1)
        #expect(Set(first).count == first.count)
        #expect(Set(first.map(\.type)).count == Self.types.count)
        // The rows are in the order of the tables' keys.
        #expect(first.elementsEqual(first.sorted { ($0.table, $0.type, $0.day) < ($1.table, $1.type, $1.day) }))
        #expect(try shard.take(database, person.zone, version: 2) == [])

        // Samples of a few types are added, and all samples of one type are deleted.
        let changed = [Self.types[3], Self.types[40], "HKCategoryTypeIdentifierSleepAnalysis"]
        try person.add(types: changed, samples: 6, round: 1, to: database)
        let gone = "HKQuantityTypeIdentifierHeartRate"
        try database.delete(database.samples(SampleRequest(types: [gone])).map(\.uuid))
        let second = try shard.take(database, person.zone, version: 3)
        #expect(Set(second.map(\.type)) == Set(changed + [gone]))
        #expect(Set(second.filter { $0.type == gone }) == Set(first.filter { $0.type == gone }))
        try expectWhole(shard, database, person.zone)
        // An empty row is sent only once.
        #expect(try shard.take(database, person.zone, version: 4) == [])

        // Rows that an interrupted push has not sent are sent by the next one.
        var generator = SeededGenerator(seed: 31)
        for key in shard.rows.keys.sorted(by: { "\($0)" < "\($1)" }).shuffled(using: &generator).prefix(30) {
            shard.rows[key] = nil
        }
        try shard.take(database, person.zone, version: 5)
        try expectWhole(shard, database, person.zone)

        // The home time zone changes.
        let zone = try #require(TimeZone(identifier: "Asia/Tokyo"))
        try shard.take(database, zone, version: 6)
        try expectWhole(shard, database, zone)
    }

    private func expectWhole(_ shard: Shard, _ database: HealthDatabase, _ zone: TimeZone) throws {
        var whole = Shard()
        try whole.take(database, zone, version: 1)
        #expect(shard.content == whole.content)
    }

    /// The person takes a copy out of its effort: the day is sent again, although no sample was added or deleted.
    @Test func daysOfChangedEffortsAreSent() throws {
        let folder = try ServerFolder("difference")
        defer { folder.remove() }
        let database = try HealthDatabase(url: folder.url.appendingPathComponent("health.db"))
        let start = Date(timeIntervalSince1970: 1_704_099_600)
        func steps(_ count: Double, from: Double, to: Double) -> HKSample {
            HKQuantitySample(
                type: HKQuantityType(.stepCount), quantity: HKQuantity(unit: .count(), doubleValue: count),
                start: start + from, end: start + to)
        }
        let copy = HKWorkout(activityType: .running, start: start, end: start + 3660)
        try database.save(
            [steps(5000, from: 0, to: 3600), HKWorkout(activityType: .running, start: start, end: start + 3600)],
            source: ProvenanceData(sourceName: "Watch"))
        try database.save([steps(100, from: 3600, to: 3660), copy], source: ProvenanceData(sourceName: "Strava"))
        var shard = Shard()
        let first = try shard.take(database, .gmt, version: 1)
        #expect(first.map(\.type) == [HKQuantityTypeIdentifier.stepCount.rawValue])
        #expect(try shard.take(database, .gmt, version: 2) == [])
        try database.efforts.split(copy.uuid)
        #expect(try shard.take(database, .gmt, version: 3) == first)
        #expect(try shard.take(database, .gmt, version: 4) == [])
        try expectWhole(shard, database, .gmt)
    }

    @Test func daysOfAnotherVocabularyAreKept() throws {
        let folder = try ServerFolder("difference")
        defer { folder.remove() }
        let database = try RandomPerson(seed: 1).store(in: folder, types: ["HKQuantityTypeIdentifierStepCount"])
        let stranger = [KnownDays.Entry(day: 5, digest: 7)]
        var difference = DayDifference(
            database, zone: .gmt, participant: "P", version: 2,
            known: KnownDays(
                cells: ["HKQuantityTypeIdentifierOfTomorrow": stranger, "HKQuantityTypeIdentifierHeight": stranger]))
        var types: Set<String> = []
        while let block = try difference.next() {
            for row in try RowBinaryReader.rows(block.rows, of: block.table) { types.insert(row.text("type")) }
        }
        #expect(types == ["HKQuantityTypeIdentifierStepCount", "HKQuantityTypeIdentifierHeight"])
    }

    @Test func blocksHaveALimitedLengthAndRange() throws {
        let folder = try ServerFolder("difference")
        defer { folder.remove() }
        let database = try HealthDatabase(url: folder.url.appendingPathComponent("health.db"))
        let mass = HKQuantityType(.bodyMass)
        let day = 86_400.0
        // One sample every nine days for 130 years, and one before and after the counted days.
        let starts = stride(from: 10 * day, to: 49_000 * day, by: 9 * day) + [-2 * day, 49_673 * day]
        _ = try database.save(
            starts.map {
                HKQuantitySample(
                    type: mass, quantity: HKQuantity(unit: .gramUnit(with: .kilo), doubleValue: 70),
                    start: Date(timeIntervalSince1970: $0), end: Date(timeIntervalSince1970: $0))
            }, source: ProvenanceData(sourceName: "Scale"))
        var difference = DayDifference(database, zone: .gmt, participant: "P", version: 1, known: KnownDays())
        var days: [UInt64] = []
        var blocks = 0
        while let block = try difference.next() {
            blocks += 1
            let rows = try RowBinaryReader.rows(block.rows, of: block.table)
            #expect(rows.count <= DayDifference.maximumRows)
            #expect(Set(rows.map { $0.integer("day") * 10_000 / 3_652_425 }).count <= 100)
            days += rows.map { $0.integer("day") }
        }
        #expect(blocks == 2)
        #expect(days == starts.dropLast(2).map { UInt64($0 / day) })
        #expect(difference.leftOut == [mass.identifier: 2])
    }
}
