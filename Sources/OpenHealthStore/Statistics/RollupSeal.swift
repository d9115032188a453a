// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthStatistics

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
