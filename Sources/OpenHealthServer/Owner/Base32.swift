// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Base32 (RFC 4648, 6) without padding, the format of keys for authenticators.
package enum Base32 {
    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

    /// Returns bytes as a string.
    package static func text(_ data: Data) -> String {
        var (text, buffer, bits) = ([UInt8](), UInt32(0), UInt32(0))
        for byte in data {
            buffer = buffer << 8 | UInt32(byte)
            bits += 8
            while bits >= 5 {
                bits -= 5
                text.append(letters[Int(buffer >> bits & 31)])
            }
            // Bits that have been written are removed, so that the buffer does not overflow.
            buffer &= 1 << bits - 1
        }
        if bits > 0 { text.append(letters[Int(buffer << (5 - bits) & 31)]) }
        return String(decoding: text, as: UTF8.self)
    }
}
