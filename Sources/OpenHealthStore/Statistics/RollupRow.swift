// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// A row of the table of rollups: the cells of one block, or a run of blocks in which there is nothing.
package struct RollupRow: Sendable {
    /// The target of the cells: the number of a source, or 0 for all sources.
    var target: Int64
    /// The number of the first block, counted from 1970.
    var block: Int
    /// The number of blocks; more than one only for empty ones.
    var blocks: Int
    /// The cells; empty where there is nothing.
    var cells: [UInt8]

    /// The largest distance of a block from 1970, as `RollupCells` clamps them, and the largest number of blocks.
    private static let limit = 1_000_000_000_000_000

    /// Whether the numbers can be those of a row, so that calculations with them cannot overflow.
    var isPlausible: Bool {
        (-Self.limit...Self.limit).contains(block) && (1...2 * Self.limit).contains(blocks)
    }

    /// The last block.
    var lastBlock: Int { block + blocks - 1 }
}
