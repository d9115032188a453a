// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The reason to refuse a predicate, whatever it is put to. It holds nothing of the predicate's values.
package enum PredicateFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// There are more levels than ``PredicateLimits/depth``.
    case tooDeep
    /// There are more conditions and values than ``PredicateLimits/parts``.
    case tooManyParts
    /// The patterns have more states than ``PredicateLimits/states``.
    case tooManyStates
    /// The text of a comparison by `MATCHES` or `LIKE` is no pattern.
    case pattern(PredicateOperator, TextPatternError)

    /// The fault and the remedy in one sentence or two.
    package var description: String {
        switch self {
        case .tooDeep:
            "A predicate is nested more than \(PredicateLimits.depth) levels deep. Use fewer NOT and parentheses."
        case .tooManyParts:
            "A predicate has more than \(PredicateLimits.parts) conditions and values. Ask in several queries."
        case .tooManyStates:
            "The patterns of a predicate have more than \(PredicateLimits.states) states. Use fewer or shorter ones."
        case .pattern(let comparison, let error): "The pattern of \(comparison.symbol) cannot be used, \(error)."
        }
    }
}
