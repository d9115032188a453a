// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A member of a zip archive, as listed in the archive's directory.
public struct ZipEntry: Sendable, Hashable {
    /// The path, with `/` as the separator; never absolute, and without `..`.
    public let path: String
    /// The size of the member in the archive, in bytes.
    public let compressedSize: Int64
    /// The size of the member when unpacked, in bytes.
    public let uncompressedSize: Int64
    /// The compression method: 0 for stored, 8 for deflated. Other methods are not supported.
    public let method: UInt16
    /// The CRC-32 of the unpacked bytes.
    public let crc32: UInt32
    /// Whether the member is encrypted; such members cannot be opened.
    public let isEncrypted: Bool
    /// The offset of the local header in the file.
    package let headerOffset: Int64
    /// The bytes of the path in the directory, which the local header must repeat.
    package let rawName: [UInt8]
    /// Whether the member was found without a directory, so that its sizes and checksum are unknown.
    package var isSalvaged = false

    /// Whether the member is a folder.
    public var isDirectory: Bool { path.hasSuffix("/") }
}
