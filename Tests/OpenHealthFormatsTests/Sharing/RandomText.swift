// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthTestSupport

/// Random text with characters that are difficult in mail.
enum RandomText {
    private static let pieces = [
        "a", "Z", "0", " ", " ", "  ", "word", "longer-word", ".", ",", ";", ":", "\"", "'", "\\", "<", ">", "(",
        ")", "@",
        "=", "?", "=?", "?=", "=?UTF-8?Q?x?=", "_", "=_", "%", "%20", "*", "+", "-", "--", "From ", "From", "=3D", "&",
        "/",
        "\u{E9}", "e\u{301}", "\u{DF}", "\u{416}", "\u{4F53}", "\u{91CD}", "\u{D55C}", "\u{30A2}", "\u{1F600}",
        "\u{1F469}\u{200D}\u{1F467}", "\u{5D0}", "\u{627}", "\u{A0}", "\u{200B}", "\u{FEFF}", "\u{202E}", "\u{10FFFF}",
        "https://example.org/a?b=c&d=%20",
        "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
    ]

    /// Returns a line without line breaks, which can be long or empty.
    /// - Parameter blank: A string that is inserted occasionally.
    static func line(_ generator: inout SeededGenerator, blank: String = " ") -> String {
        let count = generator.below([1, 4, 12, 120][generator.below(4)])
        return (0..<count).map { _ in
            generator.below(20) == 0 ? blank : pieces[generator.below(pieces.count)]
        }
        .joined()
    }

    /// Returns a file name without path separators.
    static func fileName(_ generator: inout SeededGenerator) -> String {
        "f" + line(&generator).filter { $0 != "/" && $0 != "\\" }
    }
}
