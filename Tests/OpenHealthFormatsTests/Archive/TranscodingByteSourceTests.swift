// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthFormats
import Testing

@Suite struct TranscodingByteSourceTests {
    private static let text = "<?xml?>\r\n<a b=\"é µ 导出 \u{1F600} \u{FFFD}\"/>"

    private func utf16(_ text: String, bigEndian: Bool) -> [UInt8] {
        text.utf16.flatMap { unit in
            bigEndian
                ? [UInt8(unit >> 8), UInt8(truncatingIfNeeded: unit)]
                : [UInt8(truncatingIfNeeded: unit), UInt8(unit >> 8)]
        }
    }

    private func transcode(_ bytes: [UInt8], pieceSize: Int = .max, bufferSize: Int = 4096) throws -> [UInt8] {
        var source = TranscodingByteSource(MemoryByteSource(bytes, pieceSize: pieceSize), file: "test.xml")
        var result: [UInt8] = []
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bufferSize, alignment: 1)
        defer { buffer.deallocate() }
        while case let count = try source.read(into: buffer), count > 0 { result.append(contentsOf: buffer[..<count]) }
        #expect(try source.read(into: buffer) == 0)
        return result
    }

    @Test(arguments: [1, 2, 3, 5, 4096])
    func everyEncodingGivesTheSameText(size: Int) throws {
        let expected = Array(Self.text.utf8)
        let inputs: [[UInt8]] = [
            expected, [0xEF, 0xBB, 0xBF] + expected, utf16(Self.text, bigEndian: false),
            utf16(Self.text, bigEndian: true),
            [0xFF, 0xFE] + utf16(Self.text, bigEndian: false), [0xFE, 0xFF] + utf16(Self.text, bigEndian: true),
        ]
        for input in inputs {
            #expect(try transcode(input, pieceSize: size) == expected)
            #expect(try transcode(input, bufferSize: size) == expected)
        }
    }

    @Test func longTextsCrossEveryBoundary() throws {
        let text = "<" + String(repeating: "aé导\u{1F600}", count: 50_000)
        #expect(try transcode(utf16(text, bigEndian: false)) == Array(text.utf8))
        #expect(try transcode(utf16(text, bigEndian: true), pieceSize: 7) == Array(text.utf8))
    }

    @Test func shortAndEmptyInputsAreRead() throws {
        for input in [[], [0x3C], [0x61, 0x62], [0xEF], [0xEF, 0xBB], [0xC3, 0xA9, 0x21]] as [[UInt8]] {
            #expect(try transcode(input, pieceSize: 1) == input)
        }
        #expect(try transcode([0xEF, 0xBB, 0xBF]) == [])
        #expect(try transcode([0xFF, 0xFE]) == [])
    }

    @Test func unpairedSurrogatesBecomeReplacementCharacters() throws {
        func check(_ units: [UInt16], _ expected: String) throws {
            let bytes =
                [0xFF, 0xFE] + units.flatMap { unit -> [UInt8] in [UInt8(truncatingIfNeeded: unit), UInt8(unit >> 8)] }
            #expect(try transcode(bytes) == Array(expected.utf8))
        }
        try check([0x41, 0xD83D], "A\u{FFFD}")
        try check([0xD83D, 0x41], "\u{FFFD}A")
        try check([0xDE00, 0x41], "\u{FFFD}A")
        try check([0xD83D, 0xD83D, 0xDE00], "\u{FFFD}\u{1F600}")
        #expect(try transcode([0xFF, 0xFE, 0x41]) == Array("\u{FFFD}".utf8))
    }

    @Test func utf32IsRefused() {
        for head in [[0xFF, 0xFE, 0, 0], [0, 0, 0xFE, 0xFF], [0x3C, 0, 0, 0], [0, 0, 0, 0x3C]] as [[UInt8]] {
            let error = #expect(throws: FormatError.self) { _ = try transcode(head + [0x3C, 0, 0, 0]) }
            #expect(error?.code == .unsupportedEncoding)
        }
    }

    @Test func readAllStopsAtItsLimit() throws {
        var source = MemoryByteSource(Array(repeating: 1, count: 100))
        #expect(try source.readAll(limit: 100, file: "x").count == 100)
        var larger = MemoryByteSource(Array(repeating: 1, count: 101))
        let error = #expect(throws: FormatError.self) { _ = try larger.readAll(limit: 100, file: "x") }
        #expect(error?.code == .tooLarge)
    }
}
