// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// Shortens and sanitizes strings from the input for diagnostics.
enum DiagnosticText {
    /// The maximum number of characters of the input in a diagnostic.
    static let limit = 80

    /// Returns the string without control characters, which could forge lines or move a terminal's cursor, and truncates it if it
    /// is long.
    static func short(_ text: String) -> String {
        let shown = text.unicodeScalars.prefix(limit + 1).map { scalar -> Unicode.Scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .format, .surrogate: "?"
            default: scalar
            }
        }
        var short = String.UnicodeScalarView()
        short.append(contentsOf: shown.prefix(limit))
        return String(short) + (shown.count > limit ? "\u{2026}" : "")
    }

    /// Returns a name or value in a tag; see ``short(_:)-(String)``.
    static func short(_ slice: ByteSlice) -> String {
        // A scalar has at most four bytes, and a reference to one at most sixteen.
        short(ByteSlice(start: slice.start, count: min(slice.count, limit * 16)).text.string)
    }
}
