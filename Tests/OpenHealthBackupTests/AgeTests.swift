// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import Testing

@testable import OpenHealthBackup

/// A sink in memory.
final class MemoryArchive: ArchiveSink {
    var bytes: [UInt8] = []
    var bytesWritten: Int64 { Int64(bytes.count) }

    func write(_ bytes: UnsafeRawBufferPointer) throws(FormatError) { self.bytes.append(contentsOf: bytes) }

    func finish() throws(FormatError) {}
}

/// Tests of files of the program age.
@Suite struct AgeTests {
    /// The logarithm of scrypt's cost, which is low in tests.
    static let cost = 4

    private func sealed(_ bytes: [UInt8], _ passphrase: String = "correct horse", piece: Int = .max) throws -> [UInt8] {
        let archive = MemoryArchive()
        let writer = try AgeWriter(archive, passphrase: passphrase, cost: Self.cost)
        var start = 0
        while start < bytes.count {
            let end = min(bytes.count, start + min(piece, bytes.count))
            try bytes[start..<end].withUnsafeBytes { try writer.write($0) }
            start = end
        }
        try writer.finish()
        return archive.bytes
    }

    private func opened(_ bytes: [UInt8], _ passphrase: String = "correct horse", piece: Int = .max) throws -> [UInt8] {
        var reader = try AgeReader(MemoryByteSource(bytes, pieceSize: piece), passphrase: passphrase)
        return try reader.readAll(limit: 1 << 24, file: "test")
    }

    private static let chunk = 64 << 10

    @Test(arguments: [0, 1, 15, 16, 17, chunk - 1, chunk, chunk + 1, 2 * chunk, 2 * chunk + 5, 5 * chunk])
    func everyLengthIsReadBack(count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
        for piece in [Int.max, 1000] {
            let file = try sealed(bytes, piece: piece)
            #expect(try opened(file, piece: piece) == bytes)
        }
    }

    @Test func passphrasesOfEveryScriptAreTakenAsTheyAre() throws {
        for passphrase in ["a", "パスワード", "e\u{301}", "🔑 key", String(repeating: "long ", count: 300)] {
            #expect(try opened(sealed([1, 2, 3], passphrase), passphrase) == [1, 2, 3])
        }
        #expect(throws: BackupError.self) { try sealed([1], "") }
        let error = #expect(throws: BackupError.self) { try opened(sealed([1]), "wrong") }
        #expect(error?.code == .wrongPassphrase)
    }

    @Test func twoFilesHaveNothingInCommon() throws {
        let (first, second) = (try sealed([1, 2, 3]), try sealed([1, 2, 3]))
        #expect(first.count == second.count && first.suffix(50) != second.suffix(50))
    }

    /// A file that has been changed or cut at any place is rejected.
    @Test func everyChangeIsDetected() throws {
        let bytes = [UInt8](repeating: 5, count: Self.chunk + 10)
        let file = try sealed(bytes)
        let places = Array(0..<250) + [300, Self.chunk, Self.chunk + 200, file.count - 27, file.count - 1]
        for place in places {
            for bit in [0, 5] as [UInt8] {
                var changed = file
                changed[place] ^= 1 << bit
                #expect(throws: (any Error).self, "\(place)") { try opened(changed) }
            }
            #expect(throws: (any Error).self, "\(place)") { try opened(Array(file[..<place])) }
        }
        #expect(throws: (any Error).self) { try opened(file + [0]) }
        // The second chunk alone, and the first without the mark of the last.
        #expect(throws: (any Error).self) { try opened(Array(file[..<(file.count - 26)])) }
    }

    /// The memory for a higher cost would be needed before anything of the file is known to be authentic.
    @Test(arguments: [19, 22, 63, 10_000]) func higherCostsAreRefused(cost: Int) throws {
        var file = try sealed([1, 2, 3])
        let line = try #require(file.firstRange(of: Array(" \(Self.cost)\n".utf8)))
        file.replaceSubrange(line, with: Array(" \(cost)\n".utf8))
        let error = #expect(throws: BackupError.self) { try opened(file) }
        #expect(error?.code == .unsupported)
        #expect(error?.description.contains("cost \(cost)") == true)
        #expect(error?.description.contains("age --decrypt") == true)
    }

    @Test(arguments: [
        "", "age-encryption.org/v1", "age-encryption.org/v1\n", "age-encryption.org/v1\n---\n",
        "age-encryption.org/v1\n-> X25519 abc\nabc\n--- abc\n", "age-encryption.org/v2\n-> scrypt a 1\n\n--- a\n",
        "age-encryption.org/v1\n-> scrypt AAAAAAAAAAAAAAAAAAAAAA 40\nAAAA\n--- AAAA\n",
        "age-encryption.org/v1\n-> scrypt AAAAAAAAAAAAAAAAAAAAAA -1\nAAAA\n--- AAAA\n", "PK\u{3}\u{4}",
        String(repeating: "-", count: 10_000),
    ])
    func otherFilesAreRejected(text: String) throws {
        #expect(throws: BackupError.self) { try opened(Array(text.utf8)) }
    }
}
