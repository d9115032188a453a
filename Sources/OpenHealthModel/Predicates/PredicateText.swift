// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// The string comparisons of predicates and stores. All of them take linear time in the length of the string.
package enum PredicateText {
    /// Returns whether an entire string matches a regular expression; an invalid pattern matches nothing.
    package static func matches(_ text: String, pattern: String, folding: PredicateFolding = []) -> Bool {
        guard case .success(let pattern) = expression(pattern, folding) else { return false }
        return pattern.matches(folding.contains(.diacritics) ? PredicateFolding.diacritics.fold(text) : text)
    }

    /// Returns the number of states of a comparison's pattern; 0 for a comparison without a pattern.
    /// - Throws: The reason why the pattern is invalid.
    package static func states(
        ofPattern pattern: String, _ folding: PredicateFolding, _ comparison: PredicateOperator
    ) throws(TextPatternError) -> Int {
        switch comparison {
        case .matches: return try expression(pattern, folding).get().states
        case .like:
            let count = pieces(of: folding.fold(pattern)).count
            guard count <= TextPattern.maximumStates else {
                throw TextPatternError(
                    TextPattern.maximumStates + 1, "LIKE accepts at most \(TextPattern.maximumStates) characters")
            }
            return count
        default: return 0
        }
    }

    /// Returns whether an entire string matches a pattern with `?` for one character and `*` for any number of characters; a
    /// backslash escapes the next character. A pattern that is too long matches nothing.
    package static func isLike(_ text: String, pattern: String, folding: PredicateFolding = []) -> Bool {
        like(text, pattern: pattern, folding: folding).isMatch
    }

    /// Returns whether an entire string matches a pattern of `LIKE`, and the number of comparisons.
    package static func like(
        _ text: String, pattern: String, folding: PredicateFolding = []
    ) -> (isMatch: Bool, steps: Int) {
        let pattern = pieces(of: folding.fold(pattern))
        // The number of comparisons for each character of the string is at most the number of characters of the pattern.
        guard pattern.count <= TextPattern.maximumStates else { return (false, 0) }
        let text = Array(folding.fold(text).unicodeScalars)
        var (place, piece, steps) = (0, 0, 0)
        var retry: (place: Int, piece: Int)?
        while place < text.count {
            steps += 1
            if piece < pattern.count, pattern[piece] == .many {
                piece += 1
                if piece == pattern.count { return (true, steps) }
                retry = (place, piece)
            } else if piece < pattern.count, pattern[piece] == .one || pattern[piece] == .scalar(text[place]) {
                (place, piece) = (place + 1, piece + 1)
            } else if let from = retry {
                retry = (from.place + 1, from.piece)
                (place, piece) = (from.place + 1, from.piece)
            } else {
                return (false, steps)
            }
        }
        return (pattern[piece...].allSatisfy { $0 == .many }, steps)
    }

    /// Returns whether bytes contain other bytes, and the number of comparisons. Uses the Knuth-Morris-Pratt algorithm.
    package static func contains(_ text: [UInt8], _ wanted: [UInt8]) -> (isMatch: Bool, steps: Int) {
        if wanted.isEmpty { return (true, 0) }
        if wanted.count > text.count { return (false, 0) }
        // For each byte of the wanted bytes, the length of the longest proper prefix that is a suffix up to that byte.
        var borders = [0]
        var (length, steps) = (0, 0)
        func extend(_ byte: UInt8) {
            while length > 0, wanted[length] != byte {
                length = borders[length - 1]
                steps += 1
            }
            if wanted[length] == byte { length += 1 }
            steps += 1
        }
        for byte in wanted.dropFirst() {
            extend(byte)
            borders.append(length)
        }
        length = 0
        for byte in text {
            extend(byte)
            if length == wanted.count { return (true, steps) }
        }
        return (false, steps)
    }

    private enum Piece: Equatable {
        case one, many
        case scalar(Unicode.Scalar)
    }

    private static func pieces(of pattern: String) -> [Piece] {
        var result: [Piece] = []
        var isEscaped = false
        for scalar in pattern.unicodeScalars {
            switch (scalar, isEscaped) {
            case ("\\", false):
                isEscaped = true
                continue
            case ("?", false): result.append(.one)
            case ("*", false): result.append(.many)
            default: result.append(.scalar(scalar))
            }
            isEscaped = false
        }
        return isEscaped ? result + [.scalar("\\")] : result
    }

    // MARK: - Regular expressions

    private struct Key: Hashable {
        let pattern: String
        let folding: PredicateFolding
    }

    private typealias Expression = Result<TextPattern, TextPatternError>

    private struct Cache {
        var expressions: [Key: Expression] = [:]
        var states = 0
    }

    /// The most recently used expressions. A query uses the same expressions for every sample.
    private static let cache = Mutex(Cache())
    /// The maximum total number of cached states, enough for the patterns of several predicates.
    private static let maximumCachedStates = 10 * PredicateLimits.states
    private static let maximumCached = 1_000

    private static func expression(_ pattern: String, _ folding: PredicateFolding) -> Expression {
        cache.withLock { cache in
            let key = Key(pattern: pattern, folding: folding)
            if let known = cache.expressions[key] { return known }
            let text = folding.contains(.diacritics) ? PredicateFolding.diacritics.fold(pattern) : pattern
            let made = Expression { () throws(TextPatternError) in
                try TextPattern(text, ignoresCase: folding.contains(.letterCase))
            }
            let states = (try? made.get())?.states ?? 0
            if cache.states + states > maximumCachedStates || cache.expressions.count >= maximumCached {
                cache = Cache()
            }
            cache.expressions[key] = made
            cache.states += states
            return made
        }
    }
}

/// The differences that a string comparison ignores.
package struct PredicateFolding: OptionSet, Hashable, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Ignores case.
    package static let letterCase = PredicateFolding(rawValue: 1)
    /// Ignores diacritics.
    package static let diacritics = PredicateFolding(rawValue: 2)

    /// Returns a string in its folded form, in which strings are compared.
    package func fold(_ text: String) -> String {
        var options: String.CompareOptions = []
        if contains(.letterCase) { options.insert(.caseInsensitive) }
        if contains(.diacritics) { options.insert(.diacriticInsensitive) }
        if options.isEmpty { return text }
        // Foundation takes quadratic time for strings with many combining marks, so long strings are folded in pieces.
        if text.utf8.count <= Self.pieceLength { return text.folding(options: options, locale: nil) }
        var result = ""
        var piece = String.UnicodeScalarView()
        var count = 0
        func finish() {
            result += String(piece).folding(options: options, locale: nil)
            (piece, count) = (String.UnicodeScalarView(), 0)
        }
        for character in text {
            // Folding keeps a mark at the start of a piece.
            let isMark = character.unicodeScalars.first?.properties.isGraphemeExtend ?? false
            if count >= Self.pieceLength, !isMark { finish() }
            for scalar in character.unicodeScalars {
                // Only characters with very many combining marks are split.
                if count >= 2 * Self.pieceLength { finish() }
                piece.append(scalar)
                count += 1
            }
        }
        finish()
        return result
    }

    /// The length of the pieces in Unicode scalars.
    private static let pieceLength = 512
}
