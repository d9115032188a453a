// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A 128-bit hash of bytes that is the same in every process, on every machine and in every version.
///
/// Stores contain these hashes (of metadata, of derived UUIDs), so the function must never change. It distinguishes
/// contents but is not secure: collisions can be constructed.
///
/// Each lane multiplies 8 bytes by 8 others to 128 bits and folds the halves, the basic step of wyhash and related
/// functions.
package struct ContentHash: Hashable, Sendable {
    package var low: UInt64
    package var high: UInt64

    package init(low: UInt64, high: UInt64) {
        self.low = low
        self.high = high
    }

    /// The hash of an empty sequence of bytes.
    package static let empty = ContentHash(low: 0x2d35_8dcc_aa6c_78a5, high: 0x8bb8_4b93_962e_acc9)

    /// Adds a sequence of bytes to the hash.
    @inline(__always)
    package mutating func combine(_ bytes: UnsafePointer<UInt8>, _ count: Int) {
        var low = self.low ^ UInt64(truncatingIfNeeded: count)
        var high = self.high &+ UInt64(truncatingIfNeeded: count)
        let raw = UnsafeRawPointer(bytes)
        var offset = 0
        while offset &+ 16 <= count {
            let a = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            let b = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: offset &+ 8, as: UInt64.self))
            low = Self.fold(a ^ 0xa076_1d64_78bd_642f, b ^ low)
            high = Self.fold(b ^ 0xe703_7ed1_a0b4_28db, a ^ high)
            offset &+= 16
        }
        var a: UInt64 = 0
        var b: UInt64 = 0
        let rest = count &- offset
        if rest >= 8 {
            a = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            b = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self))
        } else if rest >= 4 {
            a = UInt64(UInt32(littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
            b = UInt64(UInt32(littleEndian: raw.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)))
        } else if rest > 0 {
            a = UInt64(bytes[offset])
            b = UInt64(bytes[offset &+ (rest &>> 1)]) &<< 8 | UInt64(bytes[count &- 1])
        }
        self.low = Self.fold(a ^ 0x8ebc_6af0_9c88_c6e3, b ^ low)
        self.high = Self.fold(b ^ 0x5899_65cc_7537_4cc3, a ^ high)
    }

    /// Adds 8 bytes to the hash.
    @inline(__always)
    package mutating func combine(_ word: UInt64) {
        low = Self.fold(word ^ 0xa076_1d64_78bd_642f, low ^ 0x1d8e_4e27_c47d_124f)
        high = Self.fold(word ^ 0xe703_7ed1_a0b4_28db, high ^ 0xeb44_acca_b455_d165)
    }

    /// Adds the UTF-8 bytes of a string and its length to the hash.
    package mutating func combine(_ string: String) {
        var string = string
        string.withUTF8 { buffer in
            if let base = buffer.baseAddress {
                combine(base, buffer.count)
            } else {
                combine(0)
            }
        }
    }

    @inline(__always)
    private static func fold(_ a: UInt64, _ b: UInt64) -> UInt64 {
        let product = a.multipliedFullWidth(by: b)
        return product.high ^ product.low
    }
}
