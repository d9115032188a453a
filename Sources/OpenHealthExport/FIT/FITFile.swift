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

/// A kind of messages: its number in the profile of FIT, its number in the file, and its fields.
struct FITMessage {
    let number: UInt16
    let local: UInt8
    let fields: [(number: UInt8, type: FITType)]

    private static let timestamp: (number: UInt8, type: FITType) = (253, .uint32)

    /// Type, manufacturer, product, serial number and date of the file.
    static let fileID = FITMessage(
        number: 0, local: 0, fields: [(0, .enumeration), (1, .uint16), (2, .uint16), (3, .uint32z), (4, .uint32)])
    /// Timestamp, event and type of the event.
    static let event = FITMessage(
        number: 21, local: 1, fields: [timestamp, (0, .enumeration), (1, .enumeration)])
    /// Timestamp, latitude, longitude, altitude, heart rate, cadence, distance, speed and power.
    static let record = FITMessage(
        number: 20, local: 2,
        fields: [
            timestamp, (0, .sint32), (1, .sint32), (78, .uint32), (3, .uint8), (4, .uint8), (5, .uint32),
            (73, .uint32), (7, .uint16),
        ])
    /// Index, timestamp, event, type of the event, start, elapsed time, timer time, distance, the average and maximum heart rate, cadence and
    /// power, the numbers of lengths and active lengths, and the first length.
    static let lap = FITMessage(
        number: 19, local: 3,
        fields: [
            (254, .uint16), timestamp, (0, .enumeration), (1, .enumeration), (2, .uint32), (7, .uint32), (8, .uint32),
            (9, .uint32), (15, .uint8), (16, .uint8), (17, .uint8), (18, .uint8), (19, .uint16), (20, .uint16),
            (32, .uint16), (40, .uint16), (35, .uint16),
        ])
    /// Index, timestamp, event, type of the event, start, latitude and longitude of the start, sport, kind of the sport,
    /// elapsed time, timer time, distance, kilocalories, average, maximum and minimum heart rate, first lap, number of laps, the average and
    /// maximum cadence and power, the number of active lengths, the length of the pool and its unit, and the number of strokes.
    static let session = FITMessage(
        number: 18, local: 4,
        fields: [
            (254, .uint16), timestamp, (0, .enumeration), (1, .enumeration), (2, .uint32), (3, .sint32), (4, .sint32),
            (5, .enumeration), (6, .enumeration), (7, .uint32), (8, .uint32), (9, .uint32), (11, .uint16), (16, .uint8),
            (17, .uint8), (64, .uint8), (25, .uint16), (26, .uint16), (18, .uint8), (19, .uint8), (20, .uint16),
            (21, .uint16), (33, .uint16), (44, .uint16), (46, .enumeration), (10, .uint32),
        ])
    /// Index, timestamp, event, type of the event, start, elapsed time, timer time, number of strokes, stroke, and whether the length was swum.
    static let length = FITMessage(
        number: 101, local: 6,
        fields: [
            (254, .uint16), timestamp, (0, .enumeration), (1, .enumeration), (2, .uint32), (3, .uint32), (4, .uint32),
            (5, .uint16), (7, .enumeration), (12, .enumeration),
        ])
    /// Timestamp, timer time, number of sessions, type, event, type of the event, and local timestamp.
    static let activity = FITMessage(
        number: 34, local: 5,
        fields: [
            timestamp, (0, .uint32), (1, .uint16), (2, .enumeration), (3, .enumeration), (4, .enumeration),
            (5, .uint32),
        ])
}

/// Quantities in the units of FIT.
enum FITNumber {
    /// 1989-12-31T00:00:00Z, in seconds since 1970.
    static let epoch = 631_065_600.0
    /// The dates that a timestamp can have, in seconds since 1970. Smaller numbers are times since a device was switched on.
    static let dates = (epoch + 0x1000_0000)..<(epoch + 0xFFFF_FFFF)

    /// Returns a date in whole seconds of FIT.
    /// - Returns: nil for dates outside of ``dates``.
    static func date(_ seconds: Double) -> Int64? {
        dates.contains(seconds) ? Int64((seconds - epoch).rounded(.down)) : nil  // checked: the range
    }

    /// Returns a number in the unit of a field.
    static func scaled(_ value: Double?, by scale: Double, offset: Double = 0) -> Int64? {
        guard let value, value.isFinite else { return nil }
        let number = ((value + offset) * scale).rounded()
        return number.magnitude < 9e15 ? Int64(number) : nil  // checked: the range
    }

    /// Returns an angle in semicircles. 180 degrees east are 180 degrees west.
    static func semicircles(_ degrees: Double) -> Int64? {
        guard degrees.isFinite, degrees.magnitude <= 180 else { return nil }
        let number = Int64((degrees / 180 * 2_147_483_648).rounded())  // checked: at most 180 degrees
        // The largest number means an unknown angle.
        return number == 0x7FFF_FFFF ? number - 1 : number > 0x7FFF_FFFF ? -0x8000_0000 : number
    }
}
