// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A writer of rows in ClickHouse's format RowBinary: consecutive little-endian values without separators.
///
/// The format is documented at https://clickhouse.com/docs/interfaces/formats/RowBinary. The values are in the order of the
/// columns in the statement.
package struct RowBinaryWriter {
    /// The written bytes.
    package private(set) var bytes: [UInt8] = []

    package init(capacity: Int = 0) {
        bytes.reserveCapacity(capacity)
    }

    /// Writes an integer with the width of its type.
    @inline(__always)
    package mutating func write(_ value: some FixedWidthInteger) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    /// Writes a `Float64`.
    @inline(__always)
    package mutating func write(_ value: Double) {
        write(value.bitPattern)
    }

    /// Writes a `String`: its length, followed by its UTF-8 bytes.
    package mutating func write(_ text: String) {
        var text = text
        text.withUTF8 { utf8 in
            writeLength(utf8.count)
            bytes.append(contentsOf: utf8)
        }
    }

    /// Writes a `FixedString(16)`.
    package mutating func write(_ uuid: UUID) {
        withUnsafeBytes(of: uuid.uuid) { bytes.append(contentsOf: $0) }
    }

    /// Writes a `Date`.
    package mutating func write(_ day: CohortDay) {
        write(day.number)
    }

    /// Writes an `Array(Float64)`.
    package mutating func write(_ values: [Double]) {
        writeLength(values.count)
        for value in values { write(value) }
    }

    /// Writes an array of integers with the width of their type.
    package mutating func write(_ values: [some FixedWidthInteger]) {
        writeLength(values.count)
        for value in values { write(value) }
    }

    /// Writes an `Array(String)`.
    package mutating func write(_ texts: [String]) {
        writeLength(texts.count)
        for text in texts { write(text) }
    }

    /// Appends the bytes of another writer.
    package mutating func append(_ other: RowBinaryWriter) {
        bytes.append(contentsOf: other.bytes)
    }

    /// Removes all bytes.
    package mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
    }

    /// Writes a length with seven bits in each byte (LEB128).
    private mutating func writeLength(_ count: Int) {
        var rest = UInt(count)
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }
}
