// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import Testing

@Suite struct ZipArchiveTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func open(_ zip: HandMadeZip) throws -> ZipArchive {
        try ZipArchive(url: folder.write("hand.zip", zip.bytes))
    }

    private func content(_ archive: ZipArchive, _ index: Int = 0) throws -> [UInt8] {
        var source = try archive.open(archive.entries[index])
        return try source.readAll(limit: 1 << 30, file: "member")
    }

    private func code(_ body: () throws -> Void) -> FormatError.Code? {
        do {
            try body()
            return nil
        } catch let error as FormatError {
            #expect(!error.message.isEmpty && !error.remedy.isEmpty && !error.file.isEmpty)
            return error.code
        } catch {
            Issue.record("\(error)")
            return nil
        }
    }

    @Test func readsStoredMembers() throws {
        let archive = try open(HandMadeZip([.init("a.txt"), .init("folder/b.txt", []), .init("folder/", [])]))
        #expect(archive.entries.map(\.path) == ["a.txt", "folder/b.txt", "folder/"])
        #expect(archive.entries.map(\.isDirectory) == [false, false, true])
        #expect(try content(archive) == Array("content".utf8))
        #expect(try content(archive, 1) == [])
    }

    @Test func readsArchivesWithPrefixesAndComments() throws {
        var zip = HandMadeZip([.init("a.txt")])
        zip.comment = Array("PK\u{5}\u{6} a comment that looks like an end".utf8)
        #expect(try content(open(zip)) == Array("content".utf8))
        zip.prefix = Array("#!/bin/sh\n".utf8)
        #expect(try content(open(zip)) == Array("content".utf8))
    }

    @Test func readsNamesInAnyEncoding() throws {
        var flagged = HandMadeZip.Member("导出.xml")
        flagged.flags = 1 << 11
        let plain = HandMadeZip.Member("exportação.xml")
        var old = HandMadeZip.Member("")
        old.name = [0x82, 0x81, 0xE1, 0x2E, 0x78]
        var field = HandMadeZip.Member("x")
        field.name = [0x82]
        let name = Array("é".utf8)
        field.extra = [0x75, 0x70, UInt8(5 + name.count), 0, 1]
        field.extra += withUnsafeBytes(of: HandMadeZip.crc(field.name).littleEndian) { Array($0) } + name
        let archive = try open(HandMadeZip([flagged, plain, old, field]))
        #expect(archive.entries.map(\.path) == ["导出.xml", "exportação.xml", "éüß.x", "é"])
    }

    @Test(arguments: [
        "../a", "a/../../b", "a/..", "..", "/etc/passwd", "\\windows", "..\\a", "a\\..\\b", "C:\\a", "c:/a", "d:a",
        "a\0b", "",
    ])
    func refusesPathsOutsideTheArchive(path: String) throws {
        #expect(code { _ = try open(HandMadeZip([.init("ok"), .init(path)])) } == .unsafePath)
    }

    @Test(arguments: ["a..b", "...", "a/...", "1:", "ab:c/d", ".hidden", "~", "a b\u{A0}c"])
    func acceptsUnusualPaths(path: String) throws {
        #expect(try open(HandMadeZip([.init(path)])).entries[0].path == path)
    }

    @Test func refusesEncryptedAndUnknownMembersOnlyWhenOpened() throws {
        var encrypted = HandMadeZip.Member("secret")
        encrypted.flags = 1
        var unknown = HandMadeZip.Member("lzma")
        unknown.method = 14
        let archive = try open(HandMadeZip([encrypted, unknown, .init("fine")]))
        #expect(code { _ = try archive.open(archive.entries[0]) } == .encrypted)
        #expect(code { _ = try archive.open(archive.entries[1]) } == .unsupportedCompression)
        #expect(try content(archive, 2) == Array("content".utf8))
    }

    @Test func refusesOverlaps() throws {
        var second = HandMadeZip.Member("b")
        second.offset = 0
        #expect(code { _ = try open(HandMadeZip([.init("a"), second])) } == .zipBomb)
        var long = HandMadeZip.Member("a")
        long.compressedSize = 45
        long.uncompressedSize = 45
        #expect(code { _ = try open(HandMadeZip([long, .init("b")])) } == .zipBomb)
        // A member that overlaps the next one only because of the longer name in its local header.
        var pushed = HandMadeZip.Member("a")
        pushed.localName = Array("aaaaaaaaaaaaaaaaaaaaaaaaaaaa".utf8)
        let archive = try open(HandMadeZip([pushed, .init("b")]))
        #expect(code { _ = try archive.open(archive.entries[0]) } == .corruptArchive)
    }

    @Test func refusesContradictoryHeaders() throws {
        var name = HandMadeZip.Member("a")
        name.localName = Array("b".utf8)
        var method = HandMadeZip.Member("c")
        method.localMethod = 8
        var sizes = HandMadeZip.Member("d")
        sizes.uncompressedSize = 8
        var checksum = HandMadeZip.Member("e")
        checksum.crc = 1
        let archive = try open(HandMadeZip([name, method, sizes, checksum]))
        for index in 0..<3 {
            #expect(code { _ = try archive.open(archive.entries[index]) } == .corruptArchive)
        }
        #expect(code { _ = try content(archive, 3) } == .corruptArchive)
    }

    @Test func refusesBrokenDirectories() throws {
        let good = HandMadeZip([.init("a"), .init("b")])
        func expect(_ expected: FormatError.Code, _ change: (inout HandMadeZip) -> Void, line: Int = #line) {
            var zip = good
            change(&zip)
            #expect(code { _ = try open(zip) } == expected, "line \(line)")
        }
        expect(.corruptArchive) {
            $0.countHere = 3; $0.countAll = 3
        }
        expect(.corruptArchive) {
            $0.countHere = 1; $0.countAll = 1
        }
        expect(.corruptArchive) { $0.countHere = 1 }
        expect(.corruptArchive) { $0.disk = 1 }
        expect(.corruptArchive) { $0.directorySize = 40 }
        expect(.corruptArchive) { $0.directorySize = 4_000_000_000 }
        expect(.corruptArchive) { $0.directoryOffset = 4_000_000_000 }
        expect(.corruptArchive) { $0.members[1].offset = 4_000_000_000 }
        expect(.corruptArchive) { $0.members[1].compressedSize = .max }
        expect(.corruptArchive) { $0.members[1].uncompressedSize = .max }
    }

    @Test func refusesOtherFiles() throws {
        func expect(_ expected: FormatError.Code, _ bytes: [UInt8]) {
            #expect(code { _ = try ZipArchive(url: folder.write("x.zip", bytes)) } == expected)
        }
        expect(.emptyFile, [])
        expect(.notAnExport, Array("hello".utf8))
        expect(.notAnExport, [0x50])
        let whole = HandMadeZip([.init("a")]).bytes
        for length in 4..<whole.count { expect(.truncated, Array(whole[..<length])) }
        #expect(code { _ = try ZipArchive(url: folder.file("missing.zip")) } == .notReadable)
        #expect(code { _ = try ZipArchive(url: folder.url) } == .notReadable)
    }

    @Test func anEmptyArchiveHasNoMembers() throws {
        #expect(try open(HandMadeZip()).entries.isEmpty)
    }

    /// With any bit flipped, the result is an error or the same content, and never a trap.
    @Test func survivesEveryFlippedBit() throws {
        let url = folder.file("flip.zip")
        let writer = try ZipWriter(url: url)
        try writer.addMember("a.txt", Array(repeating: 0x61, count: 300))
        try writer.addMember("b/c.txt", Array("stored".utf8), method: .stored)
        try writer.finish()
        let whole = [UInt8](try Data(contentsOf: url))
        for index in whole.indices {
            for mask in [0x01, 0x80, 0xFF] as [UInt8] {
                var bytes = whole
                bytes[index] ^= mask
                _ = code {
                    let archive = try ZipArchive(url: try folder.write("flipped.zip", bytes))
                    for entry in archive.entries {
                        var source = try archive.open(entry)
                        _ = try source.readAll(limit: 1 << 20, file: "member")
                    }
                }
            }
        }
    }
}
