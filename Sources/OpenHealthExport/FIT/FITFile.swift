// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The bytes of a FIT file.
struct FITFile {
    private var data: [UInt8] = []
    private var definitions: [UInt8: FITMessage] = [:]

    private static let headerSize: UInt8 = 14
    /// Version 2.0 of the protocol.
    private static let protocolVersion: UInt8 = 0x20
    private static let profileVersion: UInt16 = 21205

    /// Adds a message, and its definition before the first of its kind.
    /// - Parameter values: the raw values of its fields; nil, and values outside the range of a field, are unknown.
    mutating func add(_ message: FITMessage, _ values: [Int64?]) {
        if definitions[message.local] == nil {
            definitions[message.local] = message
            data += [0x40 | message.local, 0, 0]
            Self.append(UInt64(message.number), size: 2, to: &data)
            data.append(UInt8(message.fields.count))  // checked: by the messages of this module
            for field in message.fields { data += [field.number, UInt8(field.type.size), field.type.rawValue] }
        }
        data.append(message.local)
        for (field, value) in zip(message.fields, values) {
            let known = value.flatMap { field.type.range.contains($0) ? $0 : nil } ?? field.type.invalid
            Self.append(UInt64(bitPattern: known), size: field.type.size, to: &data)
        }
    }

    /// The whole file: its header, the messages, and the checksum.
    var bytes: [UInt8] {
        var file: [UInt8] = [Self.headerSize, Self.protocolVersion]
        Self.append(UInt64(Self.profileVersion), size: 2, to: &file)
        Self.append(UInt64(data.count), size: 4, to: &file)
        file += Array(".FIT".utf8)
        Self.append(UInt64(Self.checksum(file[...])), size: 2, to: &file)
        file += data
        Self.append(UInt64(Self.checksum(file[...])), size: 2, to: &file)
        return file
    }

    private static func append(_ value: UInt64, size: Int, to bytes: inout [UInt8]) {
        for index in 0..<size { bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * index))) }
    }

    /// The CRC-16 with the reflected polynomial 0xA001.
    static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt16 {
        var sum: UInt16 = 0
        for byte in bytes { sum = (sum >> 8) ^ table[Int((sum ^ UInt16(byte)) & 0xFF)] }
        return sum
    }

    private static let table: [UInt16] = (0..<256).map { index in
        (0..<8).reduce(UInt16(index)) { sum, _ in sum & 1 == 1 ? (sum >> 1) ^ 0xA001 : sum >> 1 }
    }
}

/// The base type of a field.
enum FITType: UInt8 {
    case enumeration = 0x00
    case uint8 = 0x02
    case uint16 = 0x84
    case sint32 = 0x85
    case uint32 = 0x86
    case uint32z = 0x8C

    /// The number of bytes.
    var size: Int {
        switch self {
        case .enumeration, .uint8: 1
        case .uint16: 2
        case .sint32, .uint32, .uint32z: 4
        }
    }

    /// The values that a field can have.
    var range: ClosedRange<Int64> {
        switch self {
        case .enumeration, .uint8: 0...0xFE
        case .uint16: 0...0xFFFE
        case .sint32: -0x8000_0000...0x7FFF_FFFE
        case .uint32: 0...0xFFFF_FFFE
        case .uint32z: 1...0xFFFF_FFFF
        }
    }

    /// The value that means an unknown one.
    var invalid: Int64 { self == .uint32z ? 0 : range.upperBound + 1 }
}
