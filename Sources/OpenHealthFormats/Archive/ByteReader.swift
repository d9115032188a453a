// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// Reads little-endian numbers from bytes; returns nil beyond their end.
struct ByteReader {
    let bytes: ArraySlice<UInt8>
    private(set) var position: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    init(_ bytes: [UInt8]) {
        self.init(bytes[...])
    }

    var remaining: Int { bytes.endIndex - position }

    mutating func number<T: FixedWidthInteger & UnsignedInteger>(_ type: T.Type) -> T? {
        let size = T.bitWidth / 8
        guard remaining >= size else { return nil }
        var value: T = 0
        for index in 0..<size {
            value |= T(bytes[position + index]) << T(8 * index)
        }
        position += size
        return value
    }

    mutating func slice(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, remaining >= count else { return nil }
        defer { position += count }
        return bytes[position..<position + count]
    }

    mutating func skip(_ count: Int) -> Void? {
        slice(count).map { _ in () }
    }
}
