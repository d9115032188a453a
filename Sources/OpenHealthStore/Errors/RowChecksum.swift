// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A 64-bit checksum of words.
///
/// Each step is a bijection of the state and of the word, so a change within one word always changes the result. The checksum
/// detects damage, but not manipulation.
struct RowChecksum {
    private(set) var value: UInt64 = 0x9e37_79b9_7f4a_7c15

    @inline(__always)
    mutating func add(_ word: UInt64) {
        value = (value ^ word) &* 0xd6e8_feb8_6659_fd93
        value ^= value >> 32
    }

    @inline(__always)
    mutating func add(_ number: Int64) { add(UInt64(bitPattern: number)) }

    /// Adds a number as SQLite returns it: without the sign of zero, and with one NaN.
    @inline(__always)
    mutating func add(_ number: Double) {
        add(number == 0 ? 0 : number.isNaN ? Double.nan.bitPattern : number.bitPattern)
    }

    /// Adds bytes with their count.
    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        add(UInt64(bytes.count))
        var position = 0
        while position + 8 <= bytes.count {
            add(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)))
            position += 8
        }
        var rest: UInt64 = 0
        while position < bytes.count {
            rest = rest << 8 | UInt64(bytes[position])
            position += 1
        }
        add(rest)
    }
}
