// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension PredicateNode {
    /// The reason to refuse the predicate; `nil` if it is within the limits and all its patterns are valid.
    package var fault: PredicateFault? { fault(depth: PredicateLimits.depth) }

    /// The reason to refuse the predicate of a query, in which the levels added by the package are permitted.
    package var queryFault: PredicateFault? { fault(depth: PredicateLimits.depth + PredicateLimits.ownDepth) }

    /// Checks that the predicate of a query is within the limits.
    /// - Throws: An `HKError`, `errorInvalidArgument`.
    package func check() throws(HKError) {
        if let fault = queryFault { throw HKError(.errorInvalidArgument, fault.description) }
    }

    /// The predicate, or a refused predicate if it has a fault.
    var limited: PredicateNode { fault.map(PredicateNode.refused) ?? self }

    private func fault(depth: Int) -> PredicateFault? {
        var measure = PredicateMeasure(deepest: depth)
        do throws(PredicateFault) {
            try measure.add(self, depth: 1)
            return nil
        } catch {
            return error
        }
    }
}

/// A counter for the parts of a predicate, which stops at the first part beyond the limits.
struct PredicateMeasure {
    let deepest: Int
    /// The deepest level reached so far.
    private(set) var depth = 0
    private var parts = 0
    private var states = 0

    init(deepest: Int = PredicateLimits.depth) {
        self.deepest = deepest
    }

    mutating func add(_ node: PredicateNode, depth: Int) throws(PredicateFault) {
        try count(depth)
        switch node {
        case .and(let nodes), .or(let nodes): for node in nodes { try add(node, depth: depth + 1) }
        case .not(let inner), .activity(let inner): try add(inner, depth: depth + 1)
        case .compare(_, let comparison, let value):
            if case .list(let values) = value { try add(values, depth: depth + 1) }
            try add(pattern: value, comparison)
        case .refused(let fault): throw fault
        case .constant, .interval, .related, .block: break
        }
    }

    private mutating func add(_ values: [PredicateValue], depth: Int) throws(PredicateFault) {
        for value in values {
            try count(depth)
            if case .list(let inner) = value { try add(inner, depth: depth + 1) }
        }
    }

    private mutating func add(pattern value: PredicateValue, _ comparison: PredicateOperator) throws(PredicateFault) {
        guard let pattern = value.pattern else { return }
        do throws(TextPatternError) {
            states += try PredicateText.states(ofPattern: pattern.text, pattern.folding, comparison)
        } catch {
            throw PredicateFault.pattern(comparison, error)
        }
        if states > PredicateLimits.states { throw .tooManyStates }
    }

    /// Counts one part.
    mutating func count(_ depth: Int) throws(PredicateFault) {
        if depth > deepest { throw .tooDeep }
        self.depth = max(self.depth, depth)
        parts += 1
        if parts > PredicateLimits.parts { throw .tooManyParts }
    }
}

/// The size limits of predicates from all sources.
///
/// Parsing, evaluating, translating to SQL and encoding a predicate need a few stack frames for each level and time for
/// each part.
package enum PredicateLimits {
    /// The maximum number of levels: NOT, AND, OR, an activity, a comparison, and lists in its value.
    package static let depth = 64
    /// The number of levels that the package itself adds around a predicate, such as the interval of a request.
    package static let ownDepth = 8
    /// The maximum length of the coding path of a part of a predicate: one key for the case of each level, and one for the
    /// index in a list.
    package static let codingDepth = 2 * (depth + ownDepth)
    /// The maximum number of conditions and values of a predicate.
    package static let parts = 100_000
    /// The maximum number of tokens of a format.
    package static let tokens = 100_000
    /// The maximum total number of states of the patterns of a predicate.
    package static let states = 10_000
}

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
