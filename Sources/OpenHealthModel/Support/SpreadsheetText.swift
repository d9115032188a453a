// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// Texts in CSV, which spreadsheets evaluate if they begin like a formula.
///
/// The names of sources, devices and medications come from other programs, and a formula can send other cells to a stranger.
package enum SpreadsheetText {
    /// Returns a text that spreadsheets show as it is: one that begins like a formula gets a single quotation mark in front, as OWASP
    /// recommends and GitLab, Django and others write it.
    package static func harmless(_ text: String) -> String { isFormula(text) ? "'" + text : text }

    /// Returns the text of which ``harmless(_:)`` has returned another.
    package static func original(_ text: String) -> String {
        text.hasPrefix("'") && isFormula(String(text.dropFirst())) ? String(text.dropFirst()) : text
    }

    /// Returns whether spreadsheets may evaluate a text: it begins with `=`, `+`, `-` or `@`, also in full width or after blanks and
    /// invisible characters, or with a tab, a line break or a null character. A number is not evaluated.
    package static func isFormula(_ text: String) -> Bool {
        // Most texts begin with a letter or a digit.
        guard let first = text.utf8.first, !(0x30...0x39).contains(first), !(0x41...0x7A).contains(first) else {
            return false
        }
        for scalar in text.unicodeScalars {
            switch scalar {
            case "=", "+", "-", "@", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}": return !isNumber(text)
            case "\t", "\r", "\n", "\0": return true
            default:
                let properties = scalar.properties
                guard properties.isWhitespace || properties.isDefaultIgnorableCodePoint || scalar.value < 0x20 else {
                    return false
                }
            }
        }
        return false
    }

    private static func isNumber(_ text: String) -> Bool {
        text.wholeMatch(of: /[+-]?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?/) != nil
    }
}
