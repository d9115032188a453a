// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HealthStatistics

/// A checksum over a row of the table of rollups: its key and its cells.
///
/// SQLite has no checksums of pages, and most changes of a byte of a row leave cells that can be read. The checksum is the last
/// eight bytes of the column `cells`, the least significant byte first. Rows without a valid one, among them those of versions
/// that had none, are not used, and are made again from the samples.
struct RollupSeal {
    /// The number of the type.
    let type: Int64
    /// The number of the source; 0 for all together.
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

    /// Returns the cells without their checksum, or nil if it is missing or another.
    func opened(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        guard bytes.count >= Self.length else { return nil }
        let cells = UnsafeRawBufferPointer(rebasing: bytes.dropLast(Self.length))
        let stored = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: cells.count, as: UInt64.self))
        return stored == checksum(cells) ? cells : nil
    }

    /// Returns the checksum of cells.
    ///
    /// Each step is a bijection of the state and of the word, so that a change within one word always changes the result.
    private func checksum(_ cells: UnsafeRawBufferPointer) -> UInt64 {
        var state: UInt64 = 0x9e37_79b9_7f4a_7c15
        func add(_ word: UInt64) {
            state = (state ^ word) &* 0xd6e8_feb8_6659_fd93
            state ^= state >> 32
        }
        add(UInt64(bitPattern: type))
        add(UInt64(bitPattern: target))
        add(UInt64(bitPattern: Int64(block)))
        add(UInt64(bitPattern: Int64(blocks)))
        add(UInt64(cells.count))
        var position = 0
        while position + 8 <= cells.count {
            add(UInt64(littleEndian: cells.loadUnaligned(fromByteOffset: position, as: UInt64.self)))
            position += 8
        }
        var rest: UInt64 = 0
        while position < cells.count {
            rest = rest << 8 | UInt64(cells[position])
            position += 1
        }
        add(rest)
        return state
    }
}
