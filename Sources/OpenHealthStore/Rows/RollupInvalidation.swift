// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB
import OpenHealthStatistics

/// Removes the rollups that a change invalidates, in the transaction of the change.
enum RollupInvalidation {
    /// The length of a block of rollups in seconds, which is one week.
    static let blockLength = RollupCells.secondsPerBlock
    /// The maximum duration of samples that are compared with each other, in seconds. A sample replaces overlapping samples of its source
    /// that have fewer properties if both last at most this long.
    static let reach = 86_400.0
    /// The duration in seconds of samples without one that lack properties, in these comparisons.
    static let instantLength = 60.0
    /// The duration in seconds by which such samples can be apart.
    static let margin = reach + instantLength

    /// Returns the block of a time in seconds since 1970. Blocks are counted from 1970.
    static func block(_ seconds: Double) -> Int64 {
        // There are no blocks beyond these bounds, and larger values don't fit an integer.
        // checked: clamped, and SQLite has no NaN
        Int64(min(max((seconds / blockLength).rounded(.down), -1e15), 1e15))
    }

    /// Returns whether there are any rollups.
    static func hasRollups(_ db: Database) throws -> Bool {
        try Int.fetchOne(db.cachedStatement(sql: "SELECT 1 FROM rollup LIMIT 1")) != nil
    }

    /// Removes the merged rollups of a type, which a new order of the sources invalidates.
    static func dropMerged(_ db: Database, type: Int64) throws {
        try db.execute(
            sql: "DELETE FROM rollup WHERE type = ? AND source IN (?, ?)",
            arguments: [type, RollupTarget.merged, RollupTarget.withCopies(RollupTarget.merged)])
        try db.execute(sql: "DELETE FROM rollup_order WHERE type = ?", arguments: [type])
    }

    /// Removes the rollups that contain samples of a source in a range of time: the source's own rollups and the merged ones,
    /// from the block of the start to the block of the end. If the source has samples that lack properties, the range is extended
    /// by ``margin`` on both sides.
    static func drop(_ db: Database, type: Int64, source: Int64, from: Double, to: Double) throws {
        // Rows don't overlap, so only the last row that begins before the range can extend into it.
        let statement = try db.cachedStatement(
            sql: """
                DELETE FROM rollup WHERE type = ?1 AND source = ?2 AND block + blocks > ?3 AND block <= ?4 AND block >=
                    ifnull((SELECT max(block) FROM rollup WHERE type = ?1 AND source = ?2 AND block <= ?3), ?3)
                """)
        let hasPartial = try Bool.fetchOne(
            db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM provenance WHERE source = ? AND missing > 0)"),
            arguments: [source])
        let margin = hasPartial == true ? margin : 0
        for target in [RollupTarget.merged, source] {
            for target in [target, RollupTarget.withCopies(target)] {
                try statement.execute(arguments: [type, target, block(from - margin), block(to + margin)])
            }
        }
    }
}

/// The targets of rollups, without the samples of copies of workouts: the number of a source, or 0 for all sources merged.
/// Apps that don't see the workouts have a negative number for each of these, with all samples.
enum RollupTarget {
    /// All sources merged.
    static let merged: Int64 = 0

    /// Returns the target of the same samples and those of copies.
    static func withCopies(_ target: Int64) -> Int64 { -1 - target }

    /// Returns the source of a target; 0 for all sources merged.
    static func source(of target: Int64) -> Int64 { target < 0 ? -1 - target : target }
}
