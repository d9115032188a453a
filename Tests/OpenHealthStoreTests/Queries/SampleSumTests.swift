// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthStatistics
import OpenHealthTestSupport
import Testing

@testable import OpenHealthStore

/// Tests that a check finds changed samples that are still readable.
@Suite struct SampleSumTests {
    private static let changed = "; restore a backup"

    private func store() throws -> ScratchStore {
        let store = try ScratchStore()
        let starts = (0..<60).map { 1_700_000_000 + Double($0) * 200_000 }
        try store.database.save(
            starts.map { MadeSamples.steps(7, from: $0, to: $0 + 60) }, source: MadeSamples.app)
        return store
    }

    private func changes(_ database: HealthDatabase) throws -> [String] {
        try database.check().findings.filter { $0.contains(Self.changed) }
    }

    @Test(arguments: [
        "value = 8", "value = NULL", "value = 'x'", "end = end + 1", "end = NULL", "start = start + 0.5",
        "metadata = 1", "lag = coalesce(lag, 0) + 1", "lag = NULL", "ordinal = 3", "provenance = 2",
    ])
    func aChangedColumnIsFound(change: String) throws {
        let store = try store()
        let database = store.database
        #expect(try changes(database).isEmpty)
        try database.write { db in try db.execute(sql: "UPDATE sample SET \(change) WHERE id = 5") }
        #expect(try changes(database).count == 1)
        let first = try #require(try changes(database).first)
        #expect(first.hasPrefix("samples of HKQuantityTypeIdentifierStepCount between 20"))
        #expect(first.contains("`health check --repair`"))
    }

    @Test func repairKeepsTheSamplesAndRestoresTheirChecksums() throws {
        let store = try store()
        let database = store.database
        try database.write { db in try db.execute(sql: "UPDATE sample SET value = 8 WHERE id IN (1, 60)") }
        #expect(try changes(database).count == 2)
        #expect(try database.repair().repaired.contains { $0.hasPrefix("2: ranges of samples") })
        #expect(try database.check().isHealthy)
        #expect(try database.repair().repaired.isEmpty)
        #expect(try database.read { try Double.fetchOne($0, sql: "SELECT sum(value) FROM sample") } == 422)
    }

    @Test func deletionsAndReplacementsUpdateTheChecksums() throws {
        let store = try store()
        let database = store.database
        let samples = (0..<5).map { MadeSamples.steps(9, from: 1_710_000_000 + Double($0), to: 1_710_000_100) }
        try database.save(samples, source: MadeSamples.app)
        try database.delete(samples.prefix(2).map(\.uuid))
        #expect(try database.check().isHealthy)
        for version in 1...3 {
            let synced = HKQuantitySample(
                type: HKQuantityType(.stepCount), quantity: HKQuantity(unit: .count(), doubleValue: Double(version)),
                start: Date(timeIntervalSince1970: 1_711_000_000), end: Date(timeIntervalSince1970: 1_711_000_060),
                metadata: [HKMetadataKeySyncIdentifier: "one", HKMetadataKeySyncVersion: version])
            try database.save([synced], source: MadeSamples.app)
            #expect(try database.check().isHealthy)
        }
        let source = try #require(try database.read { try Int64.fetchOne($0, sql: "SELECT source FROM provenance") })
        try database.deleteSamples(ofSource: source)
        #expect(try database.check().isHealthy)
        #expect(try database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM sample") } == 0)
        #expect(try database.read { try Int.fetchOne($0, sql: "SELECT total(count) FROM sample_sum") } == 0)
    }

    /// SQLite converts a string that looks like a number to a number in a numeric column.
    @Test(arguments: ["12", " 12.5 ", "0x10", "1e400", "-", "asleep", "+7", ".5", "", "12 apples"])
    func importedTextsHaveTheChecksumOfTheStoredValue(text: String) throws {
        let store = try ScratchStore()
        try store.database.write { db in
            var insert = try SampleInsert(db)
            for id in 1...40 {
                let row = StoredSampleRow(
                    type: 1, start: Double(id), end: Double(id), value: .nan, provenance: 1)
                try insert.run(row, id: Int64(id), text: id % 2 == 0 ? text : nil)
            }
            try insert.finish(db)
        }
        #expect(try changes(store.database).isEmpty)
        try store.database.write { db in
            try db.execute(sql: "UPDATE sample SET value = 'other' WHERE id = 2")
        }
        #expect(try changes(store.database).count == 1)
    }

