// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthTestBasics
import TestTimeLimits
import Testing

/// Tests that compare text searches with slow implementations, and limit the number of steps.
@Suite(.timeLimit(.usual)) struct PredicateTextTests {
    private static func text(_ generator: inout SeededGenerator, _ letters: [Character], _ length: Int) -> String {
        String((0..<generator.below(length)).map { _ in letters[generator.below(letters.count)] })
    }

    @Test func containedBytes() {
        var generator = SeededGenerator(seed: 4)
        var found = 0
        for _ in 0..<5000 {
            let text = Array(Self.text(&generator, ["a", "b"], 20).utf8)
            let wanted = Array(Self.text(&generator, ["a", "b"], 6).utf8)
            let expected = (0...text.count).contains { text[$0...].starts(with: wanted) }
            let (isMatch, steps) = PredicateText.contains(text, wanted)
            #expect(isMatch == expected, "\(text) \(wanted)")
            #expect(steps <= 2 * (text.count + wanted.count))
            if expected { found += 1 }
        }
        #expect(found > 1000 && found < 4500)
        let text = Array(repeating: UInt8(1), count: 100_000)
        let (isMatch, steps) = PredicateText.contains(text, Array(repeating: 1, count: 50_000) + [2])
        #expect(!isMatch && steps < 400_000)
    }

    /// A slow reference implementation that tries all ways to match the string.
    private static func fits(_ text: Substring, _ pattern: Substring) -> Bool {
        guard let first = pattern.first else { return text.isEmpty }
        let rest = pattern.dropFirst()
        if first == "*" { return text.indices.contains { fits(text[$0...], rest) } || fits("", rest) }
        guard let letter = text.first else { return false }
        return (first == "?" || first == letter) && fits(text.dropFirst(), rest)
    }

    @Test func wildcards() {
        var generator = SeededGenerator(seed: 5)
        var found = 0
        for _ in 0..<5000 {
            let text = Self.text(&generator, ["a", "b"], 9)
            let pattern = Self.text(&generator, ["a", "b", "*", "?", "*"], 7)
            let expected = Self.fits(text[...], pattern[...])
            #expect(PredicateText.isLike(text, pattern: pattern) == expected, "\(text) \(pattern)")
            if expected { found += 1 }
        }
        #expect(found > 500 && found < 4500)
    }

    /// Long strings are folded in parts, which must not split characters of several scalars.
    @Test func caseFoldingInParts() {
        var generator = SeededGenerator(seed: 6)
        let letters = [
            "a", "B", "é", "e\u{301}", "ß", "İ", "ı", "Å", "\u{212b}", "ﬁ", "\u{1112}\u{1161}\u{11ab}", "👩‍👩‍👧", "🇩🇪",
            "a\u{301}\u{323}", "ς", "か\u{3099}", "\r\n", "\n", " ", "\u{200d}", "\u{301}",
        ]
        for _ in 0..<40 {
            let text = (0..<(200 + generator.below(2500))).map { _ in letters[generator.below(letters.count)] }.joined()
            let foldings: [(PredicateFolding, String.CompareOptions)] = [
                (.letterCase, .caseInsensitive), (.diacritics, .diacriticInsensitive),
                ([.letterCase, .diacritics], [.caseInsensitive, .diacriticInsensitive]),
            ]
            for (folding, options) in foldings {
                let expected = text.folding(options: options, locale: nil)
                #expect(Array(folding.fold(text).utf8) == Array(expected.utf8))
            }
        }
        // In one part, Foundation would exceed the time limit: the time quadruples when the length doubles.
        let long = String(repeating: "e\u{301}", count: 600_000)
        #expect(PredicateFolding.diacritics.fold(long).utf8.count == 600_000)
    }

    @Test func wildcardsHaveALimitOfSteps() {
        let text = String(repeating: "a", count: 20_000)
        for pattern in [
            "*a*a*a*a*a*a*b", "*" + String(repeating: "a", count: 900) + "b", String(repeating: "*", count: 990) + "b",
        ] {
            let (isMatch, steps) = PredicateText.like(text, pattern: pattern)
            #expect(!isMatch && steps <= 20_001 * (pattern.count + 1))
        }
        // Patterns longer than the limit of queries are not evaluated.
        #expect(PredicateText.like(text, pattern: "*" + String(repeating: "a", count: 10_000) + "b").steps == 0)
    }
}
