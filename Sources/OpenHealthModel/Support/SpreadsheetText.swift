// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// Texts in CSV, which spreadsheets evaluate if they begin like a formula.
///
/// The names of sources, devices and medications come from other programs, and a formula can send other cells to a
/// stranger. In German and French, spreadsheets separate the cells of a file at `;`. Those that separate at `;` or tabs
/// ignore the quotation marks inside of a line, so each `;`, tab or line break of a text begins a cell. No language
/// separates cells at `|`.
package enum SpreadsheetText {
    /// Returns a text that spreadsheets show as it is. A text that begins like a formula gets a single quotation mark in
    /// front, as OWASP recommends and GitLab, Django and others write it. So does each part after `;`, a tab or a line
    /// break.
    package static func harmless(_ text: String) -> String {
        let whole = isFormula(text) ? "'" + text : text
        guard hasSeparator(text) else { return whole }
        var result = String.UnicodeScalarView()
        for (index, part) in parts(of: whole).enumerated() {
            if index > 0, isFormulaInside(part) { result.append("'") }
            result.append(contentsOf: part)
        }
        return String(result)
    }

    /// Returns the text of which ``harmless(_:)`` has returned another.
    package static func original(_ text: String) -> String {
        let whole = text.hasPrefix("'") && isFormula(String(text.dropFirst())) ? String(text.dropFirst()) : text
        guard hasSeparator(text) else { return whole }
        var result = String.UnicodeScalarView()
        for (index, part) in parts(of: whole).enumerated() {
            let isQuoted = index > 0 && part.first == "'" && isFormulaInside(part.dropFirst())
            result.append(contentsOf: isQuoted ? part.dropFirst() : part)
        }
        return String(result)
    }

    /// Returns a text in JSON with the same value that spreadsheets show as it is: the first character of a formula after a `;` is
    /// written as its number.
    package static func harmless(json text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: ";")) else { return text }
        var result = ""
        var isStart = false
        for scalar in text.unicodeScalars {
            if isStart, isOperator(scalar) {
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                isStart = false
            } else {
                isStart = scalar == ";" || isStart && isIgnored(scalar)
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Returns whether spreadsheets may evaluate a text: it begins with `=`, `+`, `-` or `@`, also in full width or after blanks and
    /// invisible characters, or with a tab, a line break or a null character. A number is not evaluated.
    private static func isFormula(_ text: String) -> Bool {
        // Most texts begin with a letter or a digit.
        guard let first = text.utf8.first, !(0x30...0x39).contains(first), !(0x41...0x7A).contains(first) else {
            return false
        }
        for scalar in text.unicodeScalars {
            if isOperator(scalar) { return !isNumber(text) }
            if isSeparator(scalar) && scalar != ";" || scalar == "\0" { return true }
            guard isIgnored(scalar) else { return false }
        }
        return false
    }

    /// Returns whether spreadsheets may evaluate a part after a separator. The quotation marks that a field in CSV has twice can be those
    /// of a cell there.
    private static func isFormulaInside(_ part: Substring.UnicodeScalarView) -> Bool {
        guard let first = part.first(where: { $0 != "\"" && !isIgnored($0) }), isOperator(first) else { return false }
        return !isNumber(String(part))
    }

    /// Returns the parts of a text, each but the first after a separator, which ends the part before.
    private static func parts(of text: String) -> [Substring.UnicodeScalarView] {
        let scalars = Substring(text).unicodeScalars
        var parts: [Substring.UnicodeScalarView] = []
        var start = scalars.startIndex
        for index in scalars.indices where isSeparator(scalars[index]) {
            let end = scalars.index(after: index)
            parts.append(scalars[start..<end])
            start = end
        }
        return parts + [scalars[start...]]
    }

    private static func hasSeparator(_ text: String) -> Bool {
        text.utf8.contains { $0 == 0x3B || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
    }

    private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
        scalar == ";" || scalar == "\t" || scalar == "\n" || scalar == "\r"
    }

    private static func isOperator(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "=", "+", "-", "@", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}": true
        default: false
        }
    }

    /// Returns whether spreadsheets may ignore a character at the beginning of a cell.
    private static func isIgnored(_ scalar: Unicode.Scalar) -> Bool {
        guard !isSeparator(scalar) else { return false }
        let properties = scalar.properties
        return properties.isWhitespace || properties.isDefaultIgnorableCodePoint || scalar.value < 0x20
    }

    /// Returns whether a text is a number, which can end at a separator.
    private static func isNumber(_ text: String) -> Bool {
        text.wholeMatch(of: /[+-]?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?[;\t\n\r]?/) != nil
    }
}
