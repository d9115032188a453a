// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// Functions that convert values to ClickHouse SQL.
package enum SQLText {
    /// Returns a string as a literal, with quotes, backslashes and control characters escaped.
    package static func quoted(_ text: String) -> String {
        var result = "'"
        for scalar in text.unicodeScalars {
            switch scalar {
            case "'": result += "\\'"
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case "\r": result += "\\r"
            case "\0": result += "\\0"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "'"
    }

    /// Returns strings as the elements of a list: `'a', 'b'`.
    package static func list(_ texts: some Sequence<String>) -> String {
        texts.map(quoted).joined(separator: ", ")
    }

    /// Returns whether a string is a valid SQL identifier without quotes.
    package static func isPlainName(_ text: String) -> Bool {
        guard let first = text.utf8.first, text.utf8.count <= 64 else { return false }
        let isLetter = { (byte: UInt8) in (0x61...0x7A).contains(byte | 0x20) || byte == 0x5F }
        return isLetter(first) && text.utf8.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) }
    }
}
