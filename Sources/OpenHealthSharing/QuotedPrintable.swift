// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The encoding of RFC 2045 that keeps most of a text in Latin script readable.
enum QuotedPrintable {
    /// The string "From ", which begins a message in an mbox file.
    static let mailboxMark = Array("From ".utf8)

    private static let lineLimit = 76
    private static let digits = Array("0123456789ABCDEF".utf8)

    /// Returns the encoded lines, with a line break after each.
    static func text(_ lines: [[UInt8]]) -> String {
        var output: [UInt8] = []
        for line in lines { append(line, to: &output) }
        return String(decoding: output, as: UTF8.self)
    }

    /// Returns the approximate size of the encoded lines in bytes.
    static func count(_ lines: [[UInt8]]) -> Int {
        lines.reduce(0) { sum, line in
            line.reduce(sum + 2) { $0 + (isPlain($1) || $1 == 0x20 ? 1 : 3) }
        }
    }

    private static func append(_ line: [UInt8], to output: inout [UInt8]) {
        var column = 0
        for (index, byte) in line.enumerated() {
            let isLast = index == line.count - 1
            // Reserves space for the soft line break.
            let limit = isLast ? lineLimit : lineLimit - 1
            if column + (isQuoted(line, at: index, column) ? 3 : 1) > limit {
                output += [UInt8(ascii: "="), 0x0D, 0x0A]
                column = 0
            }
            if isQuoted(line, at: index, column) {
                output += [UInt8(ascii: "="), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
                column += 3
            } else {
                output.append(byte)
                column += 1
            }
        }
        output += [0x0D, 0x0A]
    }

    /// Returns whether a byte must be encoded, including a space at the end of a line, and characters at its beginning that
    /// programs may misinterpret.
    private static func isQuoted(_ line: [UInt8], at index: Int, _ column: Int) -> Bool {
        let byte = line[index]
        if byte == 0x20 || byte == 0x09 { return index == line.count - 1 }
        if column == 0 && (byte == UInt8(ascii: ".") || line[index...].starts(with: mailboxMark)) { return true }
        return !isPlain(byte)
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        (0x21..<0x7F).contains(byte) && byte != UInt8(ascii: "=")
    }
}
