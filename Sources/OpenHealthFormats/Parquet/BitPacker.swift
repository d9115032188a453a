// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// Packs numbers of one width into bytes, the lowest bit first.
struct BitPacker {
    private var pending: UInt64 = 0
    private var bits = 0

    /// Appends the lowest bits of a number; the rest of it must be 0.
    /// - Parameter width: 0 to 64.
    @inline(__always)
    mutating func append(_ value: UInt64, width: Int, to bytes: inout [UInt8]) {
        pending |= value << UInt64(bits)
        bits += width
        guard bits >= 64 else { return }
        withUnsafeBytes(of: pending.littleEndian) { bytes.append(contentsOf: $0) }
        bits -= 64
        pending = bits == 0 ? 0 : value >> UInt64(width - bits)
    }

    /// Writes the last bits, filled up with zeros to a byte.
    mutating func finish(to bytes: inout [UInt8]) {
        while bits > 0 {
            bytes.append(UInt8(truncatingIfNeeded: pending))
            pending >>= 8
            bits -= 8
        }
        (pending, bits) = (0, 0)
    }

    /// Returns the number of bits of a number: 0 for 0.
    static func width(of value: UInt64) -> Int { 64 - value.leadingZeroBitCount }
}
