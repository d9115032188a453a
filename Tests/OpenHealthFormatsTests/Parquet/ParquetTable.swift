// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthTestSupport

@testable import OpenHealthFormats

/// A table with a column of each kind, and rows at the edges of what the kinds can hold.
struct ParquetTable {
    let uuid = ParquetUUIDColumn("uuid", optional: true)
    let time = ParquetTimestampColumn("time", optional: true)
    let number = ParquetIntegerColumn("number")
    let day = ParquetDateColumn("day", optional: true)
    let flag = ParquetBooleanColumn("flag", optional: true)
    let value = ParquetDoubleColumn("value", optional: true)
    let text = ParquetTextColumn("text", optional: true)
    let map = ParquetMapColumn("map")
    var columns: [ParquetColumn] { [uuid, time, number, day, flag, value, text, map] }

    struct Row {
        var uuid: UUID?
        var time: Int64?
        var number: Int64
        var day: Int32?
        var flag: Bool?
        var value: Double?
        var text: String?
        var map: [(key: String, value: String)]?
    }

    private static let texts = ["", "a", "e\u{301}", "é", "日本語", "عربى", "हिन्दी", "🫀🏃🏽‍♀️", "a\0b", "\"\\\n"]
    private static let times: [Int64] = [.min, .max, -62_135_596_800_000_000, -1, 0, 1_700_000_000_123_456]
    private static let values = [Double.nan, .infinity, -.infinity, 0, -0.0, .leastNonzeroMagnitude, 72, 71.5, 1e300]

    /// - Parameter nulls: a value is missing if a number of this range is 0.
    static func row(_ random: inout SeededGenerator, nulls: ClosedRange<Int>) -> Row {
        func some<Value>(_ value: Value) -> Value? { Int.random(in: nulls, using: &random) == 0 ? nil : value }
        func text() -> String { texts[Int.random(in: 0..<texts.count, using: &random)] }
        let time = times[Int.random(in: 0..<times.count, using: &random)]
        let value =
            Bool.random(using: &random)
            ? values[Int.random(in: 0..<values.count, using: &random)] : Double.random(in: 0...1, using: &random)
        // Some programs read a map with a key twice as one with the last of the two.
        let map = (0..<Int.random(in: 0...3, using: &random)).map { (key: "\($0)" + text(), value: text()) }
        let halves = (
            UInt64.random(in: .min ... .max, using: &random), UInt64.random(in: .min ... .max, using: &random)
        )
        let uuid = withUnsafeBytes(of: halves) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
        return Row(
            uuid: some(uuid), time: some(time), number: .random(in: .min ... .max, using: &random),
            day: some(.random(in: -100_000_000...100_000_000, using: &random)), flag: some(.random(using: &random)),
            value: some(value), text: some(text()), map: some(map))
    }

    static func write(
        _ rows: [Row], compression: ParquetCompression, rowsOfGroup: Int, to url: URL
    ) throws {
        let table = ParquetTable()
        let sink = try FileByteSink(url: url)
        let writer = try ParquetWriter(
            sink, columns: table.columns, sortedBy: table.number, metadata: [("key", "välue")],
            createdBy: "test version 1", compression: compression, rowsOfGroup: rowsOfGroup)
        for row in rows {
            table.uuid.append(row.uuid)
            table.time.append(row.time)
            table.number.append(row.number)
            table.day.append(row.day)
            table.flag.append(row.flag)
            table.value.append(row.value)
            table.text.append(row.text)
            table.map.append(row.map)
            try writer.endRow()
        }
        try writer.finish()
        try sink.finish()
    }

    static func bytes<Value: BitwiseCopyable>(_ value: Value) -> [UInt8] {
        withUnsafeBytes(of: value) { [UInt8]($0) }
    }
}
