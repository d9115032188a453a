// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

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
