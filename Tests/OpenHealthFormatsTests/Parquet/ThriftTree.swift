// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A value in Thrift's compact protocol, read without knowledge of its meaning.
indirect enum ThriftTree: Equatable {
    case bool(Bool)
    case integer(Int64)
    case binary([UInt8])
    case list([ThriftTree])
    case structure([Int: ThriftTree])

    struct Malformed: Error {}

    subscript(_ field: Int) -> ThriftTree? {
        if case .structure(let fields) = self { fields[field] } else { nil }
    }

    var integer: Int { if case .integer(let value) = self { Int(value) } else { .min } }
    var bytes: [UInt8] { if case .binary(let value) = self { value } else { [] } }
    var text: String { String(decoding: bytes, as: UTF8.self) }
    var list: [ThriftTree] { if case .list(let value) = self { value } else { [] } }

    /// Reads a struct and moves the position behind it.
    static func read(_ bytes: [UInt8], at position: inout Int) throws -> ThriftTree {
        try value(12, bytes, &position)
    }

    private static func byte(_ bytes: [UInt8], _ position: inout Int) throws -> UInt8 {
        guard position < bytes.count else { throw Malformed() }
        defer { position += 1 }
        return bytes[position]
    }

    static func varint(_ bytes: [UInt8], _ position: inout Int) throws -> UInt64 {
        var (result, shift): (UInt64, UInt64) = (0, 0)
        while true {
            let next = try byte(bytes, &position)
            result |= UInt64(next & 0x7f) << shift
            shift += 7
            if next < 0x80 { return result }
        }
    }

    static func zigzag(_ bytes: [UInt8], _ position: inout Int) throws -> Int64 {
        let value = try varint(bytes, &position)
        return value % 2 == 0 ? Int64(value / 2) : -Int64(value / 2) - 1
    }

    private static func value(_ kind: UInt8, _ bytes: [UInt8], _ position: inout Int) throws -> ThriftTree {
        switch kind {
        case 1, 2: return .bool(kind == 1)
        case 4, 5, 6: return .integer(try zigzag(bytes, &position))
        case 8:
            let count = Int(try varint(bytes, &position))
            guard position + count <= bytes.count else { throw Malformed() }
            defer { position += count }
            return .binary([UInt8](bytes[position..<position + count]))
        case 9:
            let head = try byte(bytes, &position)
            let count = head >> 4 == 15 ? Int(try varint(bytes, &position)) : Int(head >> 4)
            return .list(try (0..<count).map { _ in try value(head & 15, bytes, &position) })
        case 12:
            var fields: [Int: ThriftTree] = [:]
            var field = 0
            while true {
                let head = try byte(bytes, &position)
                if head == 0 { return .structure(fields) }
                field = head >> 4 == 0 ? Int(try zigzag(bytes, &position)) : field + Int(head >> 4)
                fields[field] = try value(head & 15, bytes, &position)
            }
        default: throw Malformed()
        }
    }
}
