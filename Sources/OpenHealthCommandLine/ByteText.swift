// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// A UTF-8 buffer that is built without a string for each value.
///
/// Numbers, instants and JSON have the same format as in ``NumberText``, ``InstantText`` and ``JSONValue``.
package struct ByteText {
    /// The UTF-8 bytes.
    package private(set) var bytes: [UInt8] = []
    /// The most recently written day and its string.
    private var day = (number: Int.min, text: [UInt8]())

    /// The number of bytes.
    package var count: Int { bytes.count }

    /// Reserves capacity.
    package mutating func reserve(_ count: Int) { bytes.reserveCapacity(count) }

    /// Removes all bytes and keeps the capacity.
    package mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    /// Appends a string.
    package mutating func add(_ text: String) { bytes.append(contentsOf: text.utf8) }

    /// Appends an ASCII character.
    package mutating func add(_ character: Unicode.Scalar) { bytes.append(UInt8(ascii: character)) }

    /// Appends an integer.
    package mutating func add(_ number: Int) {
        if number < 0 { add("-" as Unicode.Scalar) }
        let start = bytes.count
        var rest = number.magnitude
        repeat {
            bytes.append(48 + UInt8(rest % 10))  // checked: a digit
            rest /= 10
        } while rest > 0
        bytes[start...].reverse()
    }

    /// Appends the shortest string of a number; nothing if it is not finite.
    package mutating func add(_ number: Double) {
        guard number.isFinite else { return }
        // From 9e15, integers are written with an exponent, and zero can have a sign.
        if number.magnitude < 9e15, number == number.rounded(), number != 0 || number.sign == .plus {
            add(Int(number))  // checked: in range
        } else {
            add(NumberText.exact(number))
        }
    }

    /// Appends an instant in UTC; nothing if it is far outside any calendar.
    package mutating func add(_ date: Date) {
        guard let (number, second, microseconds) = InstantText.parts(date.timeIntervalSince1970) else { return }
        if day.number != number { day = (number, Array(CivilText.day(number).utf8)) }
        bytes.append(contentsOf: day.text)
        add("T" as Unicode.Scalar)
        addTwoDigits(second / 3600)
        add(":" as Unicode.Scalar)
        addTwoDigits(second / 60 % 60)
        add(":" as Unicode.Scalar)
        addTwoDigits(second % 60)
        if microseconds > 0 {
            add("." as Unicode.Scalar)
            var (rest, unit) = (microseconds, 100_000)
            while rest > 0 {
                bytes.append(48 + UInt8(rest / unit))  // checked: a digit
                rest %= unit
                unit /= 10
            }
        }
        add("Z" as Unicode.Scalar)
    }

    private mutating func addTwoDigits(_ number: Int) {
        bytes.append(48 + UInt8(number / 10))  // checked: below 100
        bytes.append(48 + UInt8(number % 10))  // checked: a digit
    }

    /// Appends a UUID in uppercase.
    package mutating func add(_ uuid: UUID) {
        withUnsafeBytes(of: uuid.uuid) { parts in
            for (place, part) in parts.enumerated() {
                if place == 4 || place == 6 || place == 8 || place == 10 { add("-" as Unicode.Scalar) }
                addHexDigit(part >> 4)
                addHexDigit(part & 15)
            }
        }
    }

    private mutating func addHexDigit(_ digit: UInt8) {
        bytes.append(digit < 10 ? 48 + digit : 55 + digit)
    }

    /// Appends UTF-8 bytes.
    package mutating func add(_ text: [UInt8]) { bytes.append(contentsOf: text) }

    /// Appends a CSV field, with quotation marks if needed.
    package mutating func addField(_ text: String) {
        let needsQuotes = text.utf8.contains { $0 == 0x2c || $0 == 0x22 || $0 == 0x0a || $0 == 0x0d }
        guard needsQuotes else { return add(text) }
        add("\"" as Unicode.Scalar)
        for byte in text.utf8 {
            if byte == 0x22 { bytes.append(byte) }
            bytes.append(byte)
        }
        add("\"" as Unicode.Scalar)
    }

    /// Appends a JSON string.
    package mutating func addString(_ text: String) {
        add("\"" as Unicode.Scalar)
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x22 && $0 != 0x5c }) {
            add(text)
            add("\"" as Unicode.Scalar)
        } else {
            // The quoted string includes the closing quotation mark.
            let quoted = JSONValue.string(text).text
            bytes.append(contentsOf: quoted.utf8.dropFirst())
        }
    }
}

extension Cell {
    /// Appends the value as a CSV field.
    /// - Parameter raw: Whether texts that spreadsheets evaluate stay as they are.
    package func writeField(to bytes: inout ByteText, raw: Bool) {
        switch content {
        case .none: break
        case .text(let text): bytes.addField(raw ? text : SpreadsheetText.harmless(text))
        case .number(let number): bytes.add(number)
        case .count(let count): bytes.add(count)
        case .instant(let date): bytes.add(date)
        case .uuid(let uuid): bytes.add(uuid)
        case .shared(let shared): bytes.add(raw ? shared.rawField : shared.field)
        case .list, .json: bytes.addField(raw ? field : SpreadsheetText.harmless(json: field))
        }
    }

    /// Appends the value in JSON.
    package func writeJSON(to bytes: inout ByteText) {
        switch content {
        case .none: bytes.add("null")
        case .text(let text): bytes.addString(text)
        case .number(let number):
            if number.isFinite { bytes.add(number) } else { bytes.add("null") }
        case .count(let count): bytes.add(count)
        case .instant(let date):
            bytes.add("\"" as Unicode.Scalar)
            bytes.add(date)
            bytes.add("\"" as Unicode.Scalar)
        case .uuid(let uuid):
            bytes.add("\"" as Unicode.Scalar)
            bytes.add(uuid)
            bytes.add("\"" as Unicode.Scalar)
        case .shared(let shared): bytes.add(shared.json)
        case .list, .json: bytes.add(json.text)
        }
    }
}
