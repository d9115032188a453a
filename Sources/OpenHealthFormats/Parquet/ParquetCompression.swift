// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The compression of the pages of a Parquet file.
package enum ParquetCompression: Sendable, CaseIterable {
    /// None.
    case none
    /// Gzip, by ISA-L.
    case gzip
    /// Zstandard, by the system's libzstd.
    case zstandard

    /// Zstandard where libzstd is installed, otherwise gzip.
    package static var best: Self { ZstandardLibrary.shared == nil ? .gzip : .zstandard }

    /// The number of the codec in the format.
    var codec: Int32 {
        switch self {
        case .none: 0
        case .gzip: 2
        case .zstandard: 6
        }
    }

    /// The level of Zstandard. Below level 3, it finds no repetitions of less than six bytes, and the differences of dates have four.
    private static let level: Int32 = 3

    /// Returns the bytes, compressed; nil if they cannot be.
    func packed(_ bytes: [UInt8]) -> [UInt8]? {
        switch self {
        case .none: bytes
        case .gzip: bytes.count < 1 << 30 ? Gzip.packed(bytes) : nil
        case .zstandard: ZstandardLibrary.shared?.packed(bytes, level: Self.level)
        }
    }
}
