// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The bytes of a file of text, with the primitive forms of tables.
struct TableBytes {
    private(set) var bytes: [UInt8] = []
    /// The day that was written last, and its text.
    private var lastDay = Int64.min
    private var lastDayText: [UInt8] = []

    private static let capacity = (1 << 18) + (1 << 14)

    init() {
        bytes.reserveCapacity(Self.capacity)
    }

    var count: Int { bytes.count }
    var text: String { String(decoding: bytes, as: UTF8.self) }

    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
    }

    /// Removes all bytes from a place on.
    mutating func removeLast(from place: Int) {
        bytes.removeLast(bytes.count - place)
    }

    @inline(__always)
    mutating func append(_ byte: UInt8) {
        bytes.append(byte)
    }

    @inline(__always)
    mutating func append(_ other: [UInt8]) {
        bytes.append(contentsOf: other)
    }

    /// Appends bytes that are in the buffer already.
    mutating func append(again range: Range<Int>) {
        for index in range { bytes.append(bytes[index]) }
    }

    @inline(__always)
    mutating func append(_ text: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    mutating func append(text: String) {
        var text = text
        text.withUTF8 { bytes.append(contentsOf: $0) }
    }

    mutating func append(integer: Int64) {
        if integer < 0 { bytes.append(UInt8(ascii: "-")) }
        append(digits: integer.magnitude, atLeast: 1)
    }

    /// Appends a number with leading zeros.
    /// - Parameter least: The minimum number of digits, up to 20.
    private mutating func append(digits number: UInt64, atLeast least: Int) {
        // No number has more digits.
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { text in
            var (rest, place) = (number, 20)
            while rest > 0 || 20 - place < least {
                place -= 1
                text[place] = 0x30 + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            }
            bytes.append(contentsOf: UnsafeMutableBufferPointer(rebasing: text[place...]))
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
        if number < 0 { bytes.append(UInt8(ascii: "-")) }
        append(digits: size / 10_000, atLeast: 1)
        bytes.append(UInt8(ascii: "."))
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
            bytes.append(contentsOf: digits)
            return true
        }
        if isPlain { return }
        let plain = PlainNumber.text(number)
        append(text: plain)
        if !plain.utf8.contains(UInt8(ascii: ".")) { append(".0") }
    }

    mutating func append(uuid: UUID) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 36) { text in
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
            bytes.append(contentsOf: text)
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
        if day != lastDay {
            lastDay = day
            let date = CivilDay.date(Int(day))
            lastDayText = Array("\(Self.pad(date.year, 4))-\(Self.pad(date.month, 2))-\(Self.pad(date.day, 2))T".utf8)
        }
        bytes.append(contentsOf: lastDayText)
        let second = whole - day * 86_400
        // HH:MM:SS.ffffffZ
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 16) { text in
            Self.write(second / 3600, 2, to: text, at: 0)
            text[2] = UInt8(ascii: ":")
            Self.write(second / 60 % 60, 2, to: text, at: 3)
            text[5] = UInt8(ascii: ":")
            Self.write(second % 60, 2, to: text, at: 6)
            text[8] = UInt8(ascii: ".")
            Self.write(fraction, 6, to: text, at: 9)
            text[15] = UInt8(ascii: "Z")
            bytes.append(contentsOf: text)
        }
    }

    @inline(__always)
    private static func write(
        _ number: Int64, _ count: Int, to text: UnsafeMutableBufferPointer<UInt8>, at place: Int
    ) {
        var rest = number
        for index in (place..<place + count).reversed() {
            text[index] = 0x30 + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
    }

    private static func pad(_ number: Int, _ count: Int) -> String {
        let text = "\(number)"
        return text.utf8.count >= count ? text : String(repeating: "0", count: count - text.utf8.count) + text
    }

    /// Appends a string as JSON.
    mutating func append(json text: String) {
        var text = text
        let isPlain = text.withUTF8 { characters in
            guard characters.allSatisfy({ $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C && $0 != 0x7F }) else { return false }
            bytes.append(0x22)
            bytes.append(contentsOf: characters)
            bytes.append(0x22)
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
            guard needsQuotes else { return bytes.append(contentsOf: characters) }
            bytes.append(0x22)
            for character in characters {
                if character == 0x22 { bytes.append(0x22) }
                bytes.append(character)
            }
            bytes.append(0x22)
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

extension TableBytes {
    /// Creates a buffer for a few bytes.
    init(small: Void) {}
}
