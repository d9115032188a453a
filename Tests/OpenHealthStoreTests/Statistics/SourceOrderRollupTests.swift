// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import Testing

@testable import OpenHealthStore

/// Tests of the rollups that each kind of write removes. The rows are made up, because only their blocks matter.
@Suite struct SourceOrderRollupTests {
    /// The block of 2024-01-01, a Monday that is four days into its block.
    static let first = RollupInvalidation.block(MadeSamples.newYear.timeIntervalSince1970)
    static let week = 604_800.0
    static let steps = HKQuantityTypeIdentifier.stepCount.rawValue

    /// Returns a store with two sources, two types, and rollups of the sources 0, 1 and 2 for both types: a row for each block
    /// from 5 before to 5 after the first, and a long empty row before and after them.
    private func store() throws -> ScratchStore {
        let store = try ScratchStore()
        try store.database.save(
            [MadeSamples.steps(1, from: -80 * Self.week), MadeSamples.heartRate(60, at: -80 * Self.week)],
            source: ProvenanceData(sourceName: "One"))
        try store.database.save(
            [MadeSamples.steps(1, from: -80 * Self.week), MadeSamples.heartRate(60, at: -80 * Self.week)],
            source: ProvenanceData(sourceName: "Two"))
        try fill(store)
        return store
    }

    private func fill(_ store: ScratchStore) throws {
        try store.database.write { db in
            try db.execute(sql: "DELETE FROM rollup")
            for type in 1...2 {
                for source in 0...2 {
                    var rows = (-5...5).map { (Self.first + Int64($0), 1) }
                    rows += [(Self.first - 25, 20), (Self.first + 6, 20)]
                    for (block, blocks) in rows {
                        try db.execute(
                            sql: "INSERT INTO rollup (type, source, block, blocks, cells) VALUES (?, ?, ?, ?, x'')",
                            arguments: [type, source, block, blocks])
                    }
                }
                try db.execute(sql: "INSERT OR REPLACE INTO rollup_order VALUES (?, '[1,2]')", arguments: [type])
            }
        }
    }

    /// Returns the removed blocks: the type, the source and the number of the block.
    private func dropped(_ store: ScratchStore) throws -> Set<[Int64]> {
        let left = try store.database.read { db in
            try Row.fetchAll(db, sql: "SELECT type, source, block - ? FROM rollup", arguments: [Self.first])
                .map { [$0[0] as Int64, $0[1], $0[2]] }
        }
        var all: Set<[Int64]> = []
        for type in Int64(1)...2 {
            for source in Int64(0)...2 {
                for block in Array(-5...5) + [-25, 6] { all.insert([type, source, Int64(block)]) }
            }
        }
        #expect(left.count == Set(left).count)
        return all.subtracting(left)
    }

    private func expected(type: Int64 = 1, source: Int64 = 1, _ blocks: [Int64]) -> Set<[Int64]> {
        Set(blocks.flatMap { [[type, 0, $0], [type, source, $0]] })
    }

    private func save(_ store: ScratchStore, _ source: String, _ samples: HKSample...) throws {
        try store.database.save(samples, source: ProvenanceData(sourceName: source))
    }

    @Test func savesRemoveTheirBlocks() throws {
        let store = try store()
        try save(store, "One", MadeSamples.steps(1, from: 0, to: 60))
        #expect(try dropped(store) == expected([0]))
        try fill(store)
        try save(store, "Two", MadeSamples.heartRate(60, at: Self.week))
        #expect(try dropped(store) == expected(type: 2, source: 2, [1]))
        // A sample from the middle of one block to the middle of another.
        try fill(store)
        try save(store, "One", MadeSamples.steps(1, from: -Self.week, to: 2 * Self.week))
        #expect(try dropped(store) == expected([-1, 0, 1, 2]))
        // A sample in a long row, which is removed as a whole.
        try fill(store)
        try save(store, "One", MadeSamples.steps(1, from: -10 * Self.week, to: -10 * Self.week))
        #expect(try dropped(store) == expected([-25]))
        try fill(store)
        try save(store, "One", MadeSamples.steps(1, from: -10 * Self.week, to: -5 * Self.week))
        #expect(try dropped(store) == expected([-25, -5]))
        try fill(store)
        try save(store, "One", MadeSamples.steps(1, from: 20 * Self.week, to: 21 * Self.week))
        #expect(try dropped(store) == expected([6]))
        // Samples outside of all rows remove nothing.
        try fill(store)
        try save(store, "One", MadeSamples.steps(1, from: 40 * Self.week), MadeSamples.steps(1, from: -40 * Self.week))
        #expect(try dropped(store) == [])
        // A new source removes the merged rollups.
        try save(store, "Three", MadeSamples.steps(1, from: 0))
        #expect(try dropped(store) == [[1, 0, 0]])
    }

    @Test func distantSamplesKeepTheBlocksBetween() throws {
        let store = try store()
        try save(
            store, "One", MadeSamples.steps(1, from: 3 * Self.week), MadeSamples.steps(1, from: -3 * Self.week),
            MadeSamples.steps(1, from: 0))
        #expect(try dropped(store) == expected([-3, 0, 3]))
    }

