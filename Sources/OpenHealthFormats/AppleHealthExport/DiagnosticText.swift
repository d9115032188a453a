// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// Text from the input, made fit for a line of a report.
enum DiagnosticText {
    /// The most characters of the input that a report repeats.
    static let limit = 80

    /// The text without control characters, which could forge lines or move a terminal's cursor, and cut off
    /// where it is long.
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

    /// The name or value in a tag; see ``short(_:)-(String)``.
    static func short(_ slice: ByteSlice) -> String {
        // A scalar takes at most four bytes, a reference to one sixteen.
        short(ByteSlice(start: slice.start, count: min(slice.count, limit * 16)).text.string)
    }
}
