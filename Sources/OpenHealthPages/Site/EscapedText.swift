// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Mustache

/// The escaping of text in pages.
///
/// Mustache's own escaping compares characters as people see them: to it, a quotation mark with an accent is another character,
/// while to a browser it is a quotation mark. This escaping compares code points.
struct EscapedText: MustacheContentType {
    /// The name of the type in templates.
    static let name = "ESCAPED"

    func escapeText(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "<": escaped.append(contentsOf: "&lt;".unicodeScalars)
            case ">": escaped.append(contentsOf: "&gt;".unicodeScalars)
            case "&": escaped.append(contentsOf: "&amp;".unicodeScalars)
            case "\"": escaped.append(contentsOf: "&quot;".unicodeScalars)
            case "'": escaped.append(contentsOf: "&#39;".unicodeScalars)
            default: escaped.append(scalar)
            }
        }
        return String(escaped)
    }
}
