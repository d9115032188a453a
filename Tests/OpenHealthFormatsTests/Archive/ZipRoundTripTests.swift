// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import OpenHealthTestSupport
import Testing

@Suite struct ZipRoundTripTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private static func text(_ size: Int, seed: UInt64) -> [UInt8] {
        var generator = SeededGenerator(seed: seed)
        var bytes: [UInt8] = []
        while bytes.count < size {
            bytes.append(contentsOf: "<Record value=\"\(generator.next() % 1000)\"/>\n".utf8)
        }
        return Array(bytes[..<size])
    }

    private static let sizes = [0, 1, 2, 100, 65_535, 65_536, 262_143, 262_144, 262_145, 3_000_000]

    @Test(arguments: [false, true])
    func everySizeRoundTrips(wide: Bool) throws {
        let url = folder.file("round.zip")
        let writer = try ZipWriter(url: url, modified: 1_700_000_000, forcesWideFields: wide)
        var contents: [[UInt8]] = []
        for (index, size) in Self.sizes.enumerated() {
            for method in [ZipWriter.Method.deflated, .stored] {
                let content = Self.text(size, seed: UInt64(index))
                contents.append(content)
                try writer.addMember("folder/\(size) \(method) é.txt", content, method: method)
            }
        }
        try writer.finish()
        let archive = try ZipArchive(url: url)
        #expect(archive.entries.count == contents.count)
        for (entry, content) in zip(archive.entries, contents) {
            #expect(entry.uncompressedSize == content.count)
            for bufferSize in [1, 7, 4096, 1 << 20] where bufferSize > 100 || content.count < 1000 {
                let source = try archive.open(entry)
                var read: [UInt8] = []
                let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bufferSize, alignment: 1)
                defer { buffer.deallocate() }
                while case let count = try source.read(into: buffer), count > 0 {
                    read.append(contentsOf: buffer[..<count])
                }
                #expect(read == content)
                #expect(source.bytesRead == content.count)
                #expect(source.compressedBytesRead == entry.compressedSize)
            }
        }
        try Self.checkWithUnzip(url)
    }

    @Test func streamedMembersOfUnknownSizeRoundTrip() throws {
        let url = folder.file("stream.zip")
        let writer = try ZipWriter(url: url)
        try writer.beginMember("big.txt")
        let piece = Self.text(10_000, seed: 3)
        for _ in 0..<300 { try piece.withUnsafeBytes { try writer.write($0) } }
        try writer.endMember()
        try writer.finish()
        let archive = try ZipArchive(url: url)
        var source = try archive.open(archive.entries[0])
        let read = try source.readAll(limit: 1 << 30, file: "big")
        #expect(read == Array(repeatElement(piece, count: 300).joined()))
        try Self.checkWithUnzip(url)
    }

    @Test func theSameInputGivesTheSameBytes() throws {
        var archives: [Data] = []
        for name in ["one.zip", "two.zip"] {
            let writer = try ZipWriter(url: folder.file(name), modified: 1_700_000_000)
            try writer.addMember("a", Self.text(500_000, seed: 9))
            try writer.finish()
            archives.append(try Data(contentsOf: folder.file(name)))
        }
        #expect(archives[0] == archives[1])
    }

    @Test func anUnfinishedArchiveLeavesNothingBehind() throws {
        let old = try folder.write("old.zip", Array("precious".utf8))
        do {
            let writer = try ZipWriter(url: old)
            try writer.addMember("a", Self.text(100_000, seed: 1))
        }
        #expect(try Data(contentsOf: old) == Data("precious".utf8))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["old.zip"])
    }

    @Test func anUnwritableFileIsRefused() throws {
        #expect(throws: FormatError.self) { try ZipWriter(url: folder.file("no/such/folder.zip")) }
    }

    @Test func moreThan65535MembersRoundTrip() throws {
        let url = folder.file("many.zip")
        let writer = try ZipWriter(url: url)
        for index in 0..<66_000 { try writer.addMember("\(index)", [], method: .stored) }
        try writer.finish()
        let archive = try ZipArchive(url: url)
        #expect(archive.entries.count == 66_000)
        #expect(archive.entries.last?.path == "65999")
        try Self.checkWithUnzip(url)
    }

    // MARK: Lies about sizes

    private func deflated(_ content: [UInt8]) throws -> (bytes: [UInt8], entry: ZipEntry, packed: [UInt8]) {
        let url = folder.file("make.zip")
        let writer = try ZipWriter(url: url)
        try writer.addMember("a", content)
        try writer.finish()
        let entry = try ZipArchive(url: url).entries[0]
        let bytes = [UInt8](try Data(contentsOf: url))
        return (bytes, entry, Array(bytes[31..<31 + Int(entry.compressedSize)]))
    }

    private func read(_ member: HandMadeZip.Member) throws -> [UInt8] {
        let archive = try ZipArchive(url: folder.write("lie.zip", HandMadeZip([member]).bytes))
        var source = try archive.open(archive.entries[0])
        return try source.readAll(limit: 1 << 30, file: "lie")
    }

    private func code(_ member: HandMadeZip.Member) -> FormatError.Code? {
        do {
            _ = try read(member)
            return nil
        } catch {
            return (error as? FormatError)?.code
        }
    }

    @Test func falseSizesAreRefused() throws {
        let content = Self.text(300_000, seed: 5)
        let made = try deflated(content)
        var member = HandMadeZip.Member("a", made.packed)
        member.method = 8
        member.crc = HandMadeZip.crc(content)
        member.uncompressedSize = UInt32(content.count)
        #expect(try read(member) == content)
        var more = member
        more.uncompressedSize = UInt32(content.count - 1)
        #expect(code(more) == .corruptArchive)
        var less = member
        less.uncompressedSize = UInt32(content.count + 1)
        #expect(code(less) == .corruptArchive)
        var trailing = member
        trailing.content += [0, 0, 0]
        trailing.uncompressedSize = UInt32(content.count)
        #expect(code(trailing) == .corruptArchive)
        for cut in [1, 5, made.packed.count / 2, made.packed.count - 1, made.packed.count] {
            var short = member
            short.content.removeLast(cut)
            #expect(code(short) == .truncated)
        }
        var damaged = member
        damaged.content[made.packed.count / 2] ^= 0x55
        #expect([.corruptArchive, .truncated].contains(code(damaged)))
    }

    @Test func aBombIsRefusedAndARatioOf100IsNot() throws {
        // Equal bytes are compressed by a factor of about a thousand.
        let url = folder.file("bomb.zip")
        let writer = try ZipWriter(url: url)
        let piece = [UInt8](repeating: 0x20, count: 1 << 20)
        try writer.beginMember("bomb")
        for _ in 0..<200 { try piece.withUnsafeBytes { try writer.write($0) } }
        try writer.endMember()
        try writer.beginMember("small")
        for _ in 0..<60 { try piece.withUnsafeBytes { try writer.write($0) } }
        try writer.endMember()
        try writer.finish()
        let archive = try ZipArchive(url: url)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 1)
        defer { buffer.deallocate() }
        func drain(_ index: Int) throws {
            let source = try archive.open(archive.entries[index])
            while try source.read(into: buffer) > 0 {}
        }
        let ratio = archive.entries[0].uncompressedSize / archive.entries[0].compressedSize
        #expect(ratio > InflateByteSource.ratioLimit)
        let error = #expect(throws: FormatError.self) { try drain(0) }
        #expect(error?.code == .zipBomb)
        try drain(1)
    }

    private static func checkWithUnzip(_ url: URL) throws {
        let program = URL(fileURLWithPath: "/usr/bin/unzip")
        guard FileManager.default.isExecutableFile(atPath: program.path) else { return }
        let process = Process()
        process.executableURL = program
        process.arguments = ["-tqq", url.path]
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }
}
