// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// Reads the parts of a date from the front of a text.
struct DigitScanner {
    private var rest: Substring.UTF8View

    init(_ text: String) {
        rest = text[...].utf8
    }

    /// Whether everything has been read.
    var isAtEnd: Bool { rest.isEmpty }

    /// Reads one character, if it is the one that is wanted.
    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest.removeFirst()
        return true
    }

    /// Reads a number of exactly so many digits.
    mutating func number(digits: Int) -> Int? {
        guard rest.count >= digits else { return nil }
        var number = 0
        for byte in rest.prefix(digits) {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            number = number * 10 + Int(byte - UInt8(ascii: "0"))
        }
        rest.removeFirst(digits)
        return number
    }

    /// Reads `08:00`, `08:00:05` or `08:00:05.25`, in seconds.
    mutating func timeOfDay() -> Double? {
        guard let hour = number(digits: 2), hour < 24, take(":"), let minute = number(digits: 2), minute < 60 else {
            return nil
        }
        var seconds = Double(hour * 3600 + minute * 60)
        guard take(":") else { return seconds }
        guard let second = number(digits: 2), second < 60 else { return nil }
        seconds += Double(second)
        guard take(".") else { return seconds }
        var unit = 0.1
        guard let first = number(digits: 1) else { return nil }
        seconds += Double(first) * unit
        while let digit = number(digits: 1) {
            unit /= 10
            seconds += Double(digit) * unit
        }
        return seconds
    }

    /// Reads `Z`, `+01:00`, `+0100`, `+01`, with or without a space before it, in seconds east of UTC.
    mutating func offset() -> Int? {
        _ = take(" ")
        if take("Z") || take("z") { return 0 }
        let sign: Int
        if take("+") {
            sign = 1
        } else if take("-") {
            sign = -1
        } else {
            return nil
        }
        guard let hours = number(digits: 2), hours <= 18 else { return nil }
        if isAtEnd { return sign * hours * 3600 }
        _ = take(":")
        guard let minutes = number(digits: 2), minutes < 60 else { return nil }
        return sign * (hours * 3600 + minutes * 60)
    }
}
