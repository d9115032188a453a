// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthTestSupport
import Testing

@testable import OpenHealthFormats

@Suite struct GzipTests {
    /// Returns text, noise, no bytes, and lengths around the block sizes.
    private static func samples() -> [[UInt8]] {
        var random = SeededGenerator(seed: 5)
        let noise = (0..<70_000).map { _ in UInt8.random(in: 0...255, using: &random) }
        let text = Array(String(repeating: "a sentence that comes again, ", count: 4000).utf8)
        return [[], [7], text, noise] + [1, 100, 32_767, 32_768, 65_535, 65_536].map { Array(noise.prefix($0)) }
    }

    @Test func otherProgramsDecompressIt() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "gzip-\(UUID().uuidString).gz")
        defer { try? FileManager.default.removeItem(at: file) }
        for (sample, packed) in Self.samples().flatMap({ [($0, Gzip.packed($0)), ($0, Gzip.packedSmall($0))] }) {
            try Data(packed).write(to: file)
            let process = Process()
            let pipe = Pipe()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = ["gzip", "-dc", file.path]
            process.standardOutput = pipe
            try process.run()
            let unpacked = try pipe.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
            #expect(Array(unpacked) == sample, "\(sample.count) bytes")
        }
    }

    @Test func repetitionsAreCompressed() {
        let text = Array(String(repeating: "a sentence that comes again, ", count: 4000).utf8)
        #expect(Gzip.packed(text).count < text.count / 50)
    }

    @Test(.enabled(if: ZlibLibrary.shared != nil, "zlib is not installed")) func zlibCompressesTextMore() {
        var random = SeededGenerator(seed: 6)
        let rows = (0..<500).map { "{\"day\": \($0), \"steps\": \(Int.random(in: 0...20_000, using: &random))}" }
        let text = Array(rows.joined(separator: ",\n").utf8)
        let packed = Gzip.packedSmall(text)
        #expect(packed.count < Gzip.packed(text).count)
        #expect(Gzip.unpackedPart(packed, limit: 1 << 20).bytes == text)
    }

    @Test func streamsAreUnpackedAsFarAsTheyGo() {
        for sample in Self.samples() {
            let packed = Gzip.packed(sample)
            for (bytes, expected) in [
                (packed, sample), (packed + [0, 0, 0], sample), (packed + packed, sample + sample),
            ] {
                let (unpacked, isWhole, _) = Gzip.unpackedPart(bytes, limit: 1 << 20)
                #expect(unpacked == expected && isWhole)
            }
            for part in [Array(packed.dropLast()), Array(packed.prefix(packed.count / 2)), packed + [1]] {
                let (unpacked, isWhole, _) = Gzip.unpackedPart(part, limit: 1 << 20)
                #expect(!isWhole && sample.starts(with: unpacked))
            }
            var damaged = packed
            damaged[packed.count - 6] ^= 1
            #expect(!Gzip.unpackedPart(damaged, limit: 1 << 20).isWhole)
            #expect(Gzip.unpackedPart(packed, limit: 50).bytes == Array(sample.prefix(50)))
        }
        #expect(Gzip.unpackedPart([], limit: 10).bytes == [] && !Gzip.isPacked([0x1f, 0x8b, 8]))
    }

    @Test func streamsThatUnpackToManyTimesTheirSizeAreRefused() {
        let harmless = Int(InflateByteSource.harmlessSize)
        // Zeros are packed to a thousandth.
        let packed = Gzip.packed([UInt8](repeating: 0, count: harmless + 1))
        let bomb = Gzip.unpackedPart(packed, limit: 2 * harmless)
        #expect(bomb.isBomb && !bomb.isWhole && bomb.bytes.isEmpty)
        let allowed = Gzip.unpackedPart(packed, limit: harmless)
        #expect(!allowed.isBomb && allowed.bytes.count == harmless)
    }
}
