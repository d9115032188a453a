// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthTestSupport
import Testing

@testable import OpenHealthFormats

/// Rows that are appended many at a time.
@Suite struct ParquetBlockTests {
    private struct Columns {
        let uuid = ParquetUUIDColumn("uuid")
        let time = ParquetTimestampColumn("time")
        let value = ParquetDoubleColumn("value", optional: true)
        let text = ParquetTextColumn("text", optional: true)
        let map = ParquetMapColumn("map")
        var all: [ParquetColumn] { [uuid, time, value, text, map] }
    }

    private struct Rows {
        var uuids: [UInt8] = []
        var times: [Double] = []
        var values: [Double] = []
        /// The place of the text and of the map of each row; 0 for none.
        var texts: [Int] = []

        init(_ count: Int, _ random: inout SeededGenerator) {
            let nulls = Int.random(in: 0...2, using: &random)
            while times.count < count {
                let run = Int.random(in: 1...400, using: &random)
                let text = Int.random(in: 0...3, using: &random)
                for _ in 0..<min(run, count - times.count) {
                    uuids += (0..<16).map { _ in .random(in: .min ... .max, using: &random) }
                    let seconds = Double.random(in: -5e9...5e9, using: &random)
                    times.append(Bool.random(using: &random) ? seconds.rounded() : seconds)
                    let isNull = nulls == 0 || nulls == 1 && Bool.random(using: &random)
                    values.append(isNull ? .nan : Double(Int.random(in: 0...99, using: &random)))
                    texts.append(text)
                }
            }
        }
    }

    private static func write(_ rows: Rows, atATime: Bool, to url: URL) throws {
        let columns = Columns()
        let sink = try FileByteSink(url: url)
        let writer = try ParquetWriter(
            sink, columns: columns.all, createdBy: "test version 1", compression: .none, rowsOfGroup: 3000,
            textBytesOfGroup: 15_000)
        var (group, numbers): (Int, [Int: (text: UInt32, map: UInt32)]) = (-1, [:])
        func number(_ place: Int) -> (text: UInt32, map: UInt32)? {
            if writer.group != group { (group, numbers) = (writer.group, [:]) }
            if place == 0 { return nil }
            let known =
                numbers[place] ?? (
                    columns.text.number(of: "text \(place)"), columns.map.number(of: [("k", "\(place)")])
                )
            numbers[place] = known
            return known
        }
        var first = 0
        while first < rows.times.count {
            let limit = atATime ? min(rows.times.count, first + writer.rowsUntilCheck) : first + 1
            var end = first + 1
            while end < limit, rows.texts[end] == rows.texts[first] { end += 1 }
            let numbers = number(rows.texts[first])
            if atATime {
                columns.uuid.append(bytes: rows.uuids[first * 16..<end * 16])
                columns.time.append(seconds: rows.times[first..<end])
                columns.value.append(withoutNaN: rows.values[first..<end])
                columns.text.append(number: numbers?.text, count: end - first)
                columns.map.append(number: numbers?.map, count: end - first)
                try writer.endRows(end - first)
            } else {
                let bytes = rows.uuids[first * 16..<end * 16].map { $0 }
                columns.uuid.append(UUID(uuid: bytes.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) }))
                columns.time.append(seconds: rows.times[first])
                columns.value.append(rows.values[first].isNaN ? nil : rows.values[first])
                columns.text.append(number: numbers?.text)
                columns.map.append(number: numbers?.map)
                try writer.endRow()
            }
            first = end
        }
        try writer.finish()
        try sink.finish()
    }

    @Test(arguments: [0, 1, 1023, 1024, 1025, 2999, 3000, 3001, 10_000]) func bytesAreThoseOfSingleRows(count: Int)
        throws
    {
        let folder = try TemporaryFolder()
        for seed in 0..<6 {
            var random = SeededGenerator(seed: UInt64(count * 10 + seed))
            let rows = Rows(count, &random)
            try Self.write(rows, atATime: false, to: folder.file("one.parquet"))
            try Self.write(rows, atATime: true, to: folder.file("many.parquet"))
            let one = try Data(contentsOf: folder.file("one.parquet"))
            #expect(try Data(contentsOf: folder.file("many.parquet")) == one, "\(count) rows, seed \(seed)")
        }
    }

    /// Whole seconds take another path than others.
    @Test func microsecondsAreTheNearest() {
        var random = SeededGenerator(seed: 7)
        let edges = [
            0, -0.0, 1, -1, 0.5, 3_999_999_999, 4e9, -4e9, 4_000_000_001, 1e18, -1e18, 9.3e12, .infinity, -.infinity,
        ]
        let others = (0..<2000).map { _ in (Double.random(in: -5e9...5e9, using: &random) * 1000).rounded() / 1000 }
        for seconds in edges + others + others.map({ $0.rounded() }) {
            let product = (seconds * 1_000_000).rounded()
            let expected = product >= 0x1p63 ? Int64.max : product <= -0x1p63 ? .min : Int64(product)
            #expect(ParquetTimestampColumn.microseconds(seconds) == expected, "\(seconds)")
        }
    }
}
