// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthTestSupport
import Testing

@testable import OpenHealthFormats

@Suite struct ParquetEncodingTests {
    // MARK: RLE

    @Test func aRunIsItsLengthAndItsValue() {
        var bytes: [UInt8] = []
        RunLengthEncoder.encode([UInt8](repeating: 1, count: 100), width: 1, to: &bytes)
        #expect(bytes == [0xc8, 0x01, 1])
    }

    @Test func eightDifferentValuesArePackedFromTheLowestBit() {
        // The example of the format's description: the numbers 0 to 7 in three bits each.
        var bytes: [UInt8] = []
        RunLengthEncoder.encode((0..<8).map(UInt32.init), width: 3, to: &bytes)
        #expect(bytes == [0b11, 0b1000_1000, 0b1100_0110, 0b1111_1010])
    }

    @Test func noValuesAreNoRuns() {
        var bytes: [UInt8] = []
        RunLengthEncoder.encode([UInt32](), width: 5, to: &bytes)
        #expect(bytes.isEmpty)
    }

    @Test func runsAndGroupsOfEveryWidthAreReadBack() throws {
        var random = SeededGenerator(seed: 11)
        for width in 1...32 {
            for _ in 0..<20 {
                var values: [UInt32] = []
                for _ in 0..<Int.random(in: 0...12, using: &random) {
                    let value = UInt32.random(in: 0...UInt32((1 << UInt64(width)) - 1), using: &random)
                    let count = Int.random(in: 1...[2, 9, 40].randomElement(using: &random)!, using: &random)
                    values += [UInt32](repeating: value, count: count)
                }
                var bytes: [UInt8] = []
                RunLengthEncoder.encode(values, width: width, to: &bytes)
                #expect(
                    try SlowParquetDecoder.hybrid(bytes, width: width, count: values.count) == values.map(Int.init))
            }
        }
    }

    // MARK: Differences

    @Test func differencesStandInFourBytesAfterTheirHeader() {
        var bytes: [UInt8] = []
        DeltaEncoder.encode([7, 5, 3, 1, 2, 3, 4, 5] as [Int64], to: &bytes)
        // Blocks of 128, 4 parts, 8 values, the first is 7; the least difference is -2, and the widths are 32, 0, 0 and 0.
        let differences: [UInt8] = [0, 0, 0, 3, 3, 3, 3] + [UInt8](repeating: 0, count: 25)
        #expect(bytes == [0x80, 1, 4, 8, 14, 3, 32, 0, 0, 0] + differences.flatMap { [$0, 0, 0, 0] })
    }

    @Test func equalDifferencesHaveEqualBytes() {
        var bytes: [UInt8] = []
        DeltaEncoder.encode([10, 11, 12, 13] as [Int64], to: &bytes)
        let differences: [UInt8] = [1, 1, 1] + [UInt8](repeating: 0, count: 29)
        #expect(bytes == [0x80, 1, 4, 4, 20, 0, 32, 0, 0, 0] + differences.flatMap { [$0, 0, 0, 0] })
    }

    @Test func differencesThatOverflowAreReadBack() throws {
        var random = SeededGenerator(seed: 12)
        let extremes: [Int64] = [.min, .max, 0, -1, 1, .min, .min, .max]
        var lists: [[Int64]] = [[], [.min], extremes, extremes.reversed()]
        for count in [1, 2, 32, 33, 128, 129, 130, 257, 1000] {
            let bits = UInt64.random(in: 0...63, using: &random)
            lists.append((0..<count).map { _ in Int64.random(in: .min ... .max, using: &random) >> Int64(bits) })
        }
        for values in lists {
            var bytes: [UInt8] = []
            DeltaEncoder.encode(values, to: &bytes)
            let read = try SlowParquetDecoder.delta(bytes, size: 8, count: values.count)
            #expect(read == values.map { value in withUnsafeBytes(of: value) { [UInt8]($0) } })
            let narrow = values.map { Int32(truncatingIfNeeded: $0) }
            bytes = []
            DeltaEncoder.encode(narrow, to: &bytes)
            let readNarrow = try SlowParquetDecoder.delta(bytes, size: 4, count: narrow.count)
            #expect(readNarrow == narrow.map { value in withUnsafeBytes(of: value) { [UInt8]($0) } })
        }
    }

    // MARK: Floats

    @Test func splitFloatsAreReadByteByByte() {
        var bytes: [UInt8] = []
        ParquetPlain.appendSplit([1, -2], to: &bytes)
        #expect(bytes == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xf0, 0, 0x3f, 0xc0])
    }

    /// Of numbers with few decimal digits and of random ones, different encodings are shorter.
    @Test(arguments: ParquetCompression.allCases)
    func floatsHaveTheShorterEncoding(compression: ParquetCompression) throws {
        var generator = SeededGenerator(seed: 22)
        let decimals = (0..<20_000).map { _ in Double(Int.random(in: 0..<1_000_000, using: &generator)) / 100 }
        let random = (0..<20_000).map { _ in Double.random(in: 100..<200, using: &generator) }
        for values in [decimals, random, []] {
            let column = ParquetDoubleColumn("value")
            for value in values { column.append(value) }
            let pages = try #require(column.takePages().first)
            let other = try #require(pages.alternative)
            var (split, plain) = (pages, pages)
            split.alternative = nil
            (plain.data, plain.encoding, plain.alternative) = (other.data, other.encoding, nil)
            let chunks = [split, plain].map { ParquetChunk($0, compression: compression) }
            let chunk = ParquetChunk(pages, compression: compression)
            // The sizes of the pages without their headers are compared; a header is a few bytes longer or shorter.
            let shortest = try #require(chunks.map(\.size).min())
            #expect((shortest...shortest + 8).contains(chunk.size))
            #expect(chunks.contains { $0.size == chunk.size && $0.encoding == chunk.encoding })
        }
    }

    @Test func dictionariesTellFloatsApartByTheirBits() throws {
        let values = [0.0, -0.0, .nan, 1.0, .nan, 0.0, -0.0, 1.0]
        let dictionary = try #require(DoubleDictionary(values, limit: 4))
        #expect(dictionary.numbers == [0, 1, 2, 3, 2, 0, 1, 3])
        #expect(DoubleDictionary(values, limit: 3) == nil)
        #expect(DoubleDictionary([], limit: 0) == nil)
    }

    @Test func boundsOfFloatsLeaveOutNothing() {
        #expect(ParquetDoubleColumn.bounds([]) == nil)
        #expect(ParquetDoubleColumn.bounds([1, .nan]) == nil)
        #expect(
            ParquetDoubleColumn.bounds([0, -0.0]) == ParquetBounds(least: -0.0, greatest: 0.0),
            "programs may take a positive zero for larger than a negative one")
        #expect(
            ParquetDoubleColumn.bounds([3, -.infinity, 7])
                == ParquetBounds(least: -Double.infinity, greatest: 7.0))
    }

    // MARK: Thrift

    @Test func structsListsAndFieldsFarApartAreReadBack() throws {
        var thrift = ThriftCompactWriter()
        thrift.int32(1, -1)
        thrift.bool(2, true)
        thrift.structure(20) { thrift in
            thrift.bool(1, false)
            thrift.int64(300, .min)
        }
        thrift.list(21, ofInt32: [Int32](0..<20))
        thrift.list(22, of: ["a", "é"]) { thrift, text in thrift.text(4, text) }
        thrift.stop()
        var position = 0
        let tree = try ThriftTree.read(thrift.bytes, at: &position)
        #expect(position == thrift.bytes.count)
        #expect(
            tree
                == .structure([
                    1: .integer(-1), 2: .bool(true), 20: .structure([1: .bool(false), 300: .integer(.min)]),
                    21: .list((0..<20).map { .integer($0) }),
                    22: .list([.structure([4: .binary([97])]), .structure([4: .binary([0xc3, 0xa9])])]),
                ]))
        #expect(thrift.bytes.prefix(3) == [0x15, 1, 0x11])
    }
}