    @Test func boundariesOfBlocks() throws {
        let edge = Double(Self.first) * Self.week - MadeSamples.newYear.timeIntervalSince1970
        let store = try store()
        try save(store, "One", MadeSamples.steps(1, from: edge))
        #expect(try dropped(store) == expected([0]))
        try fill(store)
        try save(store, "One", MadeSamples.steps(1, from: edge - 1))
        #expect(try dropped(store) == expected([-1]))
        // The block in which the sample ends is removed as well.
        try fill(store)
        try save(store, "One", MadeSamples.steps(1, from: edge - 60, to: edge))
        #expect(try dropped(store) == expected([-1, 0]))
        #expect(RollupInvalidation.block(-1) == -1)
        #expect(RollupInvalidation.block(0) == 0)
        #expect(RollupInvalidation.block(.infinity) > RollupInvalidation.block(1e18))
        #expect(RollupInvalidation.block(-.infinity) < RollupInvalidation.block(-1e18))
    }

    @Test func deletionsAndReplacementsRemoveTheirBlocks() throws {
        let store = try store()
        let doomed = MadeSamples.steps(1, from: 0, to: Self.week)
        try save(store, "One", doomed)
        try fill(store)
        try store.database.delete([doomed.uuid])
        #expect(try dropped(store) == expected([0, 1]))
        func version(_ number: Int, at time: Double) -> HKSample {
            MadeSamples.steps(
                1, from: time, metadata: [HKMetadataKeySyncIdentifier: "a", HKMetadataKeySyncVersion: number])
        }
        try save(store, "One", version(1, at: 3 * Self.week))
        try fill(store)
        try save(store, "One", version(2, at: -3 * Self.week))
        #expect(try dropped(store) == expected([-3, 3]))
        // A sample that is not stored removes nothing.
        try fill(store)
        try save(store, "One", version(1, at: 0))
        #expect(try dropped(store) == [])
        #expect(throws: StoreError.self) {
            try save(
                store, "One", MadeSamples.steps(1, from: 0), MadeSamples.steps(1, from: 60, metadata: ["": 1]), doomed,
                doomed)
        }
        #expect(try dropped(store) == [])
    }

    @Test func deletingASourceRemovesItsBlocks() throws {
        let store = try store()
        try save(store, "Two", MadeSamples.steps(1, from: 0), MadeSamples.steps(1, from: 2 * Self.week))
        try save(store, "One", MadeSamples.steps(1, from: 4 * Self.week))
        try fill(store)
        try store.database.deleteSamples(ofSource: 2, types: [Self.steps])
        #expect(try dropped(store) == expected(source: 2, [-25, -5, -4, -3, -2, -1, 0, 1, 2]))
    }

    @Test func importsRemoveTheBlocksOfNewRecords() throws {
        let store = try store()
        func record(_ week: Int, source: String = "One") -> TestExport.Record {
            let start = week * Int(Self.week)
            return .init(source: source, device: nil, start: start, end: start + 60)
        }
        var export = TestExport()
        export.add(record(0), record(4), record(2, source: "Two"))
        try store.importXML(export.document)
        let all = expected([0, 4]).union(expected(source: 2, [2]))
        #expect(try dropped(store) == all)
        // Importing the same document again is idempotent.
        try fill(store)
        try store.importXML(export.document)
        #expect(try dropped(store) == [])
        export.add(record(-4))
        try store.importXML(export.document)
        #expect(try dropped(store) == expected([-4]))
        // A nested record.
        try fill(store)
        export.add(
            "Correlation", "type=\"HKCorrelationTypeIdentifierFood\"", start: 0, end: 60, export.xml(record(-2)))
        try store.importXML(export.document)
        #expect(try dropped(store) == expected([-2]))
        #expect(try store.database.check().findings == [])
    }

    @Test func aNewOrderRemovesMergedCells() throws {
        let store = try store()
        try store.database.setSourceOrder([2], type: Self.steps)
        let blocks = Array(Int64(-5)...5) + [-25, 6]
        #expect(try dropped(store) == Set(blocks.map { [1, 0, $0] }))
        #expect(try store.count("SELECT count(*) FROM rollup_order") == 1)
        #expect(try store.count("SELECT type FROM rollup_order") == 2)
        try fill(store)
        #expect(throws: StoreError.self) { try store.database.setSourceOrder([2, 77], type: Self.steps) }
        #expect(try dropped(store) == [])
    }

    /// A large number of distant ranges is merged into one, which removes more than necessary.
    @Test func manyRangesRemoveAllCells() throws {
        let store = try store()
        let weeks = (-1500..<1500).map { Double($0) * 3 * Self.week }
        try store.database.save(
            weeks.map { MadeSamples.steps(1, from: $0) }, source: ProvenanceData(sourceName: "One"))
        let left = try dropped(store)
        #expect(left.isSuperset(of: expected([-3, 0, 3, 6, -25])))
        #expect(left.allSatisfy { $0[0] == 1 && $0[1] < 2 })
    }
}
