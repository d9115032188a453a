// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

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

    /// Returns whether a line is transmitted unchanged: it is short and printable, and contains nothing that a program may
    /// modify, such as trailing spaces, a leading dot, the word that begins a message in an mbox file, or the beginning of a
    /// boundary.
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
