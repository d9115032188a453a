// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthTestBasics
import TestTimeLimits
import Testing

/// Tests that patterns match the same strings as ICU's regular expressions, without backtracking.
@Suite(.timeLimit(.usual)) struct TextPatternTests {
    private static func matches(_ pattern: String, _ text: String, ignoresCase: Bool = false) throws -> Bool {
        try TextPattern(pattern, ignoresCase: ignoresCase).matches(text)
    }

    private static let matching: [(String, String, Bool)] = [
        ("", "", true), ("", "a", false), ("a", "a", true), ("a", "aa", false), ("a|", "", true), ("a*", "", true),
        ("a+?b", "aab", true), ("a{2}", "aaa", false), ("a{2,}", "aaaa", true), ("a{0,2}b", "aab", true),
        ("a{0}b", "b", true), ("(ab)+", "abab", true), ("(?:a|bc)*", "abca", true),
        ("(?<year>\\d{4})-\\d", "2024-1", true),
        ("[^a-c]x", "dx", true), ("[a\\-c]+", "a-c", true), ("[a-]+", "a-", true), ("[\\d,]+", "1,2", true),
        ("[[ab][^\\w]]+", "a b", true), ("\\p{Lu}\\P{Lu}", "Ab", true), ("\\p{L}+", "äß", true),
        ("\\u00e4\\x{e4}\\xe4\\U000000e4", "ääää", true), ("\\Qa.b*\\E", "a.b*", true), ("\\Qa.b*\\E", "axbb", false),
        (".", "\n", false), (".", "\u{2028}", false), ("(?s).", "\n", true), ("(?i)straße", "STRAßE", true),
        ("a(?i)b", "aB", true), ("a(?i:b)c", "aBC", false), ("(?#note)a", "a", true), ("^a$", "a", true),
        ("a$", "a\n", false), ("a$\\n", "a\n", true), ("\\ba\\b.*", "a b", true), ("a\\Bb", "ab", true),
        ("\\Aa\\z", "a", true), ("[.$*+?{}()|]+", ".$*+?{}()|", true), ("a]", "a]", true), ("\\/\\-\\.", "/-.", true),
        ("(()|a){3}", "a", true), ("[K]", "\u{212a}", false), ("\\t\\n\\r\\f\\a\\e", "\t\n\r\u{0c}\u{07}\u{1b}", true),
    ]

    @Test(arguments: matching)
    func table(pattern: String, text: String, expected: Bool) throws {
        #expect(try Self.matches(pattern, text) == expected)
    }

    private static let matchingEitherCase: [(String, String, Bool)] = [
        ("äÖ", "ÄÖ", true), ("[a-c]+", "AbC", true), ("[^a]", "A", false), ("K", "\u{212a}", true),
        ("σ", "ς", true), ("i", "ı", false), ("[k]", "\u{212a}", true), ("\\p{Lu}", "a", true),
    ]

    @Test(arguments: matchingEitherCase)
    func caseInsensitivePatterns(pattern: String, text: String, expected: Bool) throws {
        #expect(try Self.matches(pattern, text, ignoresCase: true) == expected)
    }

    private static let faults: [(String, Int, String)] = [
        ("(a", 1, "is not closed"), ("a)", 2, "no matching ("),
        ("*a", 1, "nothing before"), ("a**", 3, "cannot be repeated"),
        ("a*+", 3, "possessive"), ("a{2}{3}", 5, "cannot be repeated"), ("a{2", 4, "expected }"),
        ("a{,2}", 3, "a number"),
        ("a{3,2}", 2, "less than the first"), ("a}", 2, "the character itself"), ("[a", 1, "is not closed"),
        ("[]", 2, "\\]"),
        ("[b-a]", 2, "before it begins"), ("[\\d-z]", 4, "one character"), ("[a&&b]", 3, "intersections"),
        ("[[:alpha:]]", 2, "\\p{"), ("(a)\\1", 4, "backreferences"), ("(?<a>b)\\k<a>", 8, "backreferences"),
        ("x(?=a)", 2, "look-ahead"), ("(?!a)", 1, "look-ahead"), ("(?<=a)", 1, "look-behind"),
        ("(?<!a)", 1, "look-behind"), ("(?>a)", 1, "atomic"), ("(?x)a", 3, "flags"), ("(?i", 4, "after the flags"),
        ("\\", 2, "ends with a backslash"), ("\\y", 1, "not supported"), ("\\p{Greek}", 3, "general categories"),
        ("\\xg", 1, "hexadecimal"), ("\\ud800", 1, "hexadecimal"), ("^*", 2, "anchor"), ("(?#a", 1, "comment"),
        ("a{1001}", 1, "1000 states"), ("(a{100}){100}", 1, "1000 states"),
        ("a{99999999999999999999}", 1, "1000 states"),
        ("((((){999}){999}){999}){999}", 3, "1000 states"), ("\\Qab\\E*", 1, "quotation"),
    ]

    @Test(arguments: faults)
    func errors(pattern: String, position: Int, message: String) throws {
        let error = #expect(throws: TextPatternError.self) { try TextPattern(pattern) }
        #expect(error?.position == position, "\(error?.description ?? "")")
        #expect(error?.message.contains(message) == true, "\(error?.description ?? "")")
    }

    @Test func deepAndLongPatternsAreRefused() {
        let nesting: [(String, String)] = [("(", ")"), ("[", "]"), ("[a[", "]]"), ("(?:a|", ")"), ("(?i:", ")?")]
        for (part, end) in nesting {
            let pattern = String(repeating: part, count: 1200) + "a" + String(repeating: end, count: 1200)
            let error = #expect(throws: TextPatternError.self) { try TextPattern(pattern) }
            let position: Int = error?.position ?? .max
            #expect(position < 400)
        }
        #expect(throws: TextPatternError.self) { try TextPattern(String(repeating: "a", count: 1000)) }
        #expect(throws: TextPatternError.self) { try TextPattern("[" + String(repeating: "a", count: 10_000) + "]") }
        #expect(throws: Never.self) {
            try TextPattern(String(repeating: "(", count: 60) + String(repeating: ")", count: 60))
        }
        #expect(throws: Never.self) { try TextPattern(String(repeating: "a", count: 999)) }
    }

    /// Patterns with exponential running time in backtracking engines.
    private static let evil: [String] = [
        "(a+)+$", "(a|aa)+$", "(x+x+)+y", "(a*)*b", "(a|a?)+b", "(.*.*.*.*.*.*)=", "(a?){30}a{30}", "((a*)*)*b",
        "(a|b|ab)*c", "^(([a-z])+.)+[A-Z]([a-z])+$", "(\\b|a)*x", "(a{0,20}){0,20}b",
    ]

    @Test(arguments: evil)
    func stepsGrowWithTheText(pattern: String) throws {
        let compiled = try TextPattern(pattern)
        for letter in ["a", "x"] {
            for count in [10, 100, 1000, 10_000] {
                let text = String(repeating: letter, count: count) + "!"
                let limit: Int = 2 * compiled.states * (count + 2)
                #expect(compiled.run(text).steps <= limit)
            }
        }
    }

    /// Returns a compiled pattern, or nil if it has too many states.
    private static func unlessTooLarge(_ pattern: String, ignoresCase: Bool) throws -> TextPattern? {
        do {
            return try TextPattern(pattern, ignoresCase: ignoresCase)
        } catch {
            guard error.message.contains("states") else { throw error }
            return nil
        }
    }

    /// Compares the results for random patterns and strings with Foundation's regular expressions.
    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func agreesWithFoundation(seed: UInt64) throws {
        var random = RandomPattern(seed: seed)
        var counts = (matches: 0, others: 0)
        for _ in 0..<800 {
            let pattern = random.pattern(depth: 2)
            let ignoresCase = random.generator.below(3) == 0
            guard
                let expression = try? NSRegularExpression(
                    pattern: "(?:\(pattern))\\z", options: ignoresCase ? .caseInsensitive : [])
            else {
                Issue.record("ICU refuses \(pattern)")
                return
            }
            guard let compiled = try Self.unlessTooLarge(pattern, ignoresCase: ignoresCase) else { continue }
            for _ in 0..<10 {
                let text = random.text()
                let whole = NSRange(location: 0, length: text.utf16.count)
                let expected = expression.firstMatch(in: text, options: .anchored, range: whole) != nil
                let found = compiled.matches(text)
                #expect(found == expected, "\(pattern.debugDescription) \(text.debugDescription) \(ignoresCase)")
                if found != expected { return }
                if expected { counts.matches += 1 } else { counts.others += 1 }
            }
        }
        #expect(counts.matches > 1000 && counts.others > 1000, "\(counts)")
    }
}
