// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthStatistics
import OpenHealthTestSupport
import Testing

@testable import OpenHealthStore

/// Tests that the cells of a type are equal whether they are created, kept or computed from samples again.
@Suite struct CellReadingTests {
    private struct Cell: Equatable {
        var start: Double
        var aggregate: BucketAggregate
    }

    private static let everything = -1e12..<1e12

    private func cells(
        _ database: HealthDatabase, _ type: HKQuantityTypeIdentifier, in range: Range<Double> = everything
    ) throws -> [Cell] {
        var cells: [Cell] = []
        try database.forEachCell(type: type.rawValue, in: range) { cells.append(Cell(start: $0, aggregate: $1)) }
        return cells
    }

    private func cellsOfSamples(_ database: HealthDatabase, _ type: HKQuantityTypeIdentifier) throws -> [Cell] {
        var cells: [Cell] = []
        try database.read { db in
            guard let number = try RecordReader.typeNumber(db, of: type.rawValue) else { return }
            try SampleCells(style: HKQuantityType(type).aggregationStyle, db: db, type: number)
                .forEach(in: Self.everything) { cells.append(Cell(start: $0, aggregate: $1)) }
        }
        return cells
    }

    private static let types: [HKQuantityTypeIdentifier] = [
        .stepCount, .heartRate, .environmentalAudioExposure, .bodyMass,
    ]

    /// Returns a store with whole seconds and values, so that sums do not depend on the order of addition.
    private func store(_ seed: UInt64, weeks: Int = 30, longest: Double = 100_000) throws -> ScratchStore {
        let store = try ScratchStore()
        var generator = SeededGenerator(seed: seed)
        for source in ["Watch", "Phone", "Ring"] {
            var batch = SampleBatch()
            batch.newTypes = Self.types.map(\.rawValue)
            batch.newProvenances = [ProvenanceData(sourceName: source)]
            for index in Self.types.indices {
                for _ in 0..<200 {
                    let start = 1.7e9 + Double(generator.below(weeks * 604_800))
                    let length = generator.below(2) == 0 ? 0.0 : Double(generator.below(Int(longest)))
                    batch.rows.append(
                        SampleRow(
                            type: Int32(index), provenance: 0, start: start, end: start + length,
                            value: Double(40 + generator.below(60))))
                }
            }
            try store.importBatches([batch])
        }
        return store
    }

    @Test(arguments: 0..<3)
    func createdKeptAndRecalculatedCellsAreEqual(seed: UInt64) throws {
        let store = try store(seed)
        for type in Self.types {
            let expected = try cellsOfSamples(store.database, type)
            #expect(expected.count > 200)
            for attempt in ["made", "kept"] {
                expectSame(try cells(store.database, type), expected, "\(type.rawValue) \(attempt)")
                store.database.waitForRollups()
                #expect(try rollups(store, type) > 0)
            }
            let half = expected[expected.count / 2].start
            #expect(try cells(store.database, type, in: half..<1e12).first?.start == half)
            #expect(try cells(store.database, type, in: -1e12..<half).last?.start ?? 0 < half)
        }
    }

    private func expectSame(_ cells: [Cell], _ expected: [Cell], _ comment: String) {
        #expect(cells.map(\.start) == expected.map(\.start), "\(comment)")
        for (cell, right) in zip(cells, expected) {
            #expect(isClose(cell.aggregate, right.aggregate), "\(comment) \(cell) \(right)")
        }
    }

    private func isClose(_ cell: BucketAggregate, _ right: BucketAggregate) -> Bool {
        func close(_ a: Double, _ b: Double) -> Bool { a == b || abs(a - b) <= 1e-12 * max(abs(a), abs(b)) }
        return cell.started.count == right.started.count && cell.carried.count == right.carried.count
            && close(cell.amount, right.amount) && cell.covered == right.covered && cell.weight == right.weight
            && close(cell.weighted, right.weighted)
            && cell.started.latest == right.started.latest && close(cell.started.sum, right.started.sum)
            && cell.started.minimum == right.started.minimum && cell.started.maximum == right.started.maximum
            && close(cell.carried.sum, right.carried.sum) && cell.carried.minimum == right.carried.minimum
            && cell.carried.maximum == right.carried.maximum
    }

