// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import COpenHealthISAL

/// A column of a Parquet file: it takes a value for each row, and encodes those of a row group.
///
/// A class, since a row is appended column by column by code that knows the type of each. Used by one thread at a time.
package class ParquetColumn {
    /// The name.
    package let name: String
    /// Whether rows may have no value.
    let isOptional: Bool
    /// The rows of this row group, and which of them have a value.
    var levels = DefinitionLevels()

    /// Creates a column.
    package init(_ name: String, optional: Bool = false) {
        self.name = name
        isOptional = optional
    }

    var repetition: ParquetSchemaNode.Repetition { isOptional ? .optional : .required }

    /// The number of leaves.
    var leafCount: Int { 1 }

    /// The approximate number of bytes of variable size that the row group has in this column.
    var textBytes: Int { 0 }

    /// The elements of the schema, a group before what is in it.
    func schema() -> [ParquetSchemaNode] { fatalError("a column has a type") }  // checked: each column declares it

    /// The pages of each leaf. Afterwards the column is empty.
    func takePages() -> [ParquetPages] { fatalError("a column has values") }  // checked: each column declares it

    /// Returns the levels of a page and its number of rows, and removes them from the column.
    func takeLevels() -> (bytes: [UInt8], count: Int, nullCount: Int) {
        defer { levels = DefinitionLevels() }
        return (isOptional ? levels.encoded : [], levels.count, levels.nullCount)
    }

    /// Notes whether a row has a value.
    @inline(__always)
    func note(_ hasValue: Bool) {
        // checked: the schema and the code that fills it stand side by side
        precondition(hasValue || isOptional, "a column that is not optional has a value in every row")
        levels.append(hasValue)
    }

    /// Notes that several rows have a value, or that they have none.
    func note(_ hasValue: Bool, count: Int) {
        // checked: the schema and the code that fills it stand side by side
        precondition(hasValue || isOptional || count == 0, "a column that is not optional has a value in every row")
        levels.append(hasValue, count: count)
    }
}

/// The type of a leaf of the schema in a file.
enum ParquetPhysicalType: Int32 {
    case boolean = 0
    case int32 = 1
    case int64 = 2
    case double = 5
    case byteArray = 6
    case fixedLengthByteArray = 7
}

/// How values of a page are written.
enum ParquetEncoding: Int32 {
    case plain = 0
    case rle = 3
    case deltaBinaryPacked = 5
    case rleDictionary = 8
    case byteStreamSplit = 9
}

/// The smallest and the largest value of a chunk, as PLAIN has them without sizes.
struct ParquetBounds: Equatable {
    var minimum: [UInt8]
    var maximum: [UInt8]
}

/// The values of a leaf in a row group, encoded.
struct ParquetPages {
    /// The values of the dictionary page and their number; nil for a chunk without one.
    var dictionary: (bytes: [UInt8], count: Int)?
    /// The levels and values of the data page.
    var data: [UInt8]
    /// How the values are written.
    var encoding: ParquetEncoding
    /// The data page in another encoding; nil without one. The shorter one of both, compressed, is written.
    var alternative: (data: [UInt8], encoding: ParquetEncoding)?
    /// The number of values, those that are null included.
    var count: Int
    var nullCount: Int
    var bounds: ParquetBounds?
    /// Whether compression is worth trying.
    var isCompressible = true
}

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
