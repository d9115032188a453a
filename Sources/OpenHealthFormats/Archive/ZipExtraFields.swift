// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import COpenHealthISAL

/// The supported extra fields of a member: wide sizes and the name in Unicode.
struct ZipExtraFields {
    private(set) var uncompressed: UInt64
    private(set) var compressed: UInt64
    private(set) var offset: UInt64
    private(set) var unicodePath: [UInt8]?

    /// Reads the fields; returns nil if a size refers to a wide size that is missing.
    init?(_ extra: ArraySlice<UInt8>, name: ArraySlice<UInt8>, uncompressed: UInt32, compressed: UInt32, offset: UInt32)
    {
        self.uncompressed = UInt64(uncompressed)
        self.compressed = UInt64(compressed)
        self.offset = UInt64(offset)
        var isWide = uncompressed == .max || compressed == .max || offset == .max
        var reader = ByteReader(extra)
        // Some archivers pad the fields with arbitrary bytes, which are ignored.
        while let identifier = reader.number(UInt16.self), let size = reader.number(UInt16.self),
            let body = reader.slice(Int(size))
        {
            var field = ByteReader(body)
            if identifier == 0x0001, isWide {
                isWide = false
                if uncompressed == .max {
                    guard let value = field.number(UInt64.self) else { return nil }
                    self.uncompressed = value
                }
                if compressed == .max {
                    guard let value = field.number(UInt64.self) else { return nil }
                    self.compressed = value
                }
                if offset == .max {
                    guard let value = field.number(UInt64.self) else { return nil }
                    self.offset = value
                }
            } else if identifier == 0x7075, field.number(UInt8.self) == 1, let crc = field.number(UInt32.self),
                crc == name.withUnsafeBytes({ CRC32.update(0, $0) })
            {
                unicodePath = field.slice(field.remaining).map(Array.init)
            }
        }
        // All bits of a size are set without a wide field: no member of that size fits into the archive.
        if isWide { return nil }
    }
}

/// The checksum of zip archives.
enum CRC32 {
    /// Returns a checksum updated with more bytes.
    static func update(_ checksum: UInt32, _ bytes: UnsafeRawBufferPointer) -> UInt32 {
        guard let base = bytes.baseAddress, bytes.count > 0 else { return checksum }
        return crc32_gzip_refl(checksum, base.assumingMemoryBound(to: UInt8.self), UInt64(bytes.count))
    }
}

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
