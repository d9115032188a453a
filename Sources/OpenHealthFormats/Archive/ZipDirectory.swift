// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The directory at the end of a zip archive.
struct ZipDirectory {
    /// The maximum size of the directory. That of an export of a lifetime has a few megabytes.
    static let sizeLimit: UInt64 = 64 * 1024 * 1024

    let file: OpenFile
    /// The offset of the directory.
    private var directoryOffset: Int64 = 0
    private var directorySize: UInt64 = 0
    private var count: UInt64 = 0
    /// The shift of all offsets, if the archive is preceded by other bytes.
    private var shift: Int64 = 0

    init(file: OpenFile) throws(FormatError) {
        self.file = file
        guard file.size > 0 else {
            throw FormatError(
                .emptyFile, file: file.path, message: "the file is empty", remedy: "export again")
        }
        try locate()
    }

    private func corrupt(_ message: String) -> FormatError {
        FormatError(
            .corruptArchive, file: file.path, message: "the archive is corrupt: \(message)",
            remedy: "download it or copy it from the phone again, or export again")
    }

    // MARK: Finding it

    private mutating func locate() throws(FormatError) {
        let tailSize = Int(min(file.size, 22 + 65535))
        let tailOffset = file.size - Int64(tailSize)
        guard let tail = try file.bytes(at: tailOffset, count: tailSize), let end = Self.findEnd(tail) else {
            throw try noDirectory()
        }
        let endOffset = tailOffset + Int64(end)
        var reader = ByteReader(tail[(end + 4)...])
        guard let disk = reader.number(UInt16.self), let directoryDisk = reader.number(UInt16.self),
            let countHere = reader.number(UInt16.self), let countAll = reader.number(UInt16.self),
            let size = reader.number(UInt32.self), let offset = reader.number(UInt32.self)
        else { throw try noDirectory() }
        directorySize = UInt64(size)
        count = UInt64(countAll)
        var declared = UInt64(offset)
        var directoryEnd = endOffset
        if let wide = try readWideEnd(before: endOffset) {
            // A field of the narrow record must agree with the wide one unless all of its bits are set.
            guard size == .max || UInt64(size) == wide.size, offset == .max || UInt64(offset) == wide.offset,
                countAll == .max || UInt64(countAll) == wide.count
            else { throw corrupt("its two end records disagree") }
            directorySize = wide.size
            count = wide.count
            declared = wide.offset
            directoryEnd = wide.position
        } else {
            guard disk == 0, directoryDisk == 0, countHere == countAll else {
                throw corrupt("it is one part of a split archive")
            }
        }
        guard directorySize <= Self.sizeLimit else {
            throw corrupt("its directory claims \(directorySize) bytes")
        }
        directoryOffset = directoryEnd - Int64(directorySize)
        guard directoryOffset >= 0, declared <= UInt64(directoryOffset) else {
            throw corrupt("its directory does not fit into the file")
        }
        shift = directoryOffset - Int64(declared)
    }

    private func noDirectory() throws(FormatError) -> FormatError {
        let head = try file.bytes(at: 0, count: Int(min(4, file.size))) ?? []
        if head.starts(with: [0x50, 0x4B]) {
            return FormatError(
                .truncated, file: file.path, message: "the archive ends before its directory",
                remedy: "download it or copy it from the phone again: only a part of it has arrived")
        }
        return FormatError(
            .notAnExport, file: file.path, message: "this is not a zip archive",
            remedy: "give the export.zip of the Health app, the folder in it, or its main XML file")
    }

    /// Returns the last end record whose comment ends the file, otherwise the last one that fits into it.
    private static func findEnd(_ tail: [UInt8]) -> Int? {
        var loose: Int?
        var index = tail.count - 22
        while index >= 0 {
            if tail[index] == 0x50, tail[index + 1] == 0x4B, tail[index + 2] == 5, tail[index + 3] == 6 {
                let comment = Int(tail[index + 20]) | Int(tail[index + 21]) << 8
                if index + 22 + comment == tail.count { return index }
                if index + 22 + comment < tail.count, loose == nil { loose = index }
            }
            index -= 1
        }
        return loose
    }

    private struct WideEnd {
        var size: UInt64
        var offset: UInt64
        var count: UInt64
        var position: Int64
    }

