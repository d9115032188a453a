// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HealthTestSupport

/// Makes patterns and texts over few characters, so that many of them match.
struct RandomPattern {
    var generator: SeededGenerator
    private var groups = 0

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    private mutating func pick(_ list: [String]) -> String { list[generator.below(list.count)] }

    /// A short text with letters, marks, digits, spaces and ends of lines.
    mutating func text() -> String {
        (0..<generator.below(6)).map { _ in
            pick(["a", "a", "b", "b", "c", "A", "é", "e\u{301}", "\n", "\r\n", " ", "1", "_", "\u{85}", "\u{0b}", "😀"])
        }.joined()
    }

    /// A pattern with at most so many levels of groups.
    mutating func pattern(depth: Int) -> String {
        (0...generator.below(2)).map { _ in sequence(depth: depth) }.joined(separator: "|")
    }

    private mutating func sequence(depth: Int) -> String {
        (0...generator.below(3)).map { _ in part(depth: depth) }.joined()
    }

    private mutating func part(depth: Int) -> String {
        if generator.below(8) == 0 { return pick(["^", "$", "\\b", "\\B", "\\A", "\\Z", "\\z"]) }
        let atom: String
        switch generator.below(depth > 0 ? 10 : 6) {
        case 0...2: atom = pick(["a", "b", "c", "A", "é", "1", "\\n", "\\.", "]", "-", "\\u0061"])
        case 3: atom = pick([".", "\\d", "\\D", "\\w", "\\W", "\\s", "\\S", "\\h", "\\v", "\\p{L}", "\\p{Ll}"])
        case 4: atom = set()
        case 5: atom = pick(["\\Qa\\E", "[^\\n]", "[\\w-]", "[^\\s\\d]"])
        case 6: atom = "(" + pattern(depth: depth - 1) + ")"
        case 7:
            groups += 1
            atom = "(?<n\(groups)>" + pattern(depth: depth - 1) + ")"
        default: atom = "(?:" + pattern(depth: depth - 1) + ")"
        }
        return atom
            + pick(["", "", "", "*", "+", "?", "{1,2}", "{2}", "{0,1}", "{1,}", "{0,}", "*?", "+?", "??", "{1,2}?"])
    }

    private mutating func set() -> String {
        let members = (0...generator.below(2)).map { _ in
            pick(["a", "b-c", "A", "\\d", "é", "_", "\\n", "[b]", "\\\\"])
        }
        return "[" + pick(["", "", "^"]) + members.joined() + pick(["", "", "-"]) + "]"
    }
}
