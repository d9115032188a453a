// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB

extension RollupPlan {
    /// Calls a closure with the blocks of a target that aren't empty, in order.
    /// - Parameters:
    ///   - made: The computed blocks of the target, which have precedence over stored ones.
    ///   - body: A closure that receives the number of a block and its cells in the form of ``RollupCodec``.
    func forEachBlock(
        _ db: Database, target: Int64, made: [RollupRow], _ body: (Int, UnsafeRawBufferPointer) throws -> Void
    ) throws {
        var made = made[...]
        func handMade(before block: Int) throws {
            while let row = made.first, row.block < block {
                if !row.cells.isEmpty { try row.cells.withUnsafeBytes { try body(row.block, $0) } }
                made.removeFirst()
            }
        }
        let isMade = Set(made.lazy.map(\.block))
        if !(target == 0 && isReordered) {
            try RollupTable.forEachRow(db, type: type, target: target, in: blocks, withCells: true) { row, bytes in
                // Blocks are computed for all targets if one of them lacks them, so a computed block can also be stored.
                if bytes.isEmpty || isMade.contains(row.block) { return true }
                try handMade(before: row.block)
                try body(row.block, bytes)
                return true
            }
        }
        try handMade(before: .max)
    }
}
