// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// A date as clients of Nightscout write it: RFC 3339, RFC 2822, the texts of dates in Java and JavaScript, or a number.
package struct NightscoutDate: Equatable, Sendable {
    /// The date, in seconds since 1970.
    package var seconds: Double
    /// The offset from UTC, in minutes; nil if it is not stated.
    package var offset: Int?

    init(seconds: Double, offset: Int? = nil) {
        self.seconds = seconds
        self.offset = offset
    }

    /// The date in milliseconds since 1970; 0 outside of the years 1 to 9999.
    package var milliseconds: Int { Self.milliseconds(seconds) }

    /// The first date of a document: uploaders send 0 if they know none.
    static let earliest = 315_532_800.0

    /// Whether a document can have the date.
    var isPossible: Bool { seconds >= Self.earliest && seconds < 1e11 }

    // MARK: Reading

    /// The maximum number of bytes of a date.
    private static let maximumLength = 100

    /// Creates the date of a JSON value; nil if it is none.
    package init?(_ value: JSONValue) {
        switch value {
        case .string(let text):
            guard text.utf8.count <= Self.maximumLength else { return nil }
            if let date = NightscoutDate(text) {
                self = date
            } else if let number = parseDouble(text) {
                self.init(number: number)
            } else {
                return nil
            }
        case .number(let text):
            guard let number = parseDouble(text) else { return nil }
            self.init(number: number)
        case .null, .bool, .array, .object: return nil
        }
    }

    /// Seconds are below 1e11 until the year 5138, and milliseconds above it since 1973.
    private init(number: Double) {
        self.init(seconds: number.magnitude < 1e11 ? number : number / 1000)
    }

    /// Creates the date of a text; nil if it is none.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.maximumLength else { return nil }
        if let (seconds, offset) = PushInstant.parsed(text) {
            self.init(seconds: seconds, offset: offset.map { $0 / 60 })
        } else if let (seconds, _) = PushInstant.parsed(text + "T00:00:00Z") {
            self.init(seconds: seconds)
        } else {
            self.init(words: text)
        }
    }

    private static let weekdays: Set = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]
    /// The offsets of the zones that RFC 2822 and Java name, in minutes.
    private static let zones = [
        "z": 0, "ut": 0, "utc": 0, "gmt": 0, "wet": 0, "bst": 60, "west": 60, "cet": 60, "cest": 120, "mez": 60,
        "mesz": 120, "eet": 120, "eest": 180, "est": -300, "edt": -240, "cst": -360, "cdt": -300, "mst": -420,
        "mdt": -360, "pst": -480, "pdt": -420,
    ]

    /// Creates the date of a text such as `Fri, 20 Nov 2026 12:00:00 +0100`, `Fri Nov 20 12:00:00 CET 2026`, or
    /// `Fri Nov 20 2026 12:00:00 GMT+0100 (CET)`.
    private init?(words text: String) {
        var (year, month, day, time, offset) = (Int?.none, Int?.none, Int?.none, String?.none, Int?.none)
        for word in text.lowercased().split(whereSeparator: { $0 == " " || $0 == "," }) {
            if word.hasPrefix("(") { break }
            if let number = Int(word), !word.hasPrefix("+"), !word.hasPrefix("-") {
                if (1...31).contains(number), day == nil {
                    day = number
                } else if (1970...9999).contains(number), year == nil {
                    year = number
                } else {
                    return nil
                }
            } else if let index = Self.months.firstIndex(where: { word.hasPrefix($0) }), month == nil {
                month = index + 1
            } else if word.first?.isNumber == true, word.contains(":"), time == nil {
                time = String(word)
            } else if let minutes = Self.offset(of: word), offset == nil {
                offset = minutes
            } else if !Self.weekdays.contains(String(word.prefix(3))) {
                return nil
            }
        }
        guard let year, let month, let day, let time else { return nil }
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        guard let date = PushInstant.seconds("\(year)-\(two(month))-\(two(day))T\(time)Z") else { return nil }
        self.init(seconds: date - Double((offset ?? 0) * 60), offset: offset)
    }

    /// Returns the offset of a zone such as `CET`, `GMT+01:00` or `+0100`, in minutes.
    private static func offset(of word: Substring) -> Int? {
        if let minutes = zones[String(word)] { return minutes }
        let digits = word.hasPrefix("gmt") || word.hasPrefix("utc") ? word.dropFirst(3) : word
        guard digits.hasPrefix("+") || digits.hasPrefix("-") else { return nil }
        var scanner = DigitScanner(String(digits))
        return PushInstant.offset(&scanner).map { $0 / 60 }
    }

    // MARK: Writing

    /// The date in UTC as Nightscout writes it, such as `2026-11-20T12:00:00.000Z`.
    package var text: String {
        let (seconds, fraction) = milliseconds.quotientAndRemainder(dividingBy: 1000)
        let (days, rest) = seconds.quotientAndRemainder(dividingBy: 86_400)
        let day = CivilDay.date(days)
        return String(unsafeUninitializedCapacity: 24) { bytes in
            var count = 0
            func add(_ number: Int, _ digits: Int, _ separator: Unicode.Scalar) {
                var rest = number
                for place in stride(from: count + digits - 1, through: count, by: -1) {
                    bytes[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                    rest /= 10
                }
                bytes[count + digits] = UInt8(ascii: separator)
                count += digits + 1
            }
            add(day.year, 4, "-")
            add(day.month, 2, "-")
            add(day.day, 2, "T")
            add(rest / 3600, 2, ":")
            add(rest / 60 % 60, 2, ":")
            add(rest % 60, 2, ".")
            add(fraction, 3, "Z")
            return count
        }
    }

    /// Returns a date in milliseconds since 1970; 0 for dates before 1970 and after 9999.
    package static func milliseconds(_ seconds: Double) -> Int {
        guard seconds > 0, seconds < 253_402_300_800 else { return 0 }
        return Int(exactly: (seconds * 1000).rounded()) ?? 0
    }

    /// Returns the text of a date in seconds since 1970; see ``text``.
    package static func text(_ seconds: Double) -> String { NightscoutDate(seconds: seconds).text }
}
