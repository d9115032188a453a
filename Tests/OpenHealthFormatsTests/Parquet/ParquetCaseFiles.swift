// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthTestSupport
import Testing

@testable import OpenHealthFormats

/// Files that Scripts/check-parquet.sh reads with other programs, each with its values as lines of JSON beside it.
@Suite struct ParquetCaseFiles {
    private static let folder = ProcessInfo.processInfo.environment["PARQUET_CASES"]

    @Test(.enabled(if: folder != nil), arguments: ParquetCompression.allCases)
    func filesOfEachCompression(compression: ParquetCompression) throws {
        let folder = URL(fileURLWithPath: try #require(Self.folder))
        for count in [0, 1, 8, 129, 2500] {
            for (seed, nulls) in [(1, 0...3), (2, 1...1), (3, 0...0)] {
                var random = SeededGenerator(seed: UInt64(count + seed))
                let rows = (0..<count).map { _ in ParquetTable.row(&random, nulls: nulls) }
                let url = folder.appending(path: "\(compression)-\(count)-\(seed).parquet")
                try ParquetTable.write(rows, compression: compression, rowsOfGroup: 1000, to: url)
                let lines = rows.map { Self.json($0) + "\n" }.joined()
                try lines.write(to: url.appendingPathExtension("jsonl"), atomically: false, encoding: .utf8)
            }
        }
    }

    /// Python computes what is in it.
    @Test(.enabled(if: folder != nil)) func aFileOfAMillionRows() throws {
        let folder = URL(fileURLWithPath: try #require(Self.folder))
        let (time, value) = (ParquetTimestampColumn("time"), ParquetDoubleColumn("value", optional: true))
        let text = ParquetTextColumn("text")
        let sink = try FileByteSink(url: folder.appending(path: "million.parquet"))
        let writer = try ParquetWriter(sink, columns: [time, value, text], sortedBy: time, createdBy: "test version 1")
        for row in 0..<1_000_000 {
            time.append(Int64(row) * 1_000_000 - 500_000_000_000_000)
            value.append(row % 10 == 3 ? nil : Double(row * 7919 % 1000) / 10)
            text.append("text \(row % 77)")
            try writer.endRow()
        }
        try writer.finish()
        try sink.finish()
    }

    /// A row as JSON: bytes and floats in hexadecimal digits, so that nothing depends on how they are written.
    private static func json(_ row: ParquetTable.Row) -> String {
        func hex(_ bytes: some Sequence<UInt8>) -> String {
            bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
        func quoted(_ text: String?) -> String { text.map { "\"\($0)\"" } ?? "null" }
        let map = row.map.map { entries in
            "[" + entries.map { "[\"\(hex($0.key.utf8))\",\"\(hex($0.value.utf8))\"]" }.joined(separator: ",") + "]"
        }
        let fields = [
            ("uuid", quoted(row.uuid.map { hex(ParquetTable.bytes($0.uuid)) })),
            ("time", row.time.map(String.init) ?? "null"), ("number", String(row.number)),
            ("day", row.day.map(String.init) ?? "null"), ("flag", row.flag.map(String.init) ?? "null"),
            ("value", quoted(row.value.map { String($0.bitPattern, radix: 16) })),
            ("text", quoted(row.text.map { hex($0.utf8) })), ("map", map ?? "null"),
        ]
        return "{" + fields.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}"
    }
}
