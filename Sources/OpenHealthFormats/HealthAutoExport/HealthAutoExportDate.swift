// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// Dates as Health Auto Export writes them.
enum HealthAutoExportDate {
    /// Returns the seconds since 1970 of a date and time, or nil if the text is none.
    ///
    /// Accepts `2024-03-10 14:05:09 +0100`, the same with a 12-hour clock (`2:05:09 PM +0100`, with any kind of space before the
    /// half of the day), ISO 8601, and a day without time, which begins in UTC.
    static func seconds(_ text: String) -> Double? {
        var text = text
        if let seconds = text.withUTF8({ bytes in
            bytes.baseAddress.flatMap { parseTimestamp($0, bytes.count) }
        }) {
            return seconds
        }
        return slow(text)
    }

    private static func slow(_ text: String) -> Double? {
        let parts = text.split { $0.isWhitespace || $0 == "\u{202F}" || $0 == "\u{00A0}" }.map(String.init)
        guard let day = parts.first, day.utf8.count == 10 else { return nil }
        if parts.count == 1 { return seconds(day + " 00:00:00 +0000") }
        // The half of the day follows the time with a space, or directly.
        var (clock, rest) = (parts[1], Array(parts.dropFirst(2)))
        let letters = clock.drop { $0.isNumber || $0 == ":" }
        var half = String(letters)
        clock = String(clock.dropLast(letters.count))
        if half.isEmpty, rest.count > 1 { half = rest.removeFirst() }
        guard rest.count <= 1 else { return nil }
        var fields = clock.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
        guard (2...3).contains(fields.count), let hour = fields[0], fields.allSatisfy({ $0 != nil }) else { return nil }
        switch half.lowercased().filter({ $0 != "." }) {
        case "am":
            guard (1...12).contains(hour) else { return nil }
            fields[0] = hour % 12
        case "pm":
            guard (1...12).contains(hour) else { return nil }
            fields[0] = hour % 12 + 12
        case "": break
        default: return nil
        }
        if fields.count == 2 { fields.append(0) }
        let padded = fields.map { number -> String in
            let digits = String(number ?? 0)
            return digits.count == 1 ? "0" + digits : digits
        }
        let zone = rest.first ?? "+0000"
        let normal = day + " " + padded.joined(separator: ":") + " " + zone
        // A text that is already in this form was not a date.
        return normal == text ? nil : seconds(normal)
    }
}
