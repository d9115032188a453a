// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

extension String {
    /// The string with all characters replaced that could control a terminal or reverse the order of the output.
    ///
    /// Names of sources and similar strings come from other programs.
    public var printable: String {
        guard unicodeScalars.contains(where: \.isUnprintable) else { return self }
        var scalars = UnicodeScalarView()
        for scalar in unicodeScalars { scalars.append(scalar.isUnprintable ? "\u{FFFD}" : scalar) }
        return String(scalars)
    }

    /// The number of columns of the string on a terminal.
    package var displayWidth: Int {
        if utf8.allSatisfy({ $0 < 0x80 }) { return utf8.count }
        return unicodeScalars.reduce(0) { $0 + $1.displayWidth }
    }

    /// Returns the string truncated to a number of columns, with an ellipsis.
    package func cut(to width: Int) -> String {
        guard displayWidth > width else { return self }
        var text = ""
        var used = 0
        for character in self {
            let size = String(character).displayWidth
            if used + size > width - 1 { break }
            text.append(character)
            used += size
        }
        return text + "…"
    }
}

extension Unicode.Scalar {
    fileprivate var isUnprintable: Bool {
        switch value {
        case 0..<0x20, 0x7f..<0xa0, 0x2028...0x202e, 0x2066...0x2069: true
        default: false
        }
    }

    fileprivate var displayWidth: Int {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        switch value {
        case 0x1100...0x115f, 0x2e80...0x303e, 0x3041...0xa4cf, 0xac00...0xd7a3, 0xf900...0xfaff, 0xfe30...0xfe6f,
            0xff00...0xff60, 0xffe0...0xffe6, 0x1f300...0x1f64f, 0x1f680...0x1f6ff, 0x1f900...0x1f9ff,
            0x20000...0x3fffd:
            return 2
        default: return 1
        }
    }
}

/// Comma-separated values as in RFC 4180, with the line endings of exports.
package enum CSVText {
    /// Returns a record with its line ending.
    /// - Parameter raw: Whether texts that spreadsheets evaluate stay as they are.
    package static func line(_ fields: [String], raw: Bool) -> String {
        fields.map { quoted(raw ? $0 : SpreadsheetText.harmless($0)) }.joined(separator: ",") + "\n"
    }

    private static func quoted(_ field: String) -> String {
        let needsQuotes = field.utf8.contains { byte in
            byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\n")
                || byte == UInt8(ascii: "\r")
        }
        return needsQuotes ? "\"" + field.replacing("\"", with: "\"\"") + "\"" : field
    }
}
