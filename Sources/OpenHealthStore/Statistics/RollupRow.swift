// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB

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
