// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A field of the messages with a layout, as the file defines it.
struct FITField {
    /// The number in the profile, or that of a developer field.
    var number: UInt8
    /// The index of the developer; 0 for fields of the profile.
    var developer: UInt8 = 0
    /// The base type: the low five bits of its number.
    var base: UInt8
    /// The number of bytes.
    var size: UInt8
    /// The offset in the message.
    var offset: UInt32
}

/// The base types of FIT by the low five bits of their numbers.
enum FITBase {
    static let enumeration: UInt8 = 0
    static let uint32: UInt8 = 6
    static let string: UInt8 = 7
    static let bytes: UInt8 = 13

    /// Returns the number of bytes of a value; 0 for unknown base types.
    @inline(__always)
    static func width(_ base: UInt8) -> Int {
        switch base {
        case 0, 1, 2, 7, 10, 13: 1
        case 3, 4, 11: 2
        case 5, 6, 8, 12: 4
        case 9, 14, 15, 16: 8
        default: 0
        }
    }
}

/// A message of a FIT file: its bytes and their layout. Valid until the decoder advances.
struct FITMessage {
    /// The number of the message in the profile.
    let number: UInt16
    /// The fields of the profile.
    let fields: UnsafeBufferPointer<FITField>
    /// The fields of developers.
    let developerFields: UnsafeBufferPointer<FITField>
    /// The time in seconds since 1989-12-31T00:00:00Z: the timestamp of the message, or that of its compressed header.
    let time: UInt32?
    private let start: UnsafeRawPointer
    private let isBigEndian: Bool

    init(
        number: UInt16, fields: UnsafeBufferPointer<FITField>, developerFields: UnsafeBufferPointer<FITField>,
        time: UInt32?, start: UnsafeRawPointer, isBigEndian: Bool
    ) {
        self.number = number
        self.fields = fields
        self.developerFields = developerFields
        self.time = time
        self.start = start
        self.isBigEndian = isBigEndian
    }

    /// The time in seconds since 1970; nil without a time, and for times since a device was switched on.
    var date: Double? { time.flatMap(FITTime.date(_:)) }

    /// The number of the message among those of its kind; nil if it has none.
    var index: Int64? { integer(of: 254) }

    /// Returns the number of values of a field; 0 if its size is not a multiple of that of its base type.
    @inline(__always)
    func count(_ field: FITField) -> Int {
        let width = FITBase.width(field.base)
        guard width > 0, Int(field.size) % width == 0 else { return 0 }
        return Int(field.size) / width
    }

    /// Returns a value of a field; nil if there is none or it is the number that means none, and for texts.
    @inline(__always)
    func number(_ field: FITField, _ index: Int = 0) -> Double? {
        guard index < count(field) else { return nil }
        switch field.base {
        case 8:
            let fraction = Float(bitPattern: load(UInt32.self, field, index))
            return fraction.isFinite ? Double(fraction) : nil
        case 9:
            let fraction = Double(bitPattern: load(UInt64.self, field, index))
            return fraction.isFinite ? fraction : nil
        default:
            return integer(field, index).map(Double.init)
        }
    }

    /// Returns a whole number of a field; nil if there is none or it is the number that means none, and for texts and fractions.
    @inline(__always)
    func integer(_ field: FITField, _ index: Int = 0) -> Int64? {
        guard index < count(field) else { return nil }
        switch field.base {
        case 0, 2, 13:
            let value = load(UInt8.self, field, index)
            return value == .max ? nil : Int64(value)
        case 1:
            let value = load(UInt8.self, field, index)
            return value == 0x7F ? nil : Int64(Int8(bitPattern: value))
        case 3:
            let value = load(UInt16.self, field, index)
            return value == 0x7FFF ? nil : Int64(Int16(bitPattern: value))
        case 4:
            let value = load(UInt16.self, field, index)
            return value == .max ? nil : Int64(value)
        case 5:
            let value = load(UInt32.self, field, index)
            return value == 0x7FFF_FFFF ? nil : Int64(Int32(bitPattern: value))
        case 6:
            let value = load(UInt32.self, field, index)
            return value == .max ? nil : Int64(value)
        case 10:
            let value = load(UInt8.self, field, index)
            return value == 0 ? nil : Int64(value)
        case 11:
            let value = load(UInt16.self, field, index)
            return value == 0 ? nil : Int64(value)
        case 12:
            let value = load(UInt32.self, field, index)
            return value == 0 ? nil : Int64(value)
        case 14:
            let value = load(UInt64.self, field, index)
            return value == 0x7FFF_FFFF_FFFF_FFFF ? nil : Int64(bitPattern: value)
        case 15:
            let value = load(UInt64.self, field, index)
            return value == .max ? nil : Int64(exactly: value)
        case 16:
            let value = load(UInt64.self, field, index)
            return value == 0 ? nil : Int64(exactly: value)
        default:
            return nil
        }
    }

    /// Returns the text of a field up to its first zero; nil for an empty text and for fields that are not texts.
    func text(_ field: FITField) -> String? {
        guard field.base == FITBase.string else { return nil }
        let text = String(decoding: bytes(field).prefix { $0 != 0 }, as: UTF8.self)
        return text.isEmpty ? nil : text
    }

    /// Returns the bytes of a field.
    func bytes(_ field: FITField) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: start + Int(field.offset), count: Int(field.size))
    }

    /// Returns the field with a number; nil if the message does not have it.
    func field(_ number: UInt8) -> FITField? {
        for field in fields where field.number == number { return field }
        return nil
    }

    /// Returns the whole number of the field with a number.
    func integer(of number: UInt8) -> Int64? { field(number).flatMap { integer($0) } }

    /// Returns the value of the field with a number, in the unit that its scale and offset give.
    func value(of number: UInt8, scale: Double = 1, offset: Double = 0) -> Double? {
        field(number).flatMap { self.number($0) }.map { $0 / scale - offset }
    }

    /// Returns the date of the field with a number, in seconds since 1970.
    func date(of number: UInt8) -> Double? { integer(of: number).flatMap(FITTime.date(_:)) }

    @inline(__always)
    private func load<Value: FixedWidthInteger>(_ type: Value.Type, _ field: FITField, _ index: Int) -> Value {
        // The decoder has checked that the message is whole, and the callers that the index is in the field.
        let offset = Int(field.offset) &+ index &* MemoryLayout<Value>.size
        let value = start.loadUnaligned(fromByteOffset: offset, as: Value.self)
        return isBigEndian ? Value(bigEndian: value) : Value(littleEndian: value)
    }
}

/// The times of FIT.
enum FITTime {
    /// 1989-12-31T00:00:00Z, in seconds since 1970.
    static let epoch: Int64 = 631_065_600
    /// The smallest number that is a date. Smaller numbers are seconds since a device was switched on.
    static let firstDate: Int64 = 0x1000_0000

    /// Returns a date in seconds since 1970; nil for numbers that are none.
    static func date(_ seconds: UInt32) -> Double? { date(Int64(seconds)) }

    /// Returns a date in seconds since 1970; nil for numbers that are none.
    static func date(_ seconds: Int64) -> Double? {
        guard seconds >= firstDate, seconds < 0xFFFF_FFFF else { return nil }
        return Double(seconds + epoch)
    }
}
