// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A member of a zip archive, as the archive's directory lists it.
public struct ZipEntry: Sendable, Hashable {
    /// The path, with `/` between its parts; never absolute, never with `..` in it.
    public let path: String
    /// The bytes that the member takes up in the archive.
    public let compressedSize: Int64
    /// The bytes that the member has when unpacked.
    public let uncompressedSize: Int64
    /// How it is packed: 0 stored, 8 deflated; nothing else can be opened.
    public let method: UInt16
    /// The CRC-32 of the unpacked bytes.
    public let crc32: UInt32
    /// Whether it is encrypted; such members cannot be opened.
    public let isEncrypted: Bool
    /// Where its local header stands in the file.
    package let headerOffset: Int64
    /// The path's bytes as the directory has them, which the local header must repeat.
    package let rawName: [UInt8]
    /// Whether it was found without a directory, so that its sizes and checksum are not known.
    package var isSalvaged = false

    /// Whether it is a folder.
    public var isDirectory: Bool { path.hasSuffix("/") }
}
