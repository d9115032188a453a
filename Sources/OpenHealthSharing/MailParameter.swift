// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

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
