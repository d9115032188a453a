// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB

extension RollupPlan {
    /// Passes the blocks of a target that are not empty, in order.
    /// - Parameters:
    ///   - made: what the plan lacked of the target. Such a block goes before one that has been kept meanwhile.
    ///   - body: takes the number of a block and its cells as ``RollupCodec`` writes them.
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
                // Blocks are made for all targets where one lacks them, so that one may have been there.
                if bytes.isEmpty || isMade.contains(row.block) { return true }
                try handMade(before: row.block)
                try body(row.block, bytes)
                return true
            }
        }
        try handMade(before: .max)
    }
}
