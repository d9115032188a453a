// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import COpenHealthISAL

/// A column chunk: the pages of a leaf in a row group as they stand in the file, and what the footer says of them.
struct ParquetChunk {
    /// The pages with their headers.
    private(set) var bytes: [UInt8] = []
    /// The place of the data page within the bytes; 0 where there is no dictionary page before it.
    private(set) var dataOffset = 0
    /// The size of the pages with their headers, without compression.
    private(set) var uncompressedSize = 0
    /// The number of bytes.
    private(set) var size = 0
    let compression: ParquetCompression
    let encoding: ParquetEncoding
    let hasDictionary: Bool
    let count: Int
    let nullCount: Int
    let bounds: ParquetBounds?

    private enum Page: Int32 {
        case data = 0
        case dictionary = 2
    }

    /// Compresses pages. They stay as they are where that does not save a twentieth.
    init(_ pages: ParquetPages, compression: ParquetCompression) {
        (hasDictionary, count, nullCount, bounds) = (
            pages.dictionary != nil, pages.count, pages.nullCount, pages.bounds
        )
        var (data, encoding) = (pages.data, pages.encoding)
        var packed = pages.isCompressible ? compression.packed(data) : nil
        if let other = pages.alternative, let size = packed?.count, let bytes = compression.packed(other.data),
            bytes.count < size
        {
            (data, encoding, packed) = (other.data, other.encoding, bytes)
        }
        self.encoding = encoding
        let plainSize = data.count + (pages.dictionary?.bytes.count ?? 0)
        var contents = (dictionary: pages.dictionary?.bytes ?? [], data: data)
        var used = ParquetCompression.none
        if let packed, let dictionary = contents.dictionary.isEmpty ? [] : compression.packed(contents.dictionary),
            packed.count + dictionary.count < plainSize - plainSize / 20
        {
            contents = (dictionary, packed)
            used = compression
        }
        self.compression = used
        if let dictionary = pages.dictionary {
            append(.dictionary, contents.dictionary, size: dictionary.bytes.count, count: dictionary.count)
            dataOffset = bytes.count
        }
        append(.data, contents.data, size: data.count, count: pages.count)
    }

    private mutating func append(_ page: Page, _ content: [UInt8], size: Int, count: Int) {
        var header = ThriftCompactWriter()
        header.int32(1, page.rawValue)
        header.int32(2, Int32(size))  // checked: row groups end long before 2^31 bytes
        header.int32(3, Int32(content.count))  // checked: not larger than the uncompressed page
        let checksum = content.withUnsafeBufferPointer { crc32_gzip_refl(0, $0.baseAddress, UInt64($0.count)) }
        header.int32(4, Int32(bitPattern: checksum))
        let encoding = encoding
        switch page {
        case .data:
            header.structure(5) { header in
                header.int32(1, Int32(count))  // checked: row groups end long before 2^31 values
                header.int32(2, encoding.rawValue)
                header.int32(3, ParquetEncoding.rle.rawValue)
                header.int32(4, ParquetEncoding.rle.rawValue)
            }
        case .dictionary:
            header.structure(7) { header in
                header.int32(1, Int32(count))  // checked: row groups end long before 2^31 values
                header.int32(2, ParquetEncoding.plain.rawValue)
            }
        }
        header.stop()
        bytes += header.bytes
        bytes += content
        self.size = bytes.count
        uncompressedSize += header.bytes.count + size
    }

    /// The same without the pages, for the footer.
    func withoutBytes() -> ParquetChunk {
        var copy = self
        copy.bytes = []
        return copy
    }
}
