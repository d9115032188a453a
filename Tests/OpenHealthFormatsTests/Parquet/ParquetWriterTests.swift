// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthTestSupport
import Testing

@testable import OpenHealthFormats

@Suite struct ParquetWriterTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func write(_ rows: [ParquetTable.Row], rowsOfGroup: Int = 100, to name: String = "a.parquet") throws -> URL
    {
        let url = folder.file(name)
        try ParquetTable.write(rows, compression: .none, rowsOfGroup: rowsOfGroup, to: url)
        return url
    }

    /// The values of each leaf that a reader has to find.
    private static func expected(_ lines: [ParquetTable.Row]) -> [[SlowParquetReader.Value]] {
        typealias Table = ParquetTable
        func optional(_ bytes: [UInt8]?) -> SlowParquetReader.Value {
            SlowParquetReader.Value(repetition: 0, definition: bytes == nil ? 0 : 1, bytes: bytes)
        }
        func entries(_ part: ((key: String, value: String)) -> String) -> [SlowParquetReader.Value] {
            lines.flatMap { line -> [SlowParquetReader.Value] in
                guard let map = line.map else { return [.init(repetition: 0, definition: 0)] }
                if map.isEmpty { return [.init(repetition: 0, definition: 1)] }
                return map.enumerated().map {
                    .init(repetition: $0.offset == 0 ? 0 : 1, definition: 2, bytes: [UInt8](part($0.element).utf8))
                }
            }
        }
        return [
            lines.map { optional($0.uuid.map { Table.bytes($0.uuid) }) },
            lines.map { optional($0.time.map(Table.bytes)) },
            lines.map { .init(repetition: 0, definition: 0, bytes: Table.bytes($0.number)) },
            lines.map { optional($0.day.map(Table.bytes)) }, lines.map { optional($0.flag.map { [$0 ? 1 : 0] }) },
            lines.map { optional($0.value.map(Table.bytes)) }, lines.map { optional($0.text.map { [UInt8]($0.utf8) }) },
            entries(\.key), entries(\.value),
        ]
    }

    @Test(arguments: [0, 1, 2, 7, 8, 9, 99, 100, 101, 1000])
    func everyValueIsReadBack(count: Int) throws {
        for (seed, nulls) in [(1, 0...3), (2, 1...1), (3, 0...0)] {
            var random = SeededGenerator(seed: UInt64(seed * 10_000 + count))
            let lines = (0..<count).map { _ in ParquetTable.row(&random, nulls: nulls) }
            let reader = try SlowParquetReader(write(lines))
            #expect(reader.rowCount == count)
            #expect(reader.groups.count == (count + 99) / 100)
            let expected = Self.expected(lines)
            #expect(reader.leaves.count == expected.count)
            for (leaf, values) in expected.enumerated() {
                #expect(try reader.values(leaf) == values, "\(reader.leaves[leaf].path) with \(count) rows")
            }
        }
    }

    @Test func bytesOfAFileDoNotDependOnTheRun() throws {
        var random = SeededGenerator(seed: 4)
        let lines = (0..<500).map { _ in ParquetTable.row(&random, nulls: 0...3) }
        let files = try [write(lines), write(lines, to: "b.parquet")].map { try Data(contentsOf: $0) }
        #expect(files[0] == files[1])
    }

    @Test func boundsAndCountsOfNullsAreThoseOfTheValues() throws {
        var random = SeededGenerator(seed: 5)
        let lines = (0..<700).map { _ in ParquetTable.row(&random, nulls: 0...3) }
        let reader = try SlowParquetReader(write(lines, rowsOfGroup: 60))
        for (index, leaf) in reader.leaves.enumerated() {
            for group in reader.groups.indices {
                let values = try reader.values(group: group, index)
                let statistics = try #require(reader.chunk(group, index)?[12])
                let present = values.compactMap(\.bytes)
                #expect(statistics[3]?.integer == values.count - present.count)
                guard let least = statistics[6]?.bytes, let greatest = statistics[5]?.bytes else {
                    #expect(leaf.type == 5, "only floats with NaN have no bounds here")
                    #expect(present.contains { Self.double($0).isNaN })
                    continue
                }
                #expect(present.contains(least) && present.contains(greatest) || leaf.type == 5)
                for value in present {
                    #expect(!Self.precedes(value, least, type: leaf.type))
                    #expect(!Self.precedes(greatest, value, type: leaf.type))
                }
            }
        }
    }

    private static func double(_ bytes: [UInt8]) -> Double {
        Double(bitPattern: bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) })
    }

    private static func precedes(_ left: [UInt8], _ right: [UInt8], type: Int) -> Bool {
        func whole(_ bytes: [UInt8]) -> Int64 {
            let bits = bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            return bytes.count == 4 ? Int64(Int32(truncatingIfNeeded: bits)) : Int64(bitPattern: bits)
        }
        switch type {
        case 1, 2: return whole(left) < whole(right)
        case 5: return double(left) < double(right)
        default: return left.lexicographicallyPrecedes(right)
        }
    }

    @Test func theFooterDescribesTheFile() throws {
        let reader = try SlowParquetReader(write([]))
        #expect(reader.rowCount == 0 && reader.groups.isEmpty)
        #expect(reader.footer[1]?.integer == 2)
        #expect(reader.footer[6]?.text == "test version 1")
        #expect(reader.footer[5]?.list.map { [$0[1]?.text, $0[2]?.text] } == [["key", "välue"]])
        #expect(reader.footer[7]?.list.count == reader.leaves.count)
        let elements = reader.footer[2]?.list ?? []
        #expect(
            elements.map { $0[4]?.text } == [
                "schema", "uuid", "time", "number", "day", "flag", "value", "text", "map", "key_value", "key", "value",
            ])
        // A UUID; a timestamp in microseconds, UTC; a date; a string; a map.
        #expect(elements[1][2]?.integer == 16 && elements[1][10]?[14] != nil)
        #expect(elements[2][10]?[8]?[1] == .bool(true) && elements[2][10]?[8]?[2]?[2] != nil)
        #expect(elements[2][6]?.integer == 10)
        #expect(elements[4][10]?[6] != nil && elements[4][6]?.integer == 6)
        #expect(elements[7][10]?[1] != nil && elements[7][6]?.integer == 0)
        #expect(elements[8][10]?[2] != nil && elements[8][6]?.integer == 1 && elements[8][1] == nil)
    }

    @Test func rowGroupsNameTheSortedColumnAndTheirPlaces() throws {
        var random = SeededGenerator(seed: 6)
        let url = try write((0..<250).map { _ in ParquetTable.row(&random, nulls: 0...3) })
        let reader = try SlowParquetReader(url)
        var place = 4
        for (number, group) in reader.groups.enumerated() {
            #expect(group[3]?.integer == (number == 2 ? 50 : 100))
            #expect(group[4]?.list.map { $0[1]?.integer } == [2])
            #expect(group[5]?.integer == place)
            #expect(group[7]?.integer == number)
            for chunk in group[1]?.list ?? [] {
                let metadata = chunk[3]
                #expect(metadata?[11]?.integer ?? metadata?[9]?.integer == place)
                place += metadata?[7]?.integer ?? 0
            }
        }
        let size = try Data(contentsOf: url).count
        #expect(place < size)
    }

    @Test func longTextsEndARowGroup() throws {
        let text = ParquetTextColumn("text")
        let url = folder.file("long.parquet")
        let sink = try FileByteSink(url: url)
        let writer = try ParquetWriter(
            sink, columns: [text], createdBy: "test", compression: .best, textBytesOfGroup: 100_000)
        for row in 0..<3000 {
            text.append(String(repeating: "x", count: 300) + String(row))
            try writer.endRow()
        }
        try writer.finish()
        try sink.finish()
        let reader = try SlowParquetReader(url)
        #expect(reader.rowCount == 3000)
        #expect(reader.groups.map { $0[3]?.integer } == [1024, 1024, 952])
        #expect(reader.chunk(0, 0)?[12]?[5] == nil, "bounds as long as these would be in the footer twice")
    }

    @Test func instantsAreTheNearestMicrosecond() {
        #expect(ParquetTimestampColumn.microseconds(1_700_000_000.123_456) == 1_700_000_000_123_456)
        #expect(ParquetTimestampColumn.microseconds(-0.000_000_6) == -1)
        #expect(ParquetTimestampColumn.microseconds(1e300) == .max)
        #expect(ParquetTimestampColumn.microseconds(-.infinity) == .min)
    }
}
