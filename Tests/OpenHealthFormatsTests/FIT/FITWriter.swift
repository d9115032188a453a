// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A writer of made-up FIT files, message by message.
struct FITWriter {
    /// A field with its value.
    struct Field {
        var number: UInt8
        var base: UInt8
        var size: Int
        var values: [UInt64]
        /// The index of the developer of a developer field.
        var developer: UInt8?

        static func u8(_ number: UInt8, _ values: UInt64...) -> Field {
            Field(number: number, base: 0x02, size: 1, values: values)
        }
        static func kind(_ number: UInt8, _ value: UInt64) -> Field {
            Field(number: number, base: 0x00, size: 1, values: [value])
        }
        static func bytes(_ number: UInt8, _ values: [UInt64]) -> Field {
            Field(number: number, base: 0x0D, size: 1, values: values)
        }
        static func text(_ number: UInt8, _ text: String) -> Field {
            Field(number: number, base: 0x07, size: 1, values: text.utf8.map(UInt64.init) + [0])
        }
        static func u16(_ number: UInt8, _ values: UInt64...) -> Field {
            Field(number: number, base: 0x84, size: 2, values: values)
        }
        static func s16(_ number: UInt8, _ value: Int16) -> Field {
            Field(number: number, base: 0x83, size: 2, values: [UInt64(UInt16(bitPattern: value))])
        }
        static func u32(_ number: UInt8, _ values: UInt64...) -> Field {
            Field(number: number, base: 0x86, size: 4, values: values)
        }
        static func s32(_ number: UInt8, _ value: Int32) -> Field {
            Field(number: number, base: 0x85, size: 4, values: [UInt64(UInt32(bitPattern: value))])
        }
        static func time(_ seconds: UInt64) -> Field { u32(253, seconds) }

        func of(developer: UInt8) -> Field {
            var field = self
            field.developer = developer
            return field
        }
    }

    /// 2024-06-14T07:00:00Z in seconds of FIT.
    static let start: UInt64 = 1_087_282_800
    /// The same in seconds since 1970.
    static let epochStart = 1_718_348_400.0

    let isBigEndian: Bool
    private(set) var data: [UInt8] = []
    private var definitions: [UInt8: [UInt8]] = [:]

    init(isBigEndian: Bool = false) {
        self.isBigEndian = isBigEndian
    }

    /// Adds a message, and its definition if its local number has another one.
    mutating func add(_ number: UInt16, local: UInt8 = 0, _ fields: Field...) {
        let own = fields.filter { $0.developer == nil }
        let others = fields.filter { $0.developer != nil }
        var definition = [(others.isEmpty ? 0x40 : 0x60) | local, 0, isBigEndian ? 1 : 0]
        Self.append(UInt64(number), size: 2, isBigEndian: isBigEndian, to: &definition)
        definition.append(UInt8(own.count))
        for field in own { definition += [field.number, UInt8(field.size * field.values.count), field.base] }
        if !others.isEmpty {
            definition.append(UInt8(others.count))
            for field in others {
                definition += [field.number, UInt8(field.size * field.values.count), field.developer ?? 0]
            }
        }
        if definitions[local] != definition {
            definitions[local] = definition
            data += definition
        }
        data.append(local)
        addValues(own + others)
    }

    /// Adds a message with a compressed time, whose layout has been written with `add`.
    mutating func addCompressed(local: UInt8, offset: UInt8, _ fields: Field...) {
        data.append(0x80 | local << 5 | offset)
        addValues(fields)
    }

    /// Adds bytes as they are.
    mutating func addBytes(_ bytes: [UInt8]) {
        data += bytes
    }

    private mutating func addValues(_ fields: [Field]) {
        for field in fields {
            for value in field.values {
                Self.append(value, size: field.size, isBigEndian: isBigEndian, to: &data)
            }
        }
    }

    private static func append(_ value: UInt64, size: Int, isBigEndian: Bool, to bytes: inout [UInt8]) {
        let little = (0..<size).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
        bytes += isBigEndian ? little.reversed() : little
    }

    /// The whole file.
    /// - Parameters:
    ///   - size: The size that the header states, if it is not that of the messages.
    ///   - isRight: Whether the checksum is right.
    func file(size: Int? = nil, isRight: Bool = true) -> [UInt8] {
        var file: [UInt8] = [14, 0x20, 0x05, 0x53]
        let stated = UInt64(size ?? data.count)
        file += (0..<4).map { UInt8(truncatingIfNeeded: stated >> UInt64(8 * $0)) } + Array(".FIT".utf8)
        file += Self.little(Self.checksum(file))
        file += data
        let sum = Self.checksum(file)
        return file + Self.little(isRight ? sum : ~sum)
    }

    private static func little(_ value: UInt16) -> [UInt8] { [UInt8(value & 0xFF), UInt8(value >> 8)] }

    /// The CRC-16 of FIT, bit by bit.
    static func checksum(_ bytes: [UInt8]) -> UInt16 {
        var sum: UInt16 = 0
        for byte in bytes {
            sum ^= UInt16(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? (sum >> 1) ^ 0xA001 : sum >> 1 }
        }
        return sum
    }

    // MARK: Files

    /// Adds the message that every file begins with.
    mutating func addFileID(type: UInt64 = 4, manufacturer: UInt64 = 1) {
        add(0, .kind(0, type), .u16(1, manufacturer), .u32(4, Self.start))
    }

    /// Adds the message that every file begins with, with the number of a product and, if it has one, its serial number.
    mutating func addFileID(type: UInt64, product: UInt64, serial: UInt64?) {
        add(
            0, .kind(0, type), .u16(1, 1), .u16(2, product), .u32(3, serial ?? 0xFFFF_FFFF), .u32(4, Self.start))
    }

    /// Returns a run of ten minutes with a record each second of the first minute: heart rates from 100 on, 250 W, and a line to the east.
    static func run(at offset: UInt64 = 0, isBigEndian: Bool = false) -> FITWriter {
        var writer = FITWriter(isBigEndian: isBigEndian)
        let start = Self.start + offset
        writer.addFileID()
        writer.add(21, local: 1, .time(start), .kind(0, 0), .kind(1, 0))
        for second in 0..<60 {
            writer.add(
                20, local: 2, .time(start + UInt64(second)), .s32(0, 0x2000_0000), .s32(1, Int32(second) * 1000),
                .u8(3, UInt64(100 + second)), .u16(7, 250), .u16(6, 3000), .u16(2, 2600))
        }
        writer.add(21, local: 1, .time(start + 600), .kind(0, 0), .kind(1, 4))
        writer.addSession(start: start, elapsed: 600, timer: 600, sport: 1, distance: 2000, calories: 150)
        return writer
    }

    mutating func addSession(
        start: UInt64, elapsed: UInt64, timer: UInt64, sport: UInt64, sub: UInt64 = 0, distance: UInt64,
        calories: UInt64
    ) {
        add(
            18, local: 3, .time(start + elapsed), .u32(2, start), .kind(5, sport), .kind(6, sub),
            .u32(7, elapsed * 1000), .u32(8, timer * 1000), .u32(9, distance * 100), .u16(11, calories))
    }
}
