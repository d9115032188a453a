// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats

/// The text of a mail in a suitable encoding: unencoded if every line is short and plain, otherwise quoted-printable, or base64
/// if little of it would be readable, as in most non-Latin scripts.
struct MailText {
    /// The headers of the content, with a line break after each.
    let headers: String
    /// The encoded text, including the line break of its last line. Empty for an empty text.
    let content: String

    /// The maximum length of an unencoded line.
    private static let lineLimit = 78

    init(_ text: String) {
        let lines = Self.lines(of: text)
        let size = lines.reduce(0) { $0 + $1.count + 2 }
        let encoding: String
        if lines.allSatisfy(Self.isPlain) {
            encoding = "7bit"
            content = lines.map { String(decoding: $0, as: UTF8.self) + "\r\n" }.joined()
        } else if QuotedPrintable.count(lines) <= 2 * size {
            encoding = "quoted-printable"
            content = QuotedPrintable.text(lines)
        } else {
            encoding = "base64"
            content = MailBase64.text(Array(lines.map { $0 + [0x0D, 0x0A] }.joined()))
        }
        var headers = MailHeaders()
        headers.add("Content-Type", "text/plain; charset=utf-8")
        headers.add("Content-Transfer-Encoding", encoding)
        self.headers = headers.text
    }

    /// Returns the lines of a string, which can end with LF, CR LF or CR; the line break of the last one is optional.
    private static func lines(of text: String) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        var line: [UInt8] = []
        var previous: UInt8 = 0
        for byte in text.utf8 {
            switch byte {
            case 0x0A where previous == 0x0D:
                break
            case 0x0A, 0x0D:
                lines.append(line)
                line.removeAll(keepingCapacity: true)
            default:
                line.append(byte)
            }
            previous = byte
        }
        if !line.isEmpty { lines.append(line) }
        return lines
    }

    /// Returns whether a line is transmitted unchanged. Such a line is short and printable, and contains nothing that a
    /// program may modify: trailing spaces, a leading dot, the word that begins a message in an mbox file, or the beginning
    /// of a boundary.
    private static func isPlain(_ line: [UInt8]) -> Bool {
        guard line.count <= lineLimit, line.allSatisfy({ (0x20..<0x7F).contains($0) || $0 == 0x09 }) else {
            return false
        }
        guard let first = line.first, let last = line.last else { return true }
        if first == UInt8(ascii: ".") || last == 0x20 || last == 0x09 { return false }
        return !line.starts(with: QuotedPrintable.mailboxMark)
            && !zip(line, line.dropFirst()).contains { $0 == UInt8(ascii: "=") && $1 == UInt8(ascii: "_") }
    }
}

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

/// Base64 in lines of 76 characters, as required by RFC 2045.
enum MailBase64 {
    /// The size of a chunk: a multiple of 57 bytes, which are one line.
    private static let chunk = 57 * 1024

    /// Writes the encoded bytes, with a line break after each line; writes nothing if there are no bytes.
    static func write(_ data: Data, to sink: inout some ByteSink) throws {
        var start = data.startIndex
        while start < data.endIndex {
            let end = data.index(start, offsetBy: chunk, limitedBy: data.endIndex) ?? data.endIndex
            try sink.write(lines(data[start..<end]))
            start = end
        }
    }

    /// Returns the encoded bytes, with a line break after each line.
    static func text(_ bytes: [UInt8]) -> String {
        lines(Data(bytes))
    }

    private static func lines(_ data: Data) -> String {
        if data.isEmpty { return "" }
        return data.base64EncodedString(options: [
            .lineLength76Characters, .endLineWithCarriageReturn, .endLineWithLineFeed,
        ]) + "\r\n"
    }
}
