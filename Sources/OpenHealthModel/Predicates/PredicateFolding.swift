// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

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
