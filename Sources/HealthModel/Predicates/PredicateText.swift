// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// The way predicates compare texts; stores use the same functions. All of them take time in proportion to the text.
package enum PredicateText {
    /// Whether a whole text fits a regular expression; a pattern that is none fits nothing.
    package static func matches(_ text: String, pattern: String, folding: PredicateFolding = []) -> Bool {
        guard case .success(let pattern) = expression(pattern, folding) else { return false }
        return pattern.matches(folding.contains(.diacritics) ? PredicateFolding.diacritics.fold(text) : text)
    }

    /// The number of states that the pattern of a comparison takes; none for a comparison without a pattern.
    /// - Throws: the reason why the text is no pattern.
    package static func states(
        ofPattern pattern: String, _ folding: PredicateFolding, _ comparison: PredicateOperator
    ) throws(TextPatternError) -> Int {
        switch comparison {
        case .matches: return try expression(pattern, folding).get().states
        case .like:
            let count = pieces(of: folding.fold(pattern)).count
            guard count <= TextPattern.mostStates else {
                throw TextPatternError(
                    TextPattern.mostStates + 1, "LIKE takes at most \(TextPattern.mostStates) characters")
            }
            return count
        default: return 0
        }
    }

    /// Whether a whole text fits a pattern with `?` for one character and `*` for any number; a backslash takes the
    /// meaning from the character after it. A pattern that is too long fits nothing.
    package static func isLike(_ text: String, pattern: String, folding: PredicateFolding = []) -> Bool {
        like(text, pattern: pattern, folding: folding).isMatch
    }

    /// The same with the number of comparisons that it took.
    package static func like(
        _ text: String, pattern: String, folding: PredicateFolding = []
    ) -> (isMatch: Bool, steps: Int) {
        let pattern = pieces(of: folding.fold(pattern))
        // The length of the pattern is the most that a character of the text costs.
        guard pattern.count <= TextPattern.mostStates else { return (false, 0) }
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

    /// Whether bytes contain others, found as Knuth, Morris and Pratt do; and the number of comparisons that it took.
    package static func contains(_ text: [UInt8], _ wanted: [UInt8]) -> (isMatch: Bool, steps: Int) {
        if wanted.isEmpty { return (true, 0) }
        if wanted.count > text.count { return (false, 0) }
        // For each byte, the length of the longest part that ends there and that the wanted bytes begin with.
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

    /// The last expressions that were asked for: a query asks for the same ones with every sample.
    private static let cache = Mutex(Cache())
    /// Enough for the patterns of several predicates at the same time.
    private static let mostCachedStates = 10 * PredicateLimits.states
    private static let mostCached = 1_000

    private static func expression(_ pattern: String, _ folding: PredicateFolding) -> Expression {
        cache.withLock { cache in
            let key = Key(pattern: pattern, folding: folding)
            if let known = cache.expressions[key] { return known }
            let text = folding.contains(.diacritics) ? PredicateFolding.diacritics.fold(pattern) : pattern
            let made = Expression { () throws(TextPatternError) in
                try TextPattern(text, ignoresCase: folding.contains(.letterCase))
            }
            let states = (try? made.get())?.states ?? 0
            if cache.states + states > mostCachedStates || cache.expressions.count >= mostCached {
                cache = Cache()
            }
            cache.expressions[key] = made
            cache.states += states
            return made
        }
    }
}
