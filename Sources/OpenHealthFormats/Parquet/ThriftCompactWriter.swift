// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A writer of Thrift's compact protocol: the form of the headers and the footer of Parquet files.
///
/// The fields of a struct are written in ascending order of their numbers.
struct ThriftCompactWriter {
    /// The types of fields and elements.
    private enum Kind: UInt8 {
        case yes = 1
        case no = 2
        case int16 = 4
        case int32 = 5
        case int64 = 6
        case binary = 8
        case list = 9
        case structure = 12
    }

    /// The written bytes.
    private(set) var bytes: [UInt8] = []
    /// The number of the last field of each open struct.
    private var fields: [Int16] = [0]

    mutating func int16(_ field: Int16, _ value: Int16) {
        header(field, .int16)
        varint(Self.zigzag(Int64(value)))
    }

    mutating func int32(_ field: Int16, _ value: Int32) {
        header(field, .int32)
        varint(Self.zigzag(Int64(value)))
    }

    mutating func int64(_ field: Int16, _ value: Int64) {
        header(field, .int64)
        varint(Self.zigzag(value))
    }

    mutating func bool(_ field: Int16, _ value: Bool) {
        header(field, value ? .yes : .no)
    }

    mutating func binary(_ field: Int16, _ value: some Collection<UInt8>) {
        header(field, .binary)
        raw(value)
    }

    mutating func text(_ field: Int16, _ value: String) {
        binary(field, value.utf8)
    }

    /// Writes a struct; an empty closure gives an empty one.
    mutating func structure(_ field: Int16, _ body: (inout Self) -> Void) {
        header(field, .structure)
        element(body)
    }

    mutating func list(_ field: Int16, ofInt32 values: [Int32]) {
        header(field, .list)
        listHeader(values.count, .int32)
        for value in values { varint(Self.zigzag(Int64(value))) }
    }

    mutating func list(_ field: Int16, ofTexts values: [String]) {
        header(field, .list)
        listHeader(values.count, .binary)
        for value in values { raw(value.utf8) }
    }

    mutating func list<Values: Collection>(
        _ field: Int16, of values: Values, _ body: (inout Self, Values.Element) -> Void
    ) {
        header(field, .list)
        listHeader(values.count, .structure)
        for value in values { element { body(&$0, value) } }
    }

    /// Ends the outermost struct.
    mutating func stop() {
        bytes.append(0)
    }

    private mutating func element(_ body: (inout Self) -> Void) {
        fields.append(0)
        body(&self)
        fields.removeLast()
        stop()
    }

    private mutating func header(_ field: Int16, _ kind: Kind) {
        let delta = field - fields[fields.count - 1]
        fields[fields.count - 1] = field
        if (1...15).contains(delta) {
            bytes.append(UInt8(delta) << 4 | kind.rawValue)  // checked: 1 to 15
        } else {
            bytes.append(kind.rawValue)
            varint(Self.zigzag(Int64(field)))
        }
    }

    private mutating func listHeader(_ count: Int, _ kind: Kind) {
        if count < 15 {
            bytes.append(UInt8(count) << 4 | kind.rawValue)  // checked: less than 15
        } else {
            bytes.append(0xf0 | kind.rawValue)
            varint(UInt64(count))
        }
    }

    private mutating func raw(_ value: some Collection<UInt8>) {
        varint(UInt64(value.count))
        bytes.append(contentsOf: value)
    }

    private mutating func varint(_ value: UInt64) {
        ParquetVarint.append(value, to: &bytes)
    }

    private static func zigzag(_ value: Int64) -> UInt64 { ParquetVarint.zigzag(value) }
}
