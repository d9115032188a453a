// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import GRDBSQLite
import OpenHealthStatistics

/// Reads and writes the table of rollups.
enum RollupTable {
    /// Calls a closure for each row that overlaps a range of blocks, in order.
    /// - Parameters:
    ///   - withCells: Whether the cells are read.
    ///   - body: A closure that receives a row without its cells, and the cells; it returns whether to continue.
    /// - Throws: ``RollupStatistics/Obstacle/damagedCells`` if the numbers of a row are invalid, or its cells have no valid
    ///   ``RollupSeal``. The seal is checked only if the cells are read.
    static func forEachRow(
        _ db: Database, type: Int64, target: Int64, in blocks: ClosedRange<Int>, withCells: Bool,
        _ body: (RollupRow, UnsafeRawBufferPointer) throws -> Bool
    ) throws {
        // Rows don't overlap, so only the last row that begins before the range can extend into it.
        let statement = try db.cachedStatement(
            sql: """
                SELECT block, blocks, \(withCells ? "cells" : "NULL") FROM rollup
                WHERE type = ?1 AND source = ?2 AND block <= ?4 AND block >= coalesce(
                    (SELECT max(block) FROM rollup WHERE type = ?1 AND source = ?2 AND block <= ?3), ?3)
                ORDER BY block
                """)
        let handle = statement.sqliteStatement
        sqlite3_reset(handle)
        defer { sqlite3_reset(handle) }
        sqlite3_bind_int64(handle, 1, type)
        sqlite3_bind_int64(handle, 2, target)
        sqlite3_bind_int64(handle, 3, Int64(blocks.lowerBound))
        sqlite3_bind_int64(handle, 4, Int64(blocks.upperBound))
        while true {
            let code = sqlite3_step(handle)
            if code == SQLITE_DONE { return }
            guard code == SQLITE_ROW else {
                throw DatabaseError(code, of: handle)
            }
            let row = RollupRow(
                target: target, block: Int(sqlite3_column_int64(handle, 0)),
                blocks: Int(sqlite3_column_int64(handle, 1)), cells: [])
            guard row.isPlausible else { throw RollupStatistics.Obstacle.damagedCells }
            var cells = UnsafeRawBufferPointer(start: nil, count: 0)
            if withCells {
                let seal = RollupSeal(type: type, target: target, block: row.block, blocks: row.blocks)
                let stored = UnsafeRawBufferPointer(
                    start: sqlite3_column_blob(handle, 2), count: Int(sqlite3_column_bytes(handle, 2)))
                guard let opened = seal.opened(stored) else { throw RollupStatistics.Obstacle.damagedCells }
                cells = opened
            }
            if row.lastBlock < blocks.lowerBound { continue }
            guard try body(row, cells) else { return }
        }
    }

    /// Replaces the rows of the same blocks.
    /// - Parameter order: The order of sources for which merged cells were computed; nil if the order is irrelevant.
    static func write(_ db: Database, type: Int64, rows: [RollupRow], order: [Int64]?) throws {
        let delete = try db.makeStatement(
            sql: """
                DELETE FROM rollup WHERE type = ?1 AND source = ?2 AND block <= ?4 AND block + blocks > ?3
                AND block >= coalesce(
                    (SELECT max(block) FROM rollup WHERE type = ?1 AND source = ?2 AND block <= ?3), ?3)
                """)
        let insert = try db.makeStatement(
            sql: "INSERT INTO rollup (type, source, block, blocks, cells) VALUES (?, ?, ?, ?, ?)")
        for row in rows {
            try delete.execute(arguments: [type, row.target, row.block, row.lastBlock])
            let seal = RollupSeal(type: type, target: row.target, block: row.block, blocks: row.blocks)
            try insert.execute(
                arguments: [type, row.target, row.block, row.blocks, Data(seal.sealed(row.cells))])
        }
        guard let order else { return }
        let text = String(decoding: try JSONEncoder.sortedKeys.encode(order), as: UTF8.self)
        try db.execute(
            sql: """
                INSERT INTO rollup_order (type, sources) VALUES (?, ?)
                ON CONFLICT (type) DO UPDATE SET sources = excluded.sources
                """,
            arguments: [type, text])
    }
}
