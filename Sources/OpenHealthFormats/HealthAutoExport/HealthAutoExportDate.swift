// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// Dates as Health Auto Export writes them.
enum HealthAutoExportDate {
    /// Returns the seconds since 1970 of a date and time, or nil if the text is none.
    ///
    /// Accepts `2024-03-10 14:05:09 +0100`, the same with a 12-hour clock in any language (`2:05:09 PM +0100`, `下午2:05:09 +0100`), ISO 8601,
    /// and a day without time, which begins in UTC.
    static func seconds(_ text: String) -> Double? {
        var text = text
        if let seconds = text.withUTF8({ bytes in
            bytes.baseAddress.flatMap { parseTimestamp($0, bytes.count) }
        }) {
            return seconds
        }
        return slow(text)
    }

    /// Returns whether a text is a day without a time.
    static func isDay(_ text: String) -> Bool {
        let parts = plain(text).split(separator: " ")
        return parts.count == 1 && parts[0].utf8.count == 10 && seconds(text) != nil
    }

    /// Returns the seconds since midnight that the clock of a date shows, in the zone of the date; nil if the text is not a date.
    static func clock(_ text: String) -> Double? {
        guard let seconds = seconds(text) else { return nil }
        let local = (seconds + Double(offset(text))).truncatingRemainder(dividingBy: 86_400)
        return local < 0 ? local + 86_400 : local
    }

    /// Returns a date in the form `2024-03-10 14:05:09 +0100`; nil if the text is not a date or is in this form.
    static func plainText(_ text: String) -> String? {
        guard let exact = seconds(text), exact.magnitude < 1e11, let seconds = Int(exactly: exact.rounded(.down)) else {
            return nil
        }
        let offset = offset(text)
        let local = seconds + offset
        let time = ((local % 86_400) + 86_400) % 86_400
        let days = (local - time) / 86_400
        let date = CivilDay.date(days)
        func padded(_ number: Int, _ length: Int = 2) -> String {
            String(repeating: "0", count: max(0, length - "\(number)".count)) + "\(number)"
        }
        let zone =
            (offset < 0 ? "-" : "+") + padded(Int(offset.magnitude) / 3600) + padded(Int(offset.magnitude) / 60 % 60)
        let plain =
            "\(padded(date.year, 4))-\(padded(date.month))-\(padded(date.day)) "
            + [time / 3600, time / 60 % 60, time % 60].map { padded($0) }.joined(separator: ":") + " " + zone
        return plain == text ? nil : plain
    }

    /// Returns the seconds by which the zone of a date is ahead of UTC; 0 if it has none.
    private static func offset(_ text: String) -> Int {
        let plain = text.utf8.allSatisfy { $0 < 0x80 } ? text : plain(text)
        guard let sign = plain.lastIndex(where: { $0 == "+" || $0 == "-" }),
            plain.distance(from: plain.startIndex, to: sign) > 10
        else { return 0 }
        let digits = plain[plain.index(after: sign)...].filter(\.isNumber)
        guard digits.count == 4, let hours = Int(digits.prefix(2)), let minutes = Int(digits.suffix(2)) else {
            return 0
        }
        return (hours * 60 + minutes) * (plain[sign] == "-" ? -60 : 60)
    }

    private static func slow(_ text: String) -> Double? {
        guard text.utf8.count <= 200 else { return nil }
        let parts = plain(text).split(separator: " ")
        guard let day = parts.first.map(String.init), day.utf8.count == 10 else { return nil }
        var rest = parts.dropFirst()
        guard !rest.isEmpty else { return seconds(day + " 00:00:00 +0000") }
        var zone = "+0000"
        if let last = rest.last, rest.count > 1, let first = last.first, "+-Zz".contains(first) {
            zone = String(rest.removeLast())
        }
        // The half of the day precedes or follows the time, with or without a space.
        let time = rest.joined()
        func isOfClock(_ letter: Character) -> Bool { letter.isASCII && (letter.isNumber || letter == ":") }
        let before = time.prefix { !isOfClock($0) }
        let clock = time.dropFirst(before.count).prefix(while: isOfClock)
        let after = time.dropFirst(before.count + clock.count)
        guard !after.contains(where: isOfClock) else { return nil }
        guard var fields = fields(clock) else { return nil }
        let half = String((before + after).lowercased().filter(\.isLetter))
        if !half.isEmpty {
            guard let isAfternoon = DayHalves.isAfternoon(half), (1...12).contains(fields[0]) else { return nil }
            fields[0] = fields[0] % 12 + (isAfternoon ? 12 : 0)
        } else if before.isEmpty != after.isEmpty {
            return nil
        }
        let padded = fields.map { $0 < 10 ? "0\($0)" : "\($0)" }
        let normal = day + " " + padded.joined(separator: ":") + " " + zone
        // A text that is already in this form was not a date.
        return normal == text ? nil : seconds(normal)
    }

    /// Returns the hour, minute and second of a clock.
    private static func fields(_ clock: Substring) -> [Int]? {
        let parts = clock.split(separator: ":", omittingEmptySubsequences: false)
        let fields = parts.compactMap { $0.utf8.count <= 2 ? Int($0) : nil }
        guard (2...3).contains(parts.count), fields.count == parts.count else { return nil }
        return fields.count == 2 ? fields + [0] : fields
    }

    /// Returns a text with digits of all scripts as ASCII, all spaces as one kind, and without marks of the direction of writing.
    private static func plain(_ text: String) -> String {
        var plain = ""
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .decimalNumber: plain += String(Int(scalar.properties.numericValue ?? 0))
            case .spaceSeparator: plain += " "
            case .format: break
            default: plain.unicodeScalars.append(scalar)
            }
        }
        return plain
    }
}
