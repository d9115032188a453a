// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The conversion of `Foundation.Date` to RFC 3339 and back, exact to the last bit: parsing an encoded date returns an equal
/// date.
package enum APIDate {
    /// 00:00 UTC of 1 January 2001, in seconds since 1970.
    private static let reference = 978_307_200

    /// Returns the date in UTC, with as many digits after the second as are necessary to read the same date back.
    package static func text(_ date: Date) -> String {
        let seconds = date.timeIntervalSinceReferenceDate
        let whole = seconds.rounded(.down)
        guard let count = Int(exactly: whole), count.magnitude < 300_000_000_000 else {
            return seconds < 0 ? "0001-01-01T00:00:00Z" : "9999-12-31T23:59:59Z"
        }
        return civil(count + reference) + fraction(of: seconds, whole: count) + "Z"
    }

    /// Returns the shortest digits that restore the date when they are added to its whole seconds; empty for a date less than a
    /// ten-thousandth of a second from the beginning of 2001.
    private static func fraction(of seconds: Double, whole: Int) -> String {
        if seconds == Double(whole) { return "" }
        let text = "\(seconds.magnitude)"
        guard let point = text.lastIndex(of: "."), !text.contains("e") else { return "" }
        let digits = text[text.index(after: point)...]
        return "." + (seconds < 0 ? complement(digits) : String(digits))
    }

    private static func value(whole: Int, fraction: String) -> Double? {
        if whole >= 0 { return Double("\(whole).\(fraction)") }
        // The digits are added to an integer below zero: -1 and .25 are -0.75.
        if fraction.utf8.allSatisfy({ $0 == UInt8(ascii: "0") }) { return Double(whole) }
        return Double("-\(-whole - 1).\(complement(fraction))")
    }

    /// Returns the difference to one: 75 for 25. The digits are not all zeros.
    private static func complement(_ digits: some StringProtocol) -> String {
        var result = Array(digits.utf8)
        var isBorrowing = false
        for place in result.indices.reversed() {
            let digit = result[place] - UInt8(ascii: "0")
            result[place] = UInt8(ascii: "0") + (isBorrowing ? 9 - digit : digit == 0 ? 0 : 10 - digit)
            isBorrowing = isBorrowing || digit != 0
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func civil(_ seconds: Int) -> String {
        let days = seconds >= 0 ? seconds / 86_400 : -((86_399 - seconds) / 86_400)
        let rest = seconds - days * 86_400
        let day = CivilDay.date(days)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let year = String(day.year)
        let padding = String(repeating: "0", count: max(0, 4 - year.count))
        return padding + year + "-" + two(day.month) + "-" + two(day.day) + "T" + two(rest / 3600) + ":"
            + two(rest / 60 % 60) + ":" + two(rest % 60)
    }

    /// Returns the date for a string with a time zone, or nil if the string is not a date.
    package static func date(_ text: String) -> Date? {
        var scanner = DigitScanner(text)
        guard let (whole, fraction) = instant(&scanner), scanner.isAtEnd else { return nil }
        let count = whole - reference
        let seconds = fraction.isEmpty ? Double(count) : value(whole: count, fraction: fraction)
        return seconds.map(Date.init(timeIntervalSinceReferenceDate:))
    }

    /// Parses a date and time of RFC 3339: whole seconds since 1970, and the digits of the fraction.
    private static func instant(_ scanner: inout DigitScanner) -> (seconds: Int, fraction: String)? {
        guard let year = scanner.number(digits: 4), scanner.take("-"), let month = scanner.number(digits: 2),
            scanner.take("-"), let day = scanner.number(digits: 2), scanner.take("T", or: "t"),
            let hour = scanner.number(digits: 2), scanner.take(":"), let minute = scanner.number(digits: 2),
            scanner.take(":"), let second = scanner.number(digits: 2), (1...12).contains(month),
            (1...CivilDay.daysInMonth(year: year, month: month)).contains(day), hour < 24, minute < 60, second < 60,
            let fraction = scanner.take(".") ? scanner.digits(1...30) : "",
            // Clients write offsets without a colon, such as those that openapi-generator makes in Python.
            let offset = scanner.offset(upToHours: 23, isColonRequired: false)
        else { return nil }
        let days = CivilDay.number(year: year, month: month, day: day)
        return (days * 86_400 + hour * 3600 + minute * 60 + second - offset, fraction)
    }
}
