// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import GRDB
import GRDBSQLite
import OpenHealthModel
import OpenHealthStatistics
import Synchronization

/// Reads and writes the table of rollups.
enum RollupTable {
    private enum Columns: Int32, PositionedColumns {
        case block, blocks, cells
    }

    private static let (places, rows) = (Columns.selection(through: .blocks), Columns.selection)

    /// Calls a closure for each row that overlaps a range of blocks, in order.
    /// - Parameters:
    ///   - withCells: Whether the cells are read.
    ///   - body: A closure that receives a row without its cells, and the cells; it returns whether to continue.
    /// - Throws: ``RollupReader/Obstacle/damagedCells`` if the numbers of a row are invalid, or its cells have no valid
    ///   ``RollupSeal``. The seal is checked only if the cells are read.
    static func forEachRow(
        _ db: Database, type: Int64, target: Int64, in blocks: ClosedRange<Int>, withCells: Bool,
        _ body: (RollupRow, UnsafeRawBufferPointer) throws -> Bool
    ) throws {
        // Rows don't overlap, so only the last row that begins before the range can extend into it.
        let statement = try db.cachedStatement(
            sql: """
                SELECT \(withCells ? rows : places) FROM rollup
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
                target: target, block: Int(sqlite3_column_int64(handle, Columns.block.rawValue)),
                blocks: Int(sqlite3_column_int64(handle, Columns.blocks.rawValue)), cells: [])
            guard row.isPlausible else { throw RollupReader.Obstacle.damagedCells }
            var cells = UnsafeRawBufferPointer(start: nil, count: 0)
            if withCells {
                let seal = RollupSeal(type: type, target: target, block: row.block, blocks: row.blocks)
                let stored = UnsafeRawBufferPointer(
                    start: sqlite3_column_blob(handle, Columns.cells.rawValue),
                    count: Int(sqlite3_column_bytes(handle, Columns.cells.rawValue)))
                guard let opened = seal.opened(stored) else { throw RollupReader.Obstacle.damagedCells }
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

/// A row of the table of rollups: the cells of one block, or a run of empty blocks.
package struct RollupRow: Sendable {
    /// The target of the cells: the number of a source, or 0 for all sources merged.
    var target: Int64
    /// The number of the first block, counted from 1970.
    var block: Int
    /// The number of blocks; greater than one only for empty blocks.
    var blocks: Int
    /// The cells; empty for empty blocks.
    var cells: [UInt8]

    /// The maximum distance of a block from 1970, to which `RollupCells` clamps, and the maximum number of blocks.
    private static let limit = 1_000_000_000_000_000

    /// Whether the numbers are in the range of valid rows, so that calculations with them can't overflow.
    var isPlausible: Bool {
        (-Self.limit...Self.limit).contains(block) && (1...2 * Self.limit).contains(blocks)
    }

    /// The last block.
    var lastBlock: Int { block + blocks - 1 }
}

/// A checksum of a row of the table of rollups: its key and its cells.
///
/// SQLite has no page checksums, and most changes of a byte result in other readable cells. The checksum is the last eight bytes
/// of the column `cells`, least significant byte first. Rows without a valid checksum, including those of versions without
/// checksums, are ignored and computed again from the samples.
struct RollupSeal {
    /// The number of the type.
    let type: Int64
    /// The number of the source; 0 for all sources merged.
    let target: Int64
    /// The number of the first block.
    let block: Int
    /// The number of blocks.
    let blocks: Int

    /// The length of a checksum in bytes.
    static let length = MemoryLayout<UInt64>.size

    /// Returns cells with their checksum at the end.
    func sealed(_ cells: [UInt8]) -> [UInt8] {
        let checksum = cells.withUnsafeBytes(checksum)
        return cells + (0..<Self.length).map { UInt8(truncatingIfNeeded: checksum >> UInt64(8 * $0)) }
    }

    /// Returns the cells without their checksum, or nil if the checksum is missing or wrong.
    func opened(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        guard bytes.count >= Self.length else { return nil }
        let cells = UnsafeRawBufferPointer(rebasing: bytes.dropLast(Self.length))
        let stored = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: cells.count, as: UInt64.self))
        return stored == checksum(cells) ? cells : nil
    }

    /// Returns the checksum of cells.
    private func checksum(_ cells: UnsafeRawBufferPointer) -> UInt64 {
        var checksum = RowChecksum()
        checksum.add(type)
        checksum.add(target)
        checksum.add(Int64(block))
        checksum.add(Int64(blocks))
        checksum.add(cells)
        return checksum.value
    }
}

/// Writes rollups asynchronously. They can be computed again at any time.
///
/// It has its own connection to the file, because its commits don't wait for the disk (`synchronous = NORMAL`), unlike those of
/// samples. An in-memory store has a single connection, which it shares.
final class RollupWriter: DatabaseCompanion {
    /// The longest time that a write waits for other writers, in seconds. The rollups are discarded afterwards.
    private static let patience = 0.25

    private let queue = DispatchQueue(label: "org.openhealthkit.rollups")
    private let pending = DispatchGroup()
    private let opened = Mutex<DatabaseQueue?>(nil)

    /// Writes in an asynchronous transaction. Errors are ignored.
    func write(to database: HealthDatabase, _ body: @escaping @Sendable (Database) throws -> Void) {
        // The database must not be retained, because it waits for this write when it is closed.
        let (pool, path) = (database.pool, database.currentPath)
        queue.async(group: pending) { [self] in
            try? connection(pool, path).writeWithoutTransaction { db in
                try db.inTransaction(.immediate) {
                    try body(db)
                    return .commit
                }
            }
        }
    }

    /// Waits until all writes have ended.
    func wait() { pending.wait() }

    func databaseWillClose(_ database: HealthDatabase) { wait() }

    private func connection(_ pool: any DatabaseWriter, _ path: String?) throws -> any DatabaseWriter {
        guard let path else { return pool }
        return try opened.withLock { opened in
            if let opened { return opened }
            var configuration = HealthDatabase.configuration()
            configuration.busyMode = .timeout(Self.patience)
            configuration.prepareDatabase { db in try db.execute(sql: "PRAGMA synchronous = NORMAL") }
            let new = try DatabaseQueue(path: path, configuration: configuration)
            opened = new
            return new
        }
    }
}
