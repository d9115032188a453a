// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB
import OpenHealthStatistics

/// Drops the rollups that a change makes wrong; in the transaction of the change.
enum RollupInvalidation {
    /// The length of a block of rollups, a week, in seconds.
    static let blockLength = RollupCells.secondsPerBlock

    /// The block that a moment falls into, counted from 1970.
    static func block(_ seconds: Double) -> Int64 {
        // Beyond these bounds there is no block, and no integer at some point.
        // checked: clamped, and SQLite has no NaN
        Int64(min(max((seconds / blockLength).rounded(.down), -1e15), 1e15))
    }

    /// Whether there is anything that could be dropped.
    static func hasRollups(_ db: Database) throws -> Bool {
        try Int.fetchOne(db.cachedStatement(sql: "SELECT 1 FROM rollup LIMIT 1")) != nil
    }

    /// Drops what has been merged over the sources of a type, as a new order of the sources asks for.
    static func dropMerged(_ db: Database, type: Int64) throws {
        try db.execute(sql: "DELETE FROM rollup WHERE type = ? AND source = 0", arguments: [type])
        try db.execute(sql: "DELETE FROM rollup_order WHERE type = ?", arguments: [type])
    }

    /// Drops what a source's samples from one moment to another are part of: the source's own rollups and the merged
    /// ones, from the block of the one to the block of the other.
    static func drop(_ db: Database, type: Int64, source: Int64, from: Double, to: Double) throws {
        // Rows do not overlap, so of those that begin before the range only the last can reach into it.
        let statement = try db.cachedStatement(
            sql: """
                DELETE FROM rollup WHERE type = ?1 AND source = ?2 AND block + blocks > ?3 AND block <= ?4 AND block >=
                    ifnull((SELECT max(block) FROM rollup WHERE type = ?1 AND source = ?2 AND block <= ?3), ?3)
                """)
        for source in [0, source] {
            try statement.execute(arguments: [type, source, block(from), block(to)])
        }
    }
}