    private func readWideEnd(before endOffset: Int64) throws(FormatError) -> WideEnd? {
        guard endOffset >= 20, let locator = try file.bytes(at: endOffset - 20, count: 20) else { return nil }
        var reader = ByteReader(locator)
        guard reader.number(UInt32.self) == 0x0706_4B50 else { return nil }
        _ = reader.number(UInt32.self)
        guard let declared = reader.number(UInt64.self), let disks = reader.number(UInt32.self), disks <= 1 else {
            throw corrupt("it is one part of a split archive")
        }
        // If the archive is preceded by other bytes, the declared offset is wrong; the record then directly precedes its locator.
        for position in [Int64(exactly: declared) ?? -1, endOffset - 20 - 56] {
            guard position >= 0, position <= endOffset - 20 - 56,
                let bytes = try file.bytes(at: position, count: 56)
            else { continue }
            var record = ByteReader(bytes)
            guard record.number(UInt32.self) == 0x0606_4B50, let rest = record.number(UInt64.self), rest >= 44,
                rest == UInt64(endOffset - 20 - position - 12), record.skip(4) != nil,
                let disk = record.number(UInt32.self), let directoryDisk = record.number(UInt32.self),
                let here = record.number(UInt64.self), let all = record.number(UInt64.self),
                let size = record.number(UInt64.self), let offset = record.number(UInt64.self)
            else { continue }
            guard disk == 0, directoryDisk == 0, here == all else {
                throw corrupt("it is one part of a split archive")
            }
            return WideEnd(size: size, offset: offset, count: all, position: position)
        }
        throw corrupt("its 64-bit end record is missing")
    }

    // MARK: Reading it

    func entries() throws(FormatError) -> [ZipEntry] {
        guard count <= directorySize / 46 else { throw corrupt("its directory is too small for \(count) members") }
        guard let bytes = try file.bytes(at: directoryOffset, count: Int(directorySize)) else {
            throw corrupt("its directory does not fit into the file")
        }
        var reader = ByteReader(bytes)
        var entries: [ZipEntry] = []
        entries.reserveCapacity(Int(count))
        while reader.remaining > 0 {
            // The directory can end with a digital signature.
            if UInt64(entries.count) == count {
                var look = reader
                if look.number(UInt32.self) == 0x0505_4B50 { break }
                throw corrupt("its directory has more than the \(count) members it claims")
            }
            entries.append(try entry(from: &reader, number: entries.count + 1))
        }
        guard UInt64(entries.count) == count else {
            throw corrupt("its directory has \(entries.count) members and claims \(count)")
        }
        try refuseOverlaps(entries)
        return entries
    }

    private func entry(from reader: inout ByteReader, number: Int) throws(FormatError) -> ZipEntry {
        let broken = corrupt("member \(number) of its directory is broken")
        guard reader.number(UInt32.self) == 0x0201_4B50, reader.skip(4) != nil,
            let flags = reader.number(UInt16.self), let method = reader.number(UInt16.self), reader.skip(4) != nil,
            let crc = reader.number(UInt32.self), let packed = reader.number(UInt32.self),
            let unpacked = reader.number(UInt32.self), let nameSize = reader.number(UInt16.self),
            let extraSize = reader.number(UInt16.self), let commentSize = reader.number(UInt16.self),
            let disk = reader.number(UInt16.self), reader.skip(6) != nil,
            let offset = reader.number(UInt32.self), let name = reader.slice(Int(nameSize)),
            let extra = reader.slice(Int(extraSize)), reader.skip(Int(commentSize)) != nil
        else { throw broken }
        guard disk == 0 || disk == .max else { throw corrupt("it is one part of a split archive") }
        guard
            let fields = ZipExtraFields(
                extra, name: name, uncompressed: unpacked, compressed: packed, offset: offset)
        else { throw broken }
        let text = ZipPath.decode(Array(name), unicodePath: fields.unicodePath)
        let path: String
        switch ZipPath.checked(text) {
        case .success(let checked): path = checked
        case .failure(let reason):
            throw FormatError(
                .unsafePath, file: file.path,
                message: "the path of member \(number), \(text.debugDescription), \(reason.text)",
                remedy: "do not unpack this archive; export again on the phone")
        }
        guard let headerOffset = Int64(exactly: fields.offset), let packedSize = Int64(exactly: fields.compressed),
            let unpackedSize = Int64(exactly: fields.uncompressed),
            headerOffset <= directoryOffset - shift, packedSize <= directoryOffset
        else { throw corrupt("member \(number) is outside the file") }
        return ZipEntry(
            path: path, compressedSize: packedSize, uncompressedSize: unpackedSize, method: method, crc32: crc,
            isEncrypted: flags & 1 != 0, headerOffset: headerOffset + shift, rawName: Array(name))
    }

    /// Rejects members that share bytes, with which an archive of kilobytes could unpack to petabytes.
    private func refuseOverlaps(_ entries: [ZipEntry]) throws(FormatError) {
        let ordered = entries.sorted { $0.headerOffset < $1.headerOffset }
        for (index, entry) in ordered.enumerated() {
            let end = entry.headerOffset + 30 + Int64(entry.rawName.count) + entry.compressedSize
            let next = index + 1 < ordered.count ? ordered[index + 1].headerOffset : directoryOffset
            if end > next {
                throw FormatError(
                    .zipBomb, file: file.path, message: "the member '\(entry.path)' overlaps with the next",
                    remedy: "download it or copy it from the phone again; if that does not help, do not unpack it")
            }
        }
    }

    /// The offset of the directory, which is the end of all members.
    var start: Int64 { directoryOffset }
}
