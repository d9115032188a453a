// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Headers of a message or of a part of it, folded into short lines.
struct MailHeaders {
    /// The headers, with a line break after each.
    private(set) var text = ""

    /// The maximum length of a line if it can be folded: the limit for lines with encoded words.
    static let lineLimit = 76

    /// Adds a short header in plain ASCII.
    mutating func add(_ name: String, _ value: String) {
        text += "\(name): \(value)\r\n"
    }

    /// Adds a header with parameters, each on a separate line.
    mutating func add(_ name: String, _ value: String, parameters: [String]) {
        add(name, ([value] + parameters).joined(separator: ";\r\n "))
    }

    /// Adds a header with addresses, unless there are none.
    mutating func add(_ name: String, _ addresses: [MailAddress]) throws(MailDraftError) {
        if addresses.isEmpty { return }
        var words: [String] = []
        for (index, address) in addresses.enumerated() {
            let place = addresses.count == 1 ? name : "\(name), address \(index + 1)"
            let checked = try MailSyntax.checkedAddress(address.address, place)
            var phrase: [String] = []
            if let shown = address.name, !shown.isEmpty {
                phrase = MailWords.phrase(try MailSyntax.checkedText(shown, "\(place), name"), after: name.count + 2)
            }
            words += phrase
            words.append((phrase.isEmpty ? checked : "<\(checked)>") + (index == addresses.count - 1 ? "" : ","))
        }
        fold(name, words)
    }

    /// Adds a header with a string in any script.
    mutating func addText(_ name: String, _ value: String) throws(MailDraftError) {
        fold(name, MailWords.text(try MailSyntax.checkedText(value, name), after: name.count + 2))
    }

    /// Adds a header with words, separated by a space or a line break.
    private mutating func fold(_ name: String, _ words: [String]) {
        text += "\(name):"
        var column = name.count + 1
        for (index, word) in words.enumerated() {
            // A line that contains only spaces would not be part of the header.
            if index > 0, column + 1 + word.count > Self.lineLimit {
                text += "\r\n"
                column = 0
            }
            text += " \(word)"
            column += 1 + word.count
        }
        text += "\r\n"
    }
}

/// Text in any script as the words of a header (RFC 2047), which can be folded between words.
enum MailWords {
    /// The maximum length of an encoded word.
    private static let limit = 75
    private static let opening = "=?UTF-8?"

    /// Returns the words of unstructured text such as a subject.
    /// - Parameter column: The column of the first word.
    static func text(_ text: String, after column: Int) -> [String] {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        // Spaces that are not between two words, and strings that look like an encoded word, would not be preserved.
        let isPlain = words.allSatisfy { word in
            !word.isEmpty && word.utf8.count < MailHeaders.lineLimit - column && !word.contains("=?")
                && word.utf8.allSatisfy { (0x21..<0x7F).contains($0) }
        }
        return isPlain ? words.map(String.init) : encoded(text, after: column)
    }

