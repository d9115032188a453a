// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A reader of the bytes of anchors and cursors: little-endian 64-bit words between single bytes.
package struct WordReader {
    private var rest: ArraySlice<UInt8>

    /// Creates a reader at the first of some bytes.
    package init(_ data: Data) {
        rest = Array(data)[...]
    }

    /// Returns the next eight bytes as a word, or nil if fewer bytes are left.
    package mutating func word() -> UInt64? {
        guard rest.count >= 8 else { return nil }
        defer { rest = rest.dropFirst(8) }
        return rest.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Returns the next byte, or nil at the end.
    package mutating func byte() -> UInt8? { rest.popFirst() }

    /// The bytes that have not been read.
    package var remainder: Data { Data(rest) }
}

extension Data {
    /// Adds a word as ``WordReader`` reads it.
    package mutating func append(word: UInt64) {
        Swift.withUnsafeBytes(of: word.littleEndian) { append(contentsOf: $0) }
    }
}
