// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The reason for refusing a predicate. It contains no values of the predicate.
package enum PredicateFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The predicate has more levels than ``PredicateLimits/depth``.
    case tooDeep
    /// The predicate has more conditions and values than ``PredicateLimits/parts``.
    case tooManyParts
    /// The patterns have more states than ``PredicateLimits/states``.
    case tooManyStates
    /// The operand of `MATCHES` or `LIKE` is not a valid pattern.
    case pattern(PredicateOperator, TextPatternError)

    /// The fault and the remedy.
    package var description: String {
        switch self {
        case .tooDeep:
            "A predicate is nested more than \(PredicateLimits.depth) levels deep. Use fewer NOT and parentheses."
        case .tooManyParts:
            "A predicate has more than \(PredicateLimits.parts) conditions and values. Use several queries."
        case .tooManyStates:
            "The patterns of a predicate have more than \(PredicateLimits.states) states. Use fewer or shorter ones."
        case .pattern(let comparison, let error): "The pattern of \(comparison.symbol) is not valid, \(error)."
        }
    }
}
