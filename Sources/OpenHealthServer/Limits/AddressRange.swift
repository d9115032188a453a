// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// An IP address, or all addresses with the same prefix: `192.0.2.1`, `10.0.0.0/8`, `fd00::/8`.
public struct AddressRange: Hashable, Sendable {
    private let bytes: [UInt8]
    private let bits: Int

    /// Parses an address, or an address and a number of bits.
    /// - Returns: The range, or nil if the string is neither, or if bits after the prefix are set.
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

    /// Returns whether an address is in the range.
    func contains(_ address: SocketAddress) -> Bool {
        guard let other = address.networkBytes, other.count == bytes.count else { return false }
        return Self.masked(other, bits) == bytes
    }

    /// Returns the address with all bits after the prefix cleared.
    private static func masked(_ bytes: [UInt8], _ bits: Int) -> [UInt8] {
        bytes.indices.map { index in
            let kept = max(0, min(8, bits - index * 8))
            return kept == 0 ? 0 : bytes[index] & (0xff << UInt8(8 - kept))
        }
    }
}
