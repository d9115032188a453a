// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// Reads a date and time with a zone, as RFC 3339 has it.
struct APIDateScanner {
    private let bytes: [UInt8]
    private var position = 0

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    /// Whole seconds since 1970 and the digits behind the point, or nil where the text is no date.
    mutating func date() -> (seconds: Int, fraction: String)? {
        guard let year = number(4), take("-"), let month = number(2), take("-"), let day = number(2),
            take("T", or: "t"), let hour = number(2), take(":"), let minute = number(2), take(":"),
            let second = number(2), (1...12).contains(month),
            (1...CivilDay.daysInMonth(year: year, month: month)).contains(day), hour < 24, minute < 60, second < 60
        else { return nil }
        let fraction = digits()
        guard let fraction, let offset = zone(), position == bytes.count else { return nil }
        let days = CivilDay.number(year: year, month: month, day: day)
        return (days * 86_400 + hour * 3600 + minute * 60 + second - offset, fraction)
    }

    private mutating func take(_ letter: Unicode.Scalar, or other: Unicode.Scalar? = nil) -> Bool {
        guard position < bytes.count,
            bytes[position] == UInt8(ascii: letter) || other.map({ bytes[position] == UInt8(ascii: $0) }) ?? false
        else { return false }
        position += 1
        return true
    }

    private mutating func digit() -> Int? {
        guard position < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[position]) else {
            return nil
        }
        position += 1
        return Int(bytes[position - 1] - UInt8(ascii: "0"))
    }

    private mutating func number(_ count: Int) -> Int? {
        var number = 0
        for _ in 0..<count {
            guard let digit = digit() else { return nil }
            number = number * 10 + digit
        }
        return number
    }

    /// The digits behind a point: none where there is no point, nil where a point has none or more than thirty.
    private mutating func digits() -> String? {
        guard take(".") else { return "" }
        let start = position
        while digit() != nil {}
        guard (1...30).contains(position - start) else { return nil }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    /// How many seconds the zone is ahead of UTC.
    private mutating func zone() -> Int? {
        if take("Z", or: "z") { return 0 }
        let isAhead = take("+")
        guard isAhead || take("-"), let hours = number(2), take(":"), let minutes = number(2), hours < 24, minutes < 60
        else { return nil }
        return (hours * 3600 + minutes * 60) * (isAhead ? 1 : -1)
    }
}
