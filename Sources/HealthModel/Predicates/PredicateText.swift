// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// How predicates compare texts; stores use the same functions.
package enum PredicateText {
    /// Whether a whole text fits a regular expression; a pattern that is none fits nothing.
    package static func matches(_ text: String, pattern: String, folding: PredicateFolding = []) -> Bool {
        let isMarkBlind = folding.contains(.diacritics)
        let text = isMarkBlind ? PredicateFolding.diacritics.fold(text) : text
        let pattern = isMarkBlind ? PredicateFolding.diacritics.fold(pattern) : pattern
        guard let expression = expression(pattern, folding.contains(.letterCase)) else { return false }
        let whole = NSRange(location: 0, length: text.utf16.count)
        return expression.firstMatch(in: text, options: .anchored, range: whole) != nil
    }

    /// Whether a regular expression can be read.
    package static func isPattern(_ pattern: String) -> Bool { expression(pattern, false) != nil }

    /// Whether a whole text fits a pattern with `?` for one character and `*` for any number; a backslash takes the
    /// meaning from the character after it.
    package static func isLike(_ text: String, pattern: String, folding: PredicateFolding = []) -> Bool {
        let text = Array(folding.fold(text).unicodeScalars)
        let pattern = pieces(of: folding.fold(pattern))
        var (place, piece) = (0, 0)
        var retry: (place: Int, piece: Int)?
        while place < text.count {
            if piece < pattern.count, pattern[piece] == .many {
                piece += 1
                retry = (place, piece)
            } else if piece < pattern.count, pattern[piece] == .one || pattern[piece] == .scalar(text[place]) {
                (place, piece) = (place + 1, piece + 1)
            } else if let from = retry {
                retry = (from.place + 1, from.piece)
                (place, piece) = (from.place + 1, from.piece)
            } else {
                return false
            }
        }
        return pattern[piece...].allSatisfy { $0 == .many }
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

    private struct Key: Hashable {
        let pattern: String
        let ignoresCase: Bool
    }

    /// The last expressions that were asked for: a query asks for the same one with every sample.
    private static let cache = Mutex<[Key: NSRegularExpression]>([:])

    private static func expression(_ pattern: String, _ ignoresCase: Bool) -> NSRegularExpression? {
        cache.withLock { cache in
            let key = Key(pattern: pattern, ignoresCase: ignoresCase)
            if let known = cache[key] { return known }
            // The pattern is tried by itself first, since an unbalanced one could become balanced between ours.
            guard (try? NSRegularExpression(pattern: pattern)) != nil,
                let made = try? NSRegularExpression(
                    pattern: "(?:\(pattern))\\z", options: ignoresCase ? .caseInsensitive : [])
            else { return nil }
            if cache.count >= 32 { cache.removeAll() }
            cache[key] = made
            return made
        }
    }
}
