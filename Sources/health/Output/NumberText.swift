// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The format of numbers.
enum NumberText {
    /// Returns the shortest string that is parsed to the same number, without a zero fraction; empty if the number is not finite.
    static func exact(_ number: Double) -> String {
        guard number.isFinite else { return "" }
        let text = "\(number)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    /// Returns the number for people: all digits of an integer, six digits of any other number.
    static func short(_ number: Double) -> String {
        guard number.isFinite else { return "" }
        if number == number.rounded() || abs(number) >= 1e6 { return exact(number) }
        return String(format: "%.6g", number)
    }

    /// Returns a count with thousands separators.
    static func grouped(_ count: Int) -> String {
        var text = ""
        let digits = String(count.magnitude)
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text.append(",") }
            text.append(digit)
        }
        return (count < 0 ? "-" : "") + text
    }

    /// Returns a count with its noun, in the singular or plural.
    static func counted(_ count: Int, _ one: String, _ many: String) -> String {
        "\(grouped(count)) \(count == 1 ? one : many)"
    }

    /// Returns a duration as `1:05:09`.
    static func duration(_ seconds: Double) -> String {
        guard seconds.isFinite, abs(seconds) < 1e12 else { return "" }
        let whole = Int(seconds.rounded())
        let sign = whole < 0 ? "-" : ""
        let (hours, minutes, rest) = (abs(whole) / 3600, abs(whole) / 60 % 60, abs(whole) % 60)
        return sign + "\(hours):" + twoDigits(minutes) + ":" + twoDigits(rest)
    }

    /// Returns a size in bytes for people.
    static func bytes(_ count: Int64) -> String {
        var size = Double(count)
        for unit in ["B", "KB", "MB"] {
            if size < 1000 { return (unit == "B" ? "\(count)" : String(format: "%.1f", size)) + " \(unit)" }
            size /= 1000
        }
        return String(format: "%.2f GB", size)
    }

    /// Returns a number below 100 with two digits.
    static func twoDigits(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}
