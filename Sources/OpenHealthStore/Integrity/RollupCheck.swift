// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

/// Checks the stored rollups: their checksums, and whether they agree with the samples.
enum RollupCheck {
    /// Returns the faults in the rows of the table of rollups.
    static func run(_ db: Database) throws -> [String] {
        var faults = FaultList(rest: "kept statistics are damaged")
        try forEachDamagedRow(db) { id, type in
            faults.add(
                "the kept statistics \(id) of \(type) are damaged; they are not used, and `health check --repair` removes them"
            )
        }
        var different = FaultList(rest: "kept statistics differ from the samples")
        try RollupComparison.forEachDifference(db) { row, type, _ in
            different.add(
                "the kept statistics of \(type) for the week \(row.block) differ from its samples; "
                    + "`health check --repair` removes them")
        }
        return faults.lines + different.lines
    }

    /// Deletes the rows that are damaged or differ from the samples. They are computed again when they are needed.
    /// - Returns: The number of deleted rows.
    static func repair(_ db: Database) throws -> Int {
        var damaged: [Int64] = []
        try forEachDamagedRow(db) { id, _ in damaged.append(id) }
        for id in damaged { try db.execute(sql: "DELETE FROM rollup WHERE id = ?", arguments: [id]) }
        var different: [(row: RollupRow, type: Int64)] = []
        try RollupComparison.forEachDifference(db) { row, _, type in different.append((row, type)) }
        for (row, type) in different {
            try db.execute(
                sql: "DELETE FROM rollup WHERE type = ? AND source = ? AND block = ?",
                arguments: [type, row.target, row.block])
        }
        return damaged.count + different.count
    }

    /// Calls a closure for each row without a valid checksum, with its number and its type.
    private static func forEachDamagedRow(_ db: Database, _ body: (Int64, String) -> Void) throws {
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT r.id, r.type, r.source, r.block, r.blocks, r.cells, coalesce(t.identifier, 'type ' || r.type)
                FROM rollup AS r LEFT JOIN sample_type AS t ON t.id = r.type ORDER BY r.id
                """)
        while let row = try rows.next() {
            let cells: Data = try row.decode(Data?.self, atIndex: 5) ?? Data()
            if isWithoutSeal(cells) { continue }
            let stored = RollupRow(
                target: try row.decode(atIndex: 2), block: try row.decode(atIndex: 3),
                blocks: try row.decode(atIndex: 4), cells: [])
            let seal = RollupSeal(
                type: try row.decode(atIndex: 1), target: stored.target, block: stored.block, blocks: stored.blocks)
            let isSound = stored.isPlausible && cells.withUnsafeBytes { seal.opened($0) != nil }
            if !isSound { body(try row.decode(atIndex: 0), try row.decode(atIndex: 6)) }
        }
    }

    /// Returns whether a row is from a version without checksums: it has no cells, or cells of the first version of the codec,
    /// which are longer than a checksum. Such rows are ignored.
    private static func isWithoutSeal(_ cells: Data) -> Bool {
        cells.isEmpty || (cells.count > RollupSeal.length && cells.first == 1)
    }
}
