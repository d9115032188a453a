// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Finds the members of a truncated archive without a directory by their local headers.
///
/// Phones write sizes after the members, so the end of a member is known only from the next header; the packed bytes mark their
/// own end. Sizes and checksums cannot be verified.
struct ZipSalvage {
    let file: OpenFile

    private static let signature: [UInt8] = [0x50, 0x4B, 0x03, 0x04]
    /// The size of the first piece. The size doubles up to a maximum, because the next header may be near: reading a megabyte for
    /// each of a million small members would take too long.
    private static let firstPiece = 1 << 12
    private static let pieceSize = 1 << 20

    /// The local header of a member.
    private struct Header {
        var offset: Int64
        var dataStart: Int64
        var method: UInt16
        var flags: UInt16
        /// Zero if the size is stored after the member.
        var packedSize: Int64
        var path: String
        var rawName: [UInt8]
    }

    /// Returns the members with a local header, the last of which may be truncated.
    func entries() throws(FormatError) -> [ZipEntry] {
        var entries: [ZipEntry] = []
        var header = try header(at: 0)
        while let current = header {
            let next: Header?
            if current.packedSize > 0 {
                next = try self.header(at: current.dataStart + current.packedSize)
            } else {
                next = try nextHeader(from: current.dataStart)
            }
            let end = min(next?.offset ?? file.size, file.size)
            let available = end - current.dataStart
            entries.append(
                ZipEntry(
                    path: current.path,
                    compressedSize: current.packedSize > 0 ? min(current.packedSize, available) : available,
                    uncompressedSize: .max, method: current.method, crc32: 0, isEncrypted: current.flags & 1 != 0,
                    headerOffset: current.offset, rawName: current.rawName, isSalvaged: true))
            header = next
        }
        return entries
    }

    /// Returns the header at an offset, or nil if there is no valid one.
    private func header(at offset: Int64) throws(FormatError) -> Header? {
        guard let fixed = try file.bytes(at: offset, count: 30) else { return nil }
        var reader = ByteReader(fixed)
        guard reader.number(UInt32.self) == 0x0403_4B50, let version = reader.number(UInt16.self), version & 0xff <= 63,
            let flags = reader.number(UInt16.self), let method = reader.number(UInt16.self), method == 0 || method == 8,
            reader.skip(8) != nil, let packed = reader.number(UInt32.self), reader.skip(4) != nil,
            let nameSize = reader.number(UInt16.self), let extraSize = reader.number(UInt16.self),
            (1...1024).contains(nameSize), let name = try file.bytes(at: offset + 30, count: Int(nameSize)),
            case .success(let path) = ZipPath.checked(ZipPath.decode(name, unicodePath: nil)),
            !path.unicodeScalars.contains(where: { $0.value < 0x20 })
        else { return nil }
        let isBehind = flags & 8 != 0 || packed == .max
        return Header(
            offset: offset, dataStart: offset + 30 + Int64(nameSize) + Int64(extraSize), method: method, flags: flags,
            packedSize: isBehind ? 0 : Int64(packed), path: path, rawName: name)
    }

    /// Returns the first header at or after an offset.
    private func nextHeader(from start: Int64) throws(FormatError) -> Header? {
        var offset = start
        var size = Self.firstPiece
        while offset < file.size {
            let count = Int(min(Int64(size), file.size - offset))
            guard count >= 30, let bytes = try file.bytes(at: offset, count: count) else { return nil }
            var index = 0
            while index + 4 <= count, let found = bytes[index...].firstIndex(of: 0x50), found + 4 <= count {
                if bytes[found..<found + 4].elementsEqual(Self.signature),
                    let header = try header(at: offset + Int64(found))
                {
                    return header
                }
                index = found + 1
            }
            // The signature may cross the boundary between two pieces.
            offset += Int64(count - 3)
            if count < size { return nil }
            size = min(size * 2, Self.pieceSize)
        }
        return nil
    }
}
