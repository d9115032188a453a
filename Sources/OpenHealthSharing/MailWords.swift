// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

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
