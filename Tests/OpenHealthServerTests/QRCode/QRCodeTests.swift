// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import OpenHealthServer

@Suite("QR codes") struct QRCodeTests {
    /// The capacities of the versions in bytes at error correction level M, from table 7 of the standard.
    private static let capacities = [
        14, 26, 42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331, 362, 412, 450, 504, 560, 624, 666,
    ]

    /// Decodes a code according to the standard, independently of the encoder: reads the mask from the format, reads the
    /// modules in order and joins the blocks.
    private func decode(_ code: QRCode) throws -> String {
        let size = code.size
        let number = (size - 17) / 4
        // The format is in fifteen modules around the finder in the upper left.
        let around =
            (0..<6).map { (8, $0) } + [(8, 7), (8, 8), (7, 8)] + (9..<15).map { (14 - $0, 8) }
        let format = around.enumerated().reduce(0) { $0 | (code.isDark($1.1.0, $1.1.1) ? 1 << $1.0 : 0) } ^ 0x5412
        #expect(format >> 13 == 0, "level M")
        let mask = format >> 10 & 7
        #expect(mask == code.mask)
        // The second copy of the format is equal.
        let below = (0..<8).map { (size - 1 - $0, 8) } + (8..<15).map { (8, size - 15 + $0) }
        let copy = below.enumerated().reduce(0) { $0 | (code.isDark($1.1.0, $1.1.1) ? 1 << $1.0 : 0) } ^ 0x5412
        #expect(copy == format)
        let alignments = [
            [], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50],
            [6, 30, 54], [6, 32, 58], [6, 34, 62], [6, 26, 46, 66], [6, 26, 48, 70], [6, 26, 50, 74], [6, 30, 54, 78],
            [6, 30, 56, 82], [6, 30, 58, 86], [6, 34, 62, 90],
        ][number - 1]
        func isFunction(_ x: Int, _ y: Int) -> Bool {
            if x < 9 && y < 9 || x < 9 && y >= size - 8 || x >= size - 8 && y < 9 || x == 6 || y == 6 { return true }
            if number >= 7, x < 6 && y >= size - 11 || y < 6 && x >= size - 11 { return true }
            return alignments.contains { column in
                alignments.contains { row in
                    let isFinder = column == 6 && (row == 6 || row == size - 7) || column == size - 7 && row == 6
                    return !isFinder && abs(x - column) <= 2 && abs(y - row) <= 2
                }
            }
        }
        func inverts(_ x: Int, _ y: Int) -> Bool {
            switch mask {
            case 0: (y + x) % 2 == 0
            case 1: y % 2 == 0
            case 2: x % 3 == 0
            case 3: (y + x) % 3 == 0
            case 4: (y / 2 + x / 3) % 2 == 0
            case 5: (y * x) % 2 + (y * x) % 3 == 0
            case 6: ((y * x) % 2 + (y * x) % 3) % 2 == 0
            default: ((y * x) % 3 + (y + x) % 2) % 2 == 0
            }
        }
        var bits: [Bool] = []
        let columns = Array(stride(from: size - 1, to: 6, by: -2)) + Array(stride(from: 5, to: 0, by: -2))
        for (index, right) in columns.enumerated() {
            for step in 0..<size {
                let y = index % 2 == 0 ? size - 1 - step : step
                for x in [right, right - 1] where !isFunction(x, y) { bits.append(code.isDark(x, y) != inverts(x, y)) }
            }
        }
        let words = stride(from: 0, to: bits.count - 7, by: 8).map { start in
            bits[start..<start + 8].reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
        }
        // The numbers of blocks and data words, from table 9 of the standard.
        func sizes(_ count: Int, _ words: Int, _ longer: Int = 0) -> [Int] {
            Array(repeating: words, count: count) + Array(repeating: words + 1, count: longer)
        }
        let shape = [
            [16], [28], [44], [32, 32], [43, 43], [27, 27, 27, 27], [31, 31, 31, 31], [38, 38, 39, 39],
            [36, 36, 36, 37, 37], [43, 43, 43, 43, 44], sizes(1, 50, 4), sizes(6, 36, 2), sizes(8, 37, 1),
            sizes(4, 40, 5), sizes(5, 41, 5), sizes(7, 45, 3), sizes(10, 46, 1), sizes(9, 43, 4), sizes(3, 44, 11),
            sizes(3, 41, 13),
        ][number - 1]
        var blocks = shape.map { _ in [Int]() }
        var place = 0
        for row in 0..<(shape.last ?? 0) {
            for block in shape.indices where row < shape[block] {
                blocks[block].append(words[place])
                place += 1
            }
        }
        // Each block including its correction words is a multiple of the generator, so it is zero at the generator's roots.
        let corrections = (words.count - place) / shape.count
        for block in shape.indices {
            let whole = blocks[block] + (0..<corrections).map { words[place + $0 * shape.count + block] }
            var root: UInt8 = 1
            for _ in 0..<corrections {
                let value = whole.reduce(UInt8(0)) { QRField.product($0, root) ^ UInt8($1) }
                #expect(value == 0)
                root = QRField.product(root, 2)
            }
        }
        let data = blocks.flatMap { $0 }.flatMap { word in (0..<8).map { word >> (7 - $0) & 1 } }
        func integer(_ start: Int, count: Int) -> Int { data[start..<start + count].reduce(0) { $0 << 1 | $1 } }
        #expect(integer(0, count: 4) == 4, "bytes")
        let countBits = code.size < 57 ? 8 : 16
        let bytes = (0..<integer(4, count: countBits)).map { UInt8(integer(4 + countBits + 8 * $0, count: 8)) }
        return try #require(String(validating: bytes, as: UTF8.self))
    }

    @Test("Texts of every version are decoded again, with every mask")
    func roundTrips() throws {
        // The lengths around the capacity of each version, and some in between.
        let lengths = Set(
            Self.capacities + Self.capacities.dropLast().map { $0 + 1 } + stride(from: 0, to: 666, by: 37))
        for count in lengths {
            let text = String((0..<count).map { Character(Unicode.Scalar(UInt8(33 + ($0 * 7 + count) % 90))) })
            #expect(try decode(#require(QRCode(text))) == text, "\(count)")
        }
        for mask in 0..<8 {
            let text = "openhealthkit://pair?code=ABCDEFGH"
            let code = try #require(QRCode(text, mask: mask))
            #expect(code.mask == mask)
            #expect(try decode(code) == text)
        }
        #expect(try decode(#require(QRCode("Saúde ヘルスケア 건강"))) == "Saúde ヘルスケア 건강")
        #expect(QRCode(String(repeating: "a", count: 667)) == nil)
    }

    @Test("finder patterns, timing patterns and the dark module have their standard positions")
    func patterns() throws {
        for count in [1, 30, 100, 213, 666] {
            let code = try #require(QRCode(String(repeating: "x", count: count)))
            for (left, top) in [(0, 0), (code.size - 7, 0), (0, code.size - 7)] {
                for y in 0..<7 {
                    for x in 0..<7 {
                        let distance = max(abs(x - 3), abs(y - 3))
                        #expect(code.isDark(left + x, top + y) == (distance != 2))
                    }
                }
            }
            for index in 8..<code.size - 8 {
                #expect(code.isDark(index, 6) == index.isMultiple(of: 2))
                #expect(code.isDark(6, index) == index.isMultiple(of: 2))
            }
            #expect(code.isDark(8, code.size - 8))
        }
    }

    @Test("The path draws the dark modules and no others")
    func path() throws {
        let code = try #require(QRCode("https://health.example.org"))
        var drawn: Set<[Int]> = []
        for match in code.path.matches(of: /M(\d+) (\d+)h(\d+)v1h-(\d+)z/) {
            let (x, y) = (try #require(Int(match.output.1)), try #require(Int(match.output.2)))
            for step in 0..<(try #require(Int(match.output.3))) { drawn.insert([x + step, y]) }
        }
        for y in 0..<code.size {
            for x in 0..<code.size {
                #expect(drawn.contains([x + QRCode.margin, y + QRCode.margin]) == code.isDark(x, y))
            }
        }
        #expect(drawn.count == code.modules.count { $0 })
    }

    /// `zbarimg` is part of Debian's zbar-tools, which `Scripts/setup.sh` installs for the tests.
    @Test(
        "An independent reader reads every version and mask",
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/zbarimg")))
    func zbar() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("qr-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var cases = Self.capacities.map { ($0, nil as Int?) }
        cases += (0..<8).map { (40, $0) }
        for (index, (count, mask)) in cases.enumerated() {
            let text = String(
                "openhealthkit://pair?code=\(index)".padding(toLength: count, withPad: "aB3/", startingAt: 0))
            let code = try #require(QRCode(text, mask: mask))
            let file = folder.appendingPathComponent("\(index).pgm")
            let (scale, side) = (6, code.size + 2 * QRCode.margin)
            var picture = Data("P5 \(side * scale) \(side * scale) 255\n".utf8)
            for y in 0..<side * scale {
                for x in 0..<side * scale {
                    let (column, row) = (x / scale - QRCode.margin, y / scale - QRCode.margin)
                    let isInside = (0..<code.size).contains(column) && (0..<code.size).contains(row)
                    picture.append(isInside && code.isDark(column, row) ? 0 : 255)
                }
            }
            try picture.write(to: file)
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/zbarimg")
            process.arguments = ["--quiet", "--raw", file.path]
            let output = Pipe()
            process.standardOutput = output
            process.standardError = FileHandle.nullDevice
            try process.run()
            let read = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            #expect(read.trimmingCharacters(in: .newlines) == text, "\(count) bytes, mask \(mask ?? -1)")
        }
    }
}