    /// Returns the words of a name before an address.
    /// - Parameter column: The first possible column of the first word.
    static func phrase(_ name: String, after column: Int) -> [String] {
        let words = name.split(separator: " ", omittingEmptySubsequences: false)
        if words.allSatisfy({ !$0.isEmpty && $0.utf8.count < 60 && $0.utf8.allSatisfy(MailSyntax.isAtomText) })
            && !name.contains("=?")
        {
            return words.map(String.init)
        }
        let escaped = name.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"")
        let isQuotable = name.utf8.allSatisfy { (0x20..<0x7F).contains($0) } && !name.contains("=?")
        if isQuotable && !name.hasPrefix(" ") && !name.hasSuffix(" ") && escaped.utf8.count < 60 {
            return ["\"\(escaped)\""]
        }
        return encoded(name, after: column)
    }

    /// Returns the text in encoded words of whole characters, in the shorter one of both encodings.
    private static func encoded(_ text: String, after column: Int) -> [String] {
        let bytes = Array(text.utf8)
        let quoted = bytes.reduce(0) { $0 + width($1) }
        let isQuoted = quoted <= (bytes.count + 2) / 3 * 4
        var words: [String] = []
        var word: [UInt8] = []
        var cost = 0
        for scalar in text.unicodeScalars {
            let scalarBytes = Array(UTF8.encode(scalar).map(Array.init) ?? [])
            let scalarCost = scalarBytes.reduce(0) { $0 + width($1) }
            let available = limit - opening.count - 4 - (words.isEmpty ? column : 0)
            let next = isQuoted ? cost + scalarCost : (word.count + scalarBytes.count + 2) / 3 * 4
            if !word.isEmpty && next > available {
                words.append(wrapped(word, isQuoted))
                word = []
                cost = 0
            }
            word += scalarBytes
            cost += scalarCost
        }
        if !word.isEmpty { words.append(wrapped(word, isQuoted)) }
        return words
    }

    private static func wrapped(_ bytes: [UInt8], _ isQuoted: Bool) -> String {
        guard isQuoted else { return "\(opening)B?\(Data(bytes).base64EncodedString())?=" }
        let text = bytes.map { byte in
            switch width(byte) {
            case 1: byte == 0x20 ? "_" : String(UnicodeScalar(byte))
            default: MailSyntax.hexadecimal(byte, prefix: "=")
            }
        }
        return "\(opening)Q?\(text.joined())?="
    }

    /// Returns the number of characters of a byte in the Q encoding, with characters that are allowed in any place.
    private static func width(_ byte: UInt8) -> Int {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "!"), UInt8(ascii: "*"), UInt8(ascii: "+"),
            UInt8(ascii: "-"), UInt8(ascii: "/"), 0x20:
            1
        default: 3
        }
    }
}

/// Values of parameters, such as file names (RFC 2231).
enum MailParameter {
    /// The maximum length of a section of a split value.
    private static let limit = 60

    /// Returns the parameter: in quotation marks if it is short and plain, otherwise percent-encoded in as many sections as
    /// needed.
    static func texts(_ name: String, _ value: String) -> [String] {
        if value.utf8.count <= limit && value.utf8.allSatisfy(isHarmless) && !value.contains("=?") {
            return ["\(name)=\"\(value)\""]
        }
        var pieces: [String] = []
        var piece = "UTF-8''"
        for scalar in value.unicodeScalars {
            let text = UTF8.encode(scalar).map { encoded in
                encoded.map { isAttribute($0) ? String(UnicodeScalar($0)) : MailSyntax.hexadecimal($0, prefix: "%") }
                    .joined()
            }
            let next = text ?? ""
            if piece.count + next.count > limit {
                pieces.append(piece)
                piece = ""
            }
            piece += next
        }
        pieces.append(piece)
        if pieces.count == 1 { return ["\(name)*=\(piece)"] }
        return pieces.enumerated().map { "\(name)*\($0)*=\($1)" }
    }

    /// Returns whether a byte needs no escape between quotation marks.
    private static func isHarmless(_ byte: UInt8) -> Bool {
        (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    /// Returns whether a byte is not encoded in a percent-encoded value.
    private static func isAttribute(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "!#$&+-.^_`|~".utf8.contains(byte)
        }
    }
}

/// Dates in the format of mail: `Sat, 07 Mar 2026 09:05:00 +0100`.
enum MailDate {
    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Returns the date in a time zone, whose offset is written in minutes.
    static func text(_ date: Date, in timeZone: TimeZone) throws(MailDraftError) -> String {
        let minutes = timeZone.secondsFromGMT(for: date) / 60
        var calendar = Calendar(identifier: .gregorian)
        // The offset is rounded first, because otherwise it would not correspond to the time in historical time zones with
        // seconds.
        calendar.timeZone = TimeZone(secondsFromGMT: minutes * 60) ?? .gmt
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second, .weekday, .era], from: date)
        guard let year = parts.year, let month = parts.month, let day = parts.day, let weekday = parts.weekday,
            let hour = parts.hour, let minute = parts.minute, let second = parts.second,
            parts.era == 1, (1900...9999).contains(year)
        else {
            throw MailDraftError(
                .invalidDate, "Date", "a mail has a date from the year 1900 to the year 9999", "give it such a date")
        }
        let offset = minutes.magnitude / 60 * 100 + minutes.magnitude % 60
        return
            "\(days[weekday - 1]), \(two(day)) \(months[month - 1]) \(year) \(two(hour)):\(two(minute)):\(two(second)) "
            + (minutes < 0 ? "-" : "+") + two(offset / 100) + two(offset % 100)
    }

    private static func two(_ number: some BinaryInteger) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}
