// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthTestBasics

/// A generator of patterns and strings with few different characters, so that many of them match.
struct RandomPattern {
    /// A part of a pattern, and whether it matches the empty string.
    private struct Piece {
        var text: String
        var isNullable: Bool
    }

    var generator: SeededGenerator
    private var groups = 0

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    private mutating func pick<Element>(_ list: [Element]) -> Element { list[generator.below(list.count)] }

    /// Returns a short string of letters, marks, digits, spaces and line terminators.
    mutating func text() -> String {
        (0..<generator.below(5)).map { _ in
            pick(["a", "a", "b", "b", "c", "A", "é", "e\u{301}", "\n", "\r\n", " ", "1", "_", "\u{85}", "\u{0b}", "😀"])
        }.joined()
    }

    /// Returns a pattern with a maximum nesting depth of groups.
    mutating func pattern(depth: Int) -> String { choice(depth).text }

    private mutating func choice(_ depth: Int) -> Piece {
        let parts = (0...generator.below(2)).map { _ in sequence(depth) }
        return Piece(text: parts.map(\.text).joined(separator: "|"), isNullable: parts.contains(where: \.isNullable))
    }

    private mutating func sequence(_ depth: Int) -> Piece {
        let parts = (0...generator.below(depth > 1 ? 3 : 2)).map { _ in part(depth) }
        return Piece(text: parts.map(\.text).joined(), isNullable: parts.allSatisfy(\.isNullable))
    }

    private static let quantifiers: [(text: String, takesNone: Bool)] = [
        ("", false), ("", false), ("", false), ("*", true), ("+", false), ("?", true), ("{1,2}", false), ("{2}", false),
        ("{0,1}", true), ("{1,}", false), ("{0,}", true), ("*?", true), ("+?", false), ("??", true), ("{1,2}?", false),
    ]

    private mutating func part(_ depth: Int) -> Piece {
        if generator.below(8) == 0 {
            return Piece(text: pick(["^", "$", "\\b", "\\B", "\\A", "\\Z", "\\z"]), isNullable: true)
        }
        let atom: Piece
        switch generator.below(depth > 0 ? 10 : 6) {
        case 0...2: atom = single(pick(["a", "b", "c", "A", "é", "1", "\\n", "\\.", "]", "-", "\\u0061"]))
        case 3:
            atom = single(pick([".", "\\d", "\\D", "\\w", "\\W", "\\s", "\\S", "\\h", "\\v", "\\p{L}", "\\p{Ll}"]))
        case 4: atom = single(set())
        case 5: atom = single(pick(["\\Qa\\E", "[^\\n]", "[\\w-]", "[^\\s\\d]"]))
        case 6: atom = group("(", depth)
        case 7:
            groups += 1
            atom = group("(?<n\(groups)>", depth)
        default: atom = group("(?:", depth)
        }
        // ICU ends a repetition that matches the empty string, even if the rest of the string could still match.
        if atom.isNullable { return atom }
        let quantifier = pick(Self.quantifiers)
        return Piece(text: atom.text + quantifier.text, isNullable: quantifier.takesNone)
    }

    private func single(_ text: String) -> Piece { Piece(text: text, isNullable: false) }

    private mutating func group(_ opening: String, _ depth: Int) -> Piece {
        let inner = choice(depth - 1)
        return Piece(text: opening + inner.text + ")", isNullable: inner.isNullable)
    }

    private mutating func set() -> String {
        let members = (0...generator.below(2)).map { _ in
            pick(["a", "b-c", "A", "\\d", "é", "_", "\\n", "[b]", "\\\\"])
        }
        let (start, end) = (pick(["", "", "^"]), pick(["", "", "-"]))
        return "[\(start)\(members.joined())\(end)]"
    }
}