    @Test func extremeNumbersHaveTheChecksumOfTheStoredRow() throws {
        let store = try ScratchStore()
        let numbers: [Double] = [
            -0.0, 0, 1, -1, 0.1, 1e300, -1e300, .leastNonzeroMagnitude, 9_007_199_254_740_992, .nan,
        ]
        try store.database.write { db in
            var insert = try SampleInsert(db)
            var id: Int64 = 0
            for number in numbers {
                for start in [-0.0, 0, -1e12, 1e12, 0.125] {
                    id += 1
                    let row = StoredSampleRow(
                        type: 1, start: start, end: start == 0.125 ? 0.125 : 1e12 + 1, value: number, provenance: 1,
                        metadata: id % 3 - 1, created: id % 2 == 0 ? .nan : start + 7, ordinal: id % 4 - 1)
                    try insert.run(row, id: id)
                }
            }
            try insert.finish(db)
        }
        #expect(try changes(store.database).isEmpty)
    }

    @Test func anOlderStoreGetsChecksums() throws {
        let store = try store()
        try store.database.write { db in
            try db.execute(sql: "DROP TABLE sample_sum")
            try db.execute(sql: "DELETE FROM grdb_migrations WHERE identifier = ?", arguments: [SchemaV12.identifier])
        }
        let opened = try HealthDatabase(url: store.database.url)
        #expect(try opened.check().isHealthy)
        try opened.write { db in try db.execute(sql: "UPDATE sample SET value = 8 WHERE id = 5") }
        #expect(try changes(opened).count == 1)
    }

    /// Statistics with a valid checksum that differ from the samples are found.
    @Test func keptStatisticsThatDifferFromTheSamplesAreFound() throws {
        let store = try store()
        let database = store.database
        let request = StatisticsRequest(type: HKQuantityTypeIdentifier.stepCount.rawValue)
        #expect(try database.statistics(request).map(\.figures.sum) == [420])
        database.waitForRollups()
        #expect(try database.check().isHealthy)
        try database.write { db in try db.execute(sql: "UPDATE sample SET value = 8 WHERE id = 5") }
        let findings = try database.check().findings
        #expect(findings.contains { $0.contains("differ from its samples") })
        #expect(try database.repair().repaired.contains { $0.hasPrefix("1: kept statistics") })
        #expect(try database.check().isHealthy)
        #expect(try database.statistics(request).map(\.figures.sum) == [421])
    }

    @Test func changedMetadataAreFound() throws {
        let store = try ScratchStore()
        let database = store.database
        let sample = HKQuantitySample(
            type: HKQuantityType(.stepCount), quantity: HKQuantity(unit: .count(), doubleValue: 5),
            start: Date(timeIntervalSince1970: 1_711_000_000), end: Date(timeIntervalSince1970: 1_711_000_060),
            metadata: ["place": "home"])
        try database.save([sample], source: MadeSamples.app)
        #expect(try database.check().isHealthy)
        try database.write { db in
            try db.execute(sql: "UPDATE metadata SET entries = replace(entries, 'home', 'hole')")
        }
        #expect(try changes(database).count == 1)
        #expect(try database.repair().repaired.contains { $0.hasPrefix("1: metadata dictionaries") })
        #expect(try database.check().isHealthy)
    }

    /// If one bit of a page with samples changes, a check finds it, or all results are unchanged.
    @Test func aChangedBitOfAPageIsFoundOrHarmless() throws {
        let store = try store()
        let database = store.database
        let copy = store.folder.appendingPathComponent("copy.db")
        try database.backup(to: copy)
        let sound = try Data(contentsOf: copy)
        let before = try rows(copy)
        let (pages, pageSize) = try Self.queue(copy).read { db in
            (
                try Int.fetchAll(db, sql: "SELECT pageno FROM dbstat WHERE name = 'sample' AND pagetype = 'leaf'"),
                try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 0
            )
        }
        var generator = SeededGenerator(seed: 18)
        var found = 0
        for attempt in 0..<120 {
            let page = pages[generator.below(pages.count)]
            var bytes = sound
            let (offset, bit) = ((page - 1) * pageSize + generator.below(pageSize), generator.below(8))
            bytes[offset] ^= 1 << UInt8(bit)
            let damaged = store.folder.appendingPathComponent("damaged-\(attempt).db")
            try bytes.write(to: damaged)
            let findings = try HealthDatabase(url: damaged, mode: .readOnly).check().findings
            if findings.isEmpty {
                #expect(try rows(damaged) == before, "attempt \(attempt): byte \(offset), bit \(bit)")
            } else {
                found += 1
            }
        }
        #expect(found > 20)
    }

    private static func queue(_ url: URL) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.readonly = true
        return try DatabaseQueue(path: url.path, configuration: configuration)
    }

    private func rows(_ url: URL) throws -> [[String]] {
        try Self.queue(url).read { db in
            try Row.fetchAll(db, sql: "SELECT * FROM sample ORDER BY id").map { row in
                row.databaseValues.map { "\($0)" }
            }
        }
    }
}
