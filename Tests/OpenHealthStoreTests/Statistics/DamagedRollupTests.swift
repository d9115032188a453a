// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthStatistics
import OpenHealthTestSupport
import Testing

@testable import OpenHealthStore

/// Tests of changed bits in kept statistics: results stay correct, and a check reports the damage.
@Suite struct DamagedRollupTests {
    private static let request = StatisticsRequest(type: HKQuantityTypeIdentifier.stepCount.rawValue)

    /// Returns a store with steps in two weeks that are three weeks apart, so that there are rows with and without cells.
    private func store() throws -> ScratchStore {
        let store = try ScratchStore()
        var starts: [Double] = []
        for first in [1_700_000_000, 1_702_419_200] as [Double] {
            for place in 0..<40 { starts.append(first + Double(place) * 3000) }
        }
        try store.database.save(starts.map { MadeSamples.steps(7, from: $0, to: $0 + 60) }, source: MadeSamples.app)
        return store
    }

    private func rows(_ store: ScratchStore) throws -> [(id: Int64, block: Int64, blocks: Int64, cells: Data)] {
        try store.database.read { db in
            try Row.fetchAll(db, sql: "SELECT id, block, blocks, cells FROM rollup ORDER BY id").map { row in
                let id: Int64 = row[0]
                let block: Int64 = row[1]
                let blocks: Int64 = row[2]
                let cells: Data = row[3]
                return (id, block, blocks, cells)
            }
        }
    }

    @Test func aChangedBitOfCellsIsFoundAndNotUsed() throws {
        let store = try store()
        let database = store.database
        let expected = try database.statistics(Self.request)
        #expect(expected.map(\.figures.sum) == [560])
        var generator = SeededGenerator(seed: 18)
        for attempt in 0..<40 {
            _ = try database.statistics(Self.request)
            database.waitForRollups()
            let rows = try rows(store)
            #expect(rows.contains { $0.blocks > 1 } && rows.contains { $0.cells.count > 100 })
            #expect(try database.check().isHealthy)
            let row = rows[generator.below(rows.count)]
            var cells = row.cells
            let (byte, bit) = (generator.below(cells.count), generator.below(8))
            cells[cells.startIndex + byte] ^= 1 << UInt8(bit)
            try database.write { db in
                try db.execute(sql: "UPDATE rollup SET cells = ? WHERE id = ?", arguments: [cells, row.id])
            }
            let findings = try database.check().findings
            #expect(findings.contains { $0.contains("the kept statistics \(row.id) of") }, "\(attempt): \(byte) \(bit)")
            if attempt % 2 == 0 {
                #expect(try database.repair().repaired.contains { $0.hasPrefix("1: kept statistics") })
                #expect(try database.check().isHealthy)
            }
            let result = try database.statistics(Self.request)
            #expect(result.map(\.figures.sum) == [560], "\(attempt): byte \(byte), bit \(bit)")
            database.waitForRollups()
        }
    }

    @Test(arguments: [
        "block = block + 1000", "blocks = blocks + 1000", "block = 9223372036854775807", "blocks = 9223372036854775807",
        "block = -9223372036854775807", "blocks = 0", "blocks = -5", "cells = x''", "cells = x'01'", "source = 1",
    ])
    func changedKeysAreNotUsed(change: String) throws {
        let store = try store()
        let database = store.database
        _ = try database.statistics(Self.request)
        database.waitForRollups()
        for row in try rows(store) {
            try database.write { db in
                try db.execute(sql: "UPDATE OR IGNORE rollup SET \(change) WHERE id = ?", arguments: [row.id])
            }
            let result = try database.statistics(Self.request)
            #expect(result.map(\.figures.sum) == [560], "\(change)")
            var sum = 0.0
            try database.forEachCell(type: Self.request.type, in: 0..<4e9) { sum += $1.amount }
            #expect(sum == 560, "\(change)")
            database.waitForRollups()
        }
    }

    @Test(arguments: [-3, 1 << 40] as [Int64])
    func anUnassignedNumberIsAnError(number: Int64) throws {
        let store = try store()
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        let queue = try DatabaseQueue(path: store.database.url.path, configuration: configuration)
        try queue.write { db in
            try db.execute(sql: "UPDATE provenance SET id = ? WHERE id = 1", arguments: [number])
        }
        try queue.close()
        let error = #expect(throws: StoreError.self) { try store.database.statistics(Self.request) }
        #expect(error?.code == .corrupt)
        #expect(error?.message.contains("provenance") == true)
        #expect(error?.remedy.contains("health check") == true)
    }
}
