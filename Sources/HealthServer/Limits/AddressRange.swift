// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// An IP address, or all addresses that begin with the same bits: `192.0.2.1`, `10.0.0.0/8`, `fd00::/8`.
public struct AddressRange: Hashable, Sendable {
    private let bytes: [UInt8]
    private let bits: Int

    /// Reads an address, or an address and a number of bits.
    /// - Returns: nil for another text, and for one with bits set behind the range.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let address = try? SocketAddress(ipAddress: String(first), port: 0),
            let bytes = address.networkBytes
        else { return nil }
        var bits = bytes.count * 8
        if parts.count == 2 {
            guard let number = UInt8(parts[1]), parts[1].allSatisfy(\.isNumber), Int(number) <= bits else { return nil }
            bits = Int(number)
        }
        self.bytes = bytes
        self.bits = bits
        guard Self.masked(bytes, bits) == bytes else { return nil }
    }

    /// Whether an address is one of the range.
    func contains(_ address: SocketAddress) -> Bool {
        guard let other = address.networkBytes, other.count == bytes.count else { return false }
        return Self.masked(other, bits) == bytes
    }

    /// The address without the bits behind the first ones.
    private static func masked(_ bytes: [UInt8], _ bits: Int) -> [UInt8] {
        bytes.indices.map { index in
            let kept = max(0, min(8, bits - index * 8))
            return kept == 0 ? 0 : bytes[index] & (0xff << UInt8(8 - kept))
        }
    }
}
