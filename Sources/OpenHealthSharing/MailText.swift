// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The text of a mail in the encoding that suits it: as it is where every line is short and plain, else quoted-printable, or
/// base64 where little of it could be read then, as in most scripts other than Latin.
struct MailText {
    /// The headers of the content, each with its line break.
    let headers: String
    /// The text, encoded, with the line break of its last line. Empty for an empty text.
    let content: String

    /// The longest line that is written as it is.
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

    /// The lines of a text, which may end with LF, CR LF or CR; the last one may go without.
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

    /// Whether a line comes through as it is: short, printable, and nothing that some program on the way would change: blanks
    /// at the end, a dot at the beginning, the word that begins a message in a mailbox file, the mark of a boundary.
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