    private func rollups(_ store: ScratchStore, _ type: HKQuantityTypeIdentifier) throws -> Int {
        try store.count(
            "SELECT count(*) FROM rollup WHERE type = (SELECT id FROM sample_type WHERE identifier = ?)",
            [type.rawValue])
    }

    @Test func damagedCellsAreRecalculatedFromSamples() throws {
        let store = try store(10)
        for damage in ["zeroblob(7)", "substr(cells, 1, length(cells) - 3)", "cells || x'ff'"] {
            for type in Self.types {
                let expected = try cells(store.database, type)
                store.database.waitForRollups()
                try store.database.write { db in
                    try db.execute(
                        sql: """
                            UPDATE rollup SET cells = \(damage) WHERE length(cells) > 2 AND block % 3 = 0
                            AND type = (SELECT id FROM sample_type WHERE identifier = ?)
                            """, arguments: [type.rawValue])
                }
                expectSame(try cells(store.database, type), expected, "\(type.rawValue) \(damage)")
                store.database.waitForRollups()
                #expect(try rollups(store, type) == 0)
                expectSame(try cells(store.database, type), expected, "\(type.rawValue) after \(damage)")
            }
        }
    }

    @Test func typesWithASampleOfMonthsHaveNoKeptCells() throws {
        let store = try store(20, longest: 90 * 86_400)
        for type in Self.types {
            let cells = try cells(store.database, type)
            store.database.waitForRollups()
            #expect(try rollups(store, type) == 0)
            #expect(zip(cells, cells.dropFirst()).allSatisfy { $0.start < $1.start })
            let expected = try store.database.statistics(StatisticsRequest(type: type.rawValue)).first?.figures
            #expect(cells.reduce(0) { $0 + $1.aggregate.started.count } == expected?.count)
            let covered = cells.reduce(0) { $0 + $1.aggregate.covered }
            #expect(abs(covered - (expected?.duration ?? 0)) < 1e-3)
        }
    }

    @Test func aSampleOfCenturiesIsLimitedToTheRange() throws {
        let store = try ScratchStore()
        var batch = SampleBatch()
        batch.newTypes = [HKQuantityTypeIdentifier.stepCount.rawValue]
        batch.newProvenances = [ProvenanceData(sourceName: "Import")]
        batch.rows = [
            SampleRow(type: 0, provenance: 0, start: -5e10, end: 2e11, value: 1),
            SampleRow(type: 0, provenance: 0, start: 1.7e9, end: 1.7e9, value: 1),
        ]
        try store.importBatches([batch])
        let range = 1.6e9..<1.8e9
        let cells = try cells(store.database, .stepCount, in: range)
        #expect(cells.count == Int((2e8 / 900).rounded(.down)))
        #expect(cells.allSatisfy { $0.aggregate.covered == 900 })
        let type = HKQuantityTypeIdentifier.stepCount.rawValue
        #expect(try store.database.sampleCount(type: type, startingOutside: range) == 1)
        #expect(try store.database.sampleCount(type: type, startingOutside: 1.7e9..<1.7e9) == 2)
        #expect(try store.database.sampleCount(type: type, startingOutside: -1e12..<1.7e9) == 1)
        #expect(try store.database.sampleCount(type: "HKQuantityTypeIdentifierHeight", startingOutside: range) == 0)
    }

    @Test func typesWithSamplesAreReturned() throws {
        let store = try store(30)
        #expect(try store.database.typesWithSamples(.quantity) == Self.types.map(\.rawValue).sorted())
        #expect(try store.database.typesWithSamples(.category) == [])
        try store.database.write { db in
            try db.execute(
                sql: "DELETE FROM sample WHERE type = (SELECT id FROM sample_type WHERE identifier = ?)",
                arguments: [HKQuantityTypeIdentifier.bodyMass.rawValue])
        }
        #expect(
            try store.database.typesWithSamples(.quantity)
                == Self.types.map(\.rawValue).filter { !$0.hasSuffix("BodyMass") }.sorted())
        #expect(throws: StoreError.self) {
            try store.database.forEachCell(type: "HKCategoryTypeIdentifierSleepAnalysis", in: 0..<1) { _, _ in }
        }
        #expect(try cells(store.database, .height) == [])
    }
}
