// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A scanner for dates and times, which reads numbers of a fixed length and separators from the front of a string.
package struct DigitScanner {
    private var rest: Substring.UTF8View

    /// Creates a scanner at the front of a string.
    package init(_ text: String) {
        rest = text[...].utf8
    }

    /// Whether the whole string has been read.
    package var isAtEnd: Bool { rest.isEmpty }

    /// Reads a character if it is one of the given characters.
    /// - Returns: Whether it was read.
    package mutating func take(_ character: Unicode.Scalar, or other: Unicode.Scalar? = nil) -> Bool {
        guard let byte = rest.first, byte == UInt8(ascii: character) || other.map({ byte == UInt8(ascii: $0) }) ?? false
        else { return false }
        rest.removeFirst()
        return true
    }

    /// Reads a number with exactly the given number of ASCII digits; `nil` if the string does not continue with one.
    package mutating func number(digits count: Int) -> Int? {
        guard rest.count >= count else { return nil }
        var number = 0
        for byte in rest.prefix(count) {
            guard Self.isDigit(byte) else { return nil }
            number = number * 10 + Int(byte - UInt8(ascii: "0"))
        }
        rest.removeFirst(count)
        return number
    }

    /// Reads all digits up to the next other character; `nil` if their number is outside a range.
    package mutating func digits(_ count: ClosedRange<Int>) -> String? {
        let digits = rest.prefix(while: Self.isDigit)
        guard count.contains(digits.count) else { return nil }
        rest = rest[digits.endIndex...]
        return String(Substring(digits))
    }

    /// Reads an RFC 3339 offset from UTC, `Z` or `+01:00`, in seconds east of UTC.
    /// - Parameters:
    ///   - maximum: The maximum number of hours.
    ///   - isColonRequired: Whether `+0100` is not an offset.
    package mutating func offset(upToHours maximum: Int, isColonRequired: Bool = true) -> Int? {
        if take("Z", or: "z") { return 0 }
        let isEast = take("+")
        guard isEast || take("-"), let hours = number(digits: 2), take(":") || !isColonRequired,
            let minutes = number(digits: 2),
            hours <= maximum, minutes < 60
        else { return nil }
        return (hours * 3600 + minutes * 60) * (isEast ? 1 : -1)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
