// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

@testable import OpenHealthWarehouse

/// A value of a column.
enum RowField: Hashable {
    case text(String)
    case integer(UInt64)
    case number(Double)
    case integers([Int64])
    case numbers([Double])
}

/// A reader of rows in ClickHouse's RowBinary format, according to the columns of a table.
struct RowBinaryReader {
    private let bytes: [UInt8]
    private var place = 0

    private struct Broken: Error {}

    /// Returns all rows by the names of the columns.
    /// - Throws: An error if the bytes are not complete rows of the table.
    static func rows(_ bytes: [UInt8], of table: WarehouseTable) throws -> [[String: RowField]] {
        var reader = RowBinaryReader(bytes: bytes)
        var rows: [[String: RowField]] = []
        while reader.place < bytes.count {
            var row: [String: RowField] = [:]
            for column in table.columns { row[column.name] = try reader.field(column.type) }
            rows.append(row)
        }
        return rows
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    private mutating func field(_ type: String) throws -> RowField {
        switch type {
        case "String":
            let count = try length()
            guard place + count <= bytes.count else { throw Broken() }
            defer { place += count }
            return .text(String(decoding: bytes[place..<place + count], as: UTF8.self))
        case "Date": return .integer(UInt64(try take(UInt16.self)))
        case "UInt32": return .integer(UInt64(try take(UInt32.self)))
        case "UInt64": return .integer(try take(UInt64.self))
        case "Float64": return .number(Double(bitPattern: try take(UInt64.self)))
        case "Array(UInt8)": return .integers(try array { Int64(try $0.take(UInt8.self)) })
        case "Array(UInt32)": return .integers(try array { Int64(try $0.take(UInt32.self)) })
        case "Array(Int32)": return .integers(try array { Int64(try $0.take(Int32.self)) })
        case "Array(Float64)": return .numbers(try array { Double(bitPattern: try $0.take(UInt64.self)) })
        default: throw Broken()
        }
    }

    private mutating func array<Element>(_ element: (inout Self) throws -> Element) throws -> [Element] {
        let count = try length()
        return try (0..<count).map { _ in try element(&self) }
    }

    private mutating func length() throws -> Int {
        var (count, shift) = (0, 0)
        while true {
            let byte = try take(UInt8.self)
            count |= Int(byte & 0x7F) << shift
            shift += 7
            if byte < 0x80 { return count }
        }
    }

    private mutating func take<Value: FixedWidthInteger>(_ type: Value.Type) throws -> Value {
        let size = MemoryLayout<Value>.size
        guard place + size <= bytes.count else { throw Broken() }
        defer { place += size }
        return bytes.withUnsafeBytes { Value(littleEndian: $0.loadUnaligned(fromByteOffset: place, as: Value.self)) }
    }
}

extension [String: RowField] {
    func text(_ name: String) -> String {
        if case .text(let text) = self[name] { return text }
        return ""
    }

    func integer(_ name: String) -> UInt64 {
        if case .integer(let number) = self[name] { return number }
        return .max
    }

    func number(_ name: String) -> Double {
        if case .number(let number) = self[name] { return number }
        return .nan
    }

    func integers(_ name: String) -> [Int64] {
        if case .integers(let numbers) = self[name] { return numbers }
        return []
    }

    func numbers(_ name: String) -> [Double] {
        if case .numbers(let numbers) = self[name] { return numbers }
        return []
    }
}
