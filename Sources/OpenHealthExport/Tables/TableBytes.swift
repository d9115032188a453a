// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The bytes of a file of text, with the primitive forms of tables.
///
/// They are in memory of its own and not in an array, since a table consists of many short pieces: appending one to an array retains and
/// releases it.
struct TableBytes: ~Copyable {
    private var start: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    private(set) var count = 0
    /// The day that was written last, and its text.
    private var lastDay = Int64.min
    private var lastDayText: (UInt64, UInt32) = (0, 0)

    private static let standardCapacity = (1 << 18) + (1 << 14)
    private static let smallCapacity = 128

    init() {
        self.init(capacity: Self.standardCapacity)
    }

    /// Creates a buffer for a few bytes.
    init(small: Void) {
        self.init(capacity: Self.smallCapacity)
    }

    private init(capacity: Int) {
        self.capacity = capacity
        start = .allocate(capacity: capacity)
    }

    deinit { start.deallocate() }

    var bytes: [UInt8] { withBytes(Array.init) }
    var text: String { withBytes { String(decoding: $0, as: UTF8.self) } }

    /// Calls a function with the bytes.
    func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
        try body(UnsafeBufferPointer(start: start, count: count))
    }

    mutating func removeAll() {
        count = 0
    }

    /// Removes all bytes from a place on.
    mutating func removeLast(from place: Int) {
        count = min(count, place)
    }

    /// Returns the place for a number of bytes at the end, which the caller initializes.
    @inline(__always)
    private mutating func extend(by size: Int) -> UnsafeMutablePointer<UInt8> {
        if capacity - count < size { grow(by: size) }
        defer { count += size }
        return start + count
    }

    @inline(never)
    private mutating func grow(by size: Int) {
        capacity = max(capacity * 2, count + size)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        larger.initialize(from: start, count: count)
        start.deallocate()
        start = larger
    }

    @inline(__always)
    mutating func append(_ byte: UInt8) {
        extend(by: 1).initialize(to: byte)
    }

    @inline(__always)
    mutating func append(_ other: UnsafeBufferPointer<UInt8>) {
        guard let base = other.baseAddress else { return }
        extend(by: other.count).initialize(from: base, count: other.count)
    }

    mutating func append(_ other: [UInt8]) {
        other.withUnsafeBufferPointer { append($0) }
    }

    /// Appends bytes that are in the buffer already.
    mutating func append(again range: Range<Int>) {
        let place = extend(by: range.count)
        place.initialize(from: start + range.lowerBound, count: range.count)
    }

    @inline(__always)
    mutating func append(_ text: StaticString) {
        append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    mutating func append(text: String) {
        var text = text
        text.withUTF8 { append($0) }
    }

    mutating func append(integer: Int64) {
        if integer < 0 { append(UInt8(ascii: "-")) }
        append(digits: integer.magnitude, atLeast: 1)
    }

    /// Appends a number with leading zeros.
    /// - Parameter least: The minimum number of digits, up to 20.
    private mutating func append(digits number: UInt64, atLeast least: Int) {
        // No number has more digits.
        var (size, bound): (Int, UInt64) = (1, 10)
        while number >= bound {
            size += 1
            if size == 20 { break }
            bound *= 10
        }
        size = max(size, least)
        let text = extend(by: size)
        var rest = number
        for place in (0..<size).reversed() {
            text[place] = 0x30 + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
    }

    /// Appends a number if it has at most four decimal places.
    ///
    /// Decimals of up to 15 digits are different numbers. One that reads back as the same number is therefore the shortest one.
    private mutating func append(decimal number: Double) -> Bool {
        let scaled = (number * 10_000).rounded()
        guard scaled.magnitude < 1_000_000_000_000_000, scaled != 0, scaled / 10_000 == number else { return false }
        let size = UInt64(scaled.magnitude)  // checked: whole and below 10 to the 15th
        var (fraction, count) = (size % 10_000, 4)
        while count > 1, fraction % 10 == 0 {
            fraction /= 10
            count -= 1
        }
        if number < 0 { append(UInt8(ascii: "-")) }
        append(digits: size / 10_000, atLeast: 1)
        append(UInt8(ascii: "."))
        append(digits: fraction, atLeast: count)
        return true
    }

    /// Appends the shortest text that reads back as the same number, without an exponent and always with a decimal point: readers take the
    /// type of a column from its first rows.
    mutating func append(number: Double) {
        if append(decimal: number) { return }
        if let whole = Int64(exactly: number), whole.magnitude < 1_000_000_000_000_000, number != 0 {
            append(integer: whole)
            return append(".0")
        }
        var text = "\(number)"
        let isPlain = text.withUTF8 { digits in
            if digits.contains(UInt8(ascii: "e")) { return false }
            append(digits)
            return true
        }
        if isPlain { return }
        let plain = PlainNumber.text(number)
        append(text: plain)
        if !plain.utf8.contains(UInt8(ascii: ".")) { append(".0") }
    }

    mutating func append(uuid: UUID) {
        let text = extend(by: 36)
        withUnsafeBytes(of: uuid.uuid) { parts in
            var place = 0
            for index in 0..<16 {
                if index == 4 || index == 6 || index == 8 || index == 10 {
                    text[place] = UInt8(ascii: "-")
                    place += 1
                }
                text[place] = Self.digit(parts[index] >> 4)
                text[place + 1] = Self.digit(parts[index] & 15)
                place += 2
            }
        }
    }

    @inline(__always)
    private static func digit(_ number: UInt8) -> UInt8 { number < 10 ? 0x30 + number : 0x37 + number }

    /// Appends a date in UTC with microseconds, such as `2024-03-10T08:00:00.250000Z`. Dates outside the years 1 to 9999 are those at the
    /// limits. Most dates have the day of the previous one.
    mutating func append(date seconds: Double) {
        let clamped = min(max(seconds, -62_135_596_800), 253_402_300_799)
        var whole = Int64(clamped.rounded(.down))  // checked: clamped
        var fraction = Int64(((clamped - Double(whole)) * 1_000_000).rounded())  // checked: below one million
        if fraction == 1_000_000 {
            whole += 1
            fraction = 0
        }
        let day = (whole >= 0 ? whole : whole - 86_399) / 86_400
        // YYYY-MM-DDTHH:MM:SS.ffffffZ
        let text = extend(by: 27)
        if day != lastDay {
            lastDay = day
            let date = CivilDay.date(Int(day))
            Self.write(Int64(date.year), 4, to: text, at: 0)
            text[4] = UInt8(ascii: "-")
            Self.write(Int64(date.month), 2, to: text, at: 5)
            text[7] = UInt8(ascii: "-")
            Self.write(Int64(date.day), 2, to: text, at: 8)
            text[10] = UInt8(ascii: "T")
            lastDayText.0 = UnsafeRawPointer(text).loadUnaligned(as: UInt64.self)
            lastDayText.1 = UnsafeRawPointer(text + 7).loadUnaligned(as: UInt32.self)
        } else {
            UnsafeMutableRawPointer(text).storeBytes(of: lastDayText.0, as: UInt64.self)
            UnsafeMutableRawPointer(text + 7).storeBytes(of: lastDayText.1, as: UInt32.self)
        }
        let second = whole - day * 86_400
        Self.write(second / 3600, 2, to: text, at: 11)
        text[13] = UInt8(ascii: ":")
        Self.write(second / 60 % 60, 2, to: text, at: 14)
        text[16] = UInt8(ascii: ":")
        Self.write(second % 60, 2, to: text, at: 17)
        text[19] = UInt8(ascii: ".")
        Self.write(fraction, 6, to: text, at: 20)
        text[26] = UInt8(ascii: "Z")
    }

    @inline(__always)
    private static func write(
        _ number: Int64, _ count: Int, to text: UnsafeMutablePointer<UInt8>, at place: Int
    ) {
        var rest = number
        for index in (place..<place + count).reversed() {
            text[index] = 0x30 + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
    }

    /// Appends a string as JSON.
    mutating func append(json text: String) {
        var text = text
        let isPlain = text.withUTF8 { characters in
            guard characters.allSatisfy({ $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C && $0 != 0x7F }) else { return false }
            append(0x22)
            append(characters)
            append(0x22)
            return true
        }
        if !isPlain { append(JSONValue.string(text).bytes) }
    }

    /// Appends a field of comma-separated values.
    mutating func append(field text: String) {
        var text = text
        text.withUTF8 { characters in
            let needsQuotes =
                characters.isEmpty || characters.contains { $0 == 0x22 || $0 == 0x2C || $0 == 0x0A || $0 == 0x0D }
            guard needsQuotes else { return append(characters) }
            append(0x22)
            for character in characters {
                if character == 0x22 { append(0x22) }
                append(character)
            }
            append(0x22)
        }
    }
}

/// Dates in UTC with microseconds, such as `2024-03-10T08:00:00.250000Z`, which sort as text.
enum TableDate {
    /// Returns the text of a date in seconds since 1970. Dates outside the years 1 to 9999 are those at the limits.
    static func text(_ seconds: Double) -> String {
        var bytes = TableBytes(small: ())
        bytes.append(date: seconds)
        return bytes.text
    }
}
