// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What a comparison of texts looks past.
package struct PredicateFolding: OptionSet, Hashable, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Upper and lower case are the same.
    package static let letterCase = PredicateFolding(rawValue: 1)
    /// Letters with and without marks are the same.
    package static let diacritics = PredicateFolding(rawValue: 2)

    /// A text in the form that folded texts are compared in.
    package func fold(_ text: String) -> String {
        var options: String.CompareOptions = []
        if contains(.letterCase) { options.insert(.caseInsensitive) }
        if contains(.diacritics) { options.insert(.diacriticInsensitive) }
        return options.isEmpty ? text : text.folding(options: options, locale: nil)
    }
}
