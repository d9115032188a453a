// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A zip archive on disk, which is read in place: nothing is unpacked to disk or mapped into memory.
///
/// The declarations of an archive are verified: members with wrong sizes, shared bytes, or paths outside of the archive are
/// rejected by name.
public struct ZipArchive: Sendable {
    /// The members, in the order of the archive's directory.
    public let entries: [ZipEntry]
    /// The size of the archive on disk, in bytes.
    public var size: Int64 { file.size }

    private let file: OpenFile
    private let membersEnd: Int64
    /// The offsets of the members, in ascending order.
    private let offsets: [Int64]

    /// Opens an archive and reads its directory.
    /// - Throws: ``FormatError`` with the codes `notReadable`, `emptyFile`, `notAnExport` (not a zip archive), `truncated`,
    ///   `corruptArchive`, `unsafePath`, `zipBomb` (overlapping members).
    public init(url: URL) throws(FormatError) {
        file = try OpenFile(path: url.path)
        let directory = try ZipDirectory(file: file)
        entries = try directory.entries()
        offsets = entries.map(\.headerOffset).sorted()
        membersEnd = directory.start
    }

    /// Opens a truncated archive without a directory.
    ///
    /// The members are those with a complete local header. The last one may be truncated, which is detected by reading it.
    /// - Throws: ``FormatError`` with the codes `notReadable`, `emptyFile`, `notAnExport` (there are no members).
    public init(salvaging url: URL) throws(FormatError) {
        file = try OpenFile(path: url.path)
        entries = try ZipSalvage(file: file).entries()
        offsets = entries.map(\.headerOffset).sorted()
        membersEnd = file.size
        guard !entries.isEmpty else {
            throw FormatError(
                .notAnExport, file: file.path, message: "nothing in this archive can be read",
                remedy: "download it or copy it from the phone again")
        }
    }

    /// Opens a member for reading.
    /// - Throws: ``FormatError`` with the codes `encrypted`, `unsupportedCompression`, `corruptArchive` if the member's own
    ///   header contradicts the directory, `zipBomb` if it overlaps with the next member.
    public func open(_ entry: ZipEntry) throws(FormatError) -> InflateByteSource {
        let name = "\(file.path)/\(entry.path)"
        if entry.isEncrypted {
            throw FormatError(
                .encrypted, file: name, message: "the member is encrypted",
                remedy: "unpack the archive with its password and import the folder")
        }
        guard entry.method == 0 || entry.method == 8 else {
            throw FormatError(
                .unsupportedCompression, file: name, message: "the member is packed with method \(entry.method)",
                remedy: "unpack the archive and import the folder")
        }
        let broken = FormatError(
            .corruptArchive, file: name, message: "the member's header contradicts the archive's directory",
            remedy: "download the archive or copy it from the phone again, or export again")
        guard let header = try file.bytes(at: entry.headerOffset, count: 30) else { throw broken }
        var reader = ByteReader(header)
        guard reader.number(UInt32.self) == 0x0403_4B50, reader.skip(2) != nil,
            let flags = reader.number(UInt16.self), reader.number(UInt16.self) == entry.method,
            reader.skip(16) != nil, let nameSize = reader.number(UInt16.self),
            let extraSize = reader.number(UInt16.self), flags & 1 == 0,
            let localName = try file.bytes(at: entry.headerOffset + 30, count: Int(nameSize)),
            localName == entry.rawName
        else { throw broken }
        let start = entry.headerOffset + 30 + Int64(nameSize) + Int64(extraSize)
        let next = nextStart(after: entry.headerOffset)
        guard start + entry.compressedSize <= min(next, membersEnd) else {
            throw FormatError(
                .zipBomb, file: name, message: "the member overlaps with the next",
                remedy: "download it or copy it from the phone again; if that does not help, do not unpack it")
        }
        return try InflateByteSource(file: file, start: start, entry: entry, name: name)
    }

    /// Returns the offset of the next member, or the end of the last one.
    private func nextStart(after offset: Int64) -> Int64 {
        var (low, high) = (0, offsets.count)
        while low < high {
            let middle = (low + high) / 2
            if offsets[middle] <= offset { low = middle + 1 } else { high = middle }
        }
        return low < offsets.count ? offsets[low] : membersEnd
    }
}

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

/// The encoding and the validation of member names.
enum ZipPath {
    /// Returns the name of a member as a string.
    ///
    /// The flag for UTF-8 is not reliable: the archiver of macOS writes UTF-8 without it. Bytes that are valid UTF-8 are
    /// therefore decoded as UTF-8, and otherwise as code page 437, the original encoding of the format.
    static func decode(_ bytes: [UInt8], unicodePath: [UInt8]?) -> String {
        if let unicodePath, let text = String(validating: unicodePath, as: UTF8.self) { return text }
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        var text = String.UnicodeScalarView()
        for byte in bytes {
            text.append(byte < 0x80 ? Unicode.Scalar(byte) : codePage437[Int(byte) - 0x80])
        }
        return String(text)
    }

    /// Returns the path with `/` as the separator, or the reason why it is rejected.
    ///
    /// Nothing is unpacked to disk, but members are looked up by their paths, and a file that was accepted here may be unpacked
    /// with another program.
    static func checked(_ name: String) -> Result<String, Reason> {
        if name.isEmpty { return .failure(Reason("is empty")) }
        if name.unicodeScalars.contains("\0") { return .failure(Reason("contains a NUL byte")) }
        let path = name.split(separator: "\\", omittingEmptySubsequences: false).joined(separator: "/")
        if path.hasPrefix("/") { return .failure(Reason("is absolute")) }
        let scalars = Array(path.unicodeScalars.prefix(2))
        if scalars.count == 2, scalars[1] == ":", scalars[0].properties.isAlphabetic, scalars[0].isASCII {
            return .failure(Reason("begins with a drive letter"))
        }
        var parts: [Substring] = []
        for part in path.split(separator: "/", omittingEmptySubsequences: false) {
            if part == ".." { return .failure(Reason("leads out of the archive with '..'")) }
            if part != "." { parts.append(part) }
        }
        return .success(parts.joined(separator: "/"))
    }

    /// The reason why a path is rejected.
    struct Reason: Error {
        let text: String

        init(_ text: String) {
            self.text = text
        }
    }

    private static let codePage437 = Array(
        """
        ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀\
        αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}
        """.unicodeScalars)
}
