// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A comparison of a predicate format, validated against the property of its key path.
struct PredicateFormatComparison {
    let format: String
    let position: Int
    let comparison: PredicateOperator
    let folding: PredicateFolding

    private func error(_ message: String) -> HKPredicateFormatError {
        HKPredicateFormatError(format, position, message)
    }

    func node(
        _ left: PredicateFormatParser.Operand, _ right: PredicateFormatParser.Operand
    ) throws(HKPredicateFormatError) -> PredicateNode {
        switch (left, right) {
        case (.value(let mine), .value(let theirs)):
            try checkPattern(of: try folded(theirs), comparison)
            return .constant(comparison.holds(mine == .null ? [] : [mine], try folded(theirs)))
        case (.path(let path, let text), .value(let value)): return try node(path, text, comparison, try folded(value))
        case (.value(let value), .path(let path, let text)):
            return try node(path, text, try reversed, try folded(value))
        case (.path, .path): throw error("two properties cannot be compared with each other; compare one with a value")
        }
    }

    /// The comparison with its sides swapped.
    private var reversed: PredicateOperator {
        get throws(HKPredicateFormatError) {
            switch comparison {
            case .lessThan: .greaterThan
            case .lessThanOrEqualTo: .greaterThanOrEqualTo
            case .greaterThan: .lessThan
            case .greaterThanOrEqualTo: .lessThanOrEqualTo
            case .equalTo, .notEqualTo: comparison
            // A value is in a property only if the property is a list that contains the value.
            case .in: .contains
            case .matches, .like, .beginsWith, .endsWith, .contains, .between:
                throw error("the key path must be on the left side of \(comparison.symbol)")
            }
        }
    }

    private func folded(_ value: PredicateValue) throws(HKPredicateFormatError) -> PredicateValue {
        if folding.isEmpty { return value }
        switch value {
        case .text(let text): return .folded(text, folding)
        case .list(let values):
            var result: [PredicateValue] = []
            for value in values { result.append(try folded(value)) }
            return .list(result)
        default: throw error("the options c and d are for texts")
        }
    }

    private func node(
        _ path: PredicateKeyPath, _ text: String, _ comparison: PredicateOperator, _ value: PredicateValue
    ) throws(HKPredicateFormatError) -> PredicateNode {
        switch path {
        case .field(let field): return try node(field, text, comparison, value)
        case .activity(let field): return .activity(try node(field, text, comparison, value))
        case .activities: return try related(text, comparison, value, any: .activity(.constant(true))) { _ in nil }
        case .workout:
            return try related(text, comparison, value, any: .related(.anyWorkout)) { .related(.workout($0)) }
        case .correlation:
            return try related(text, comparison, value, any: .related(.anyCorrelation)) { .related(.correlation($0)) }
        case .effort:
            return try related(text, comparison, value, any: nil) { .related(.effort(workout: $0, activity: nil)) }
        }
    }

    private func related(
        _ text: String, _ comparison: PredicateOperator, _ value: PredicateValue, any: PredicateNode?,
        _ make: (UUID) -> PredicateNode?
    ) throws(HKPredicateFormatError) -> PredicateNode {
        switch (comparison, value) {
        case (.notEqualTo, _): return .not(try related(text, .equalTo, value, any: any, make))
        case (.equalTo, .null):
            if let any { return .not(any) }
        case (.equalTo, .uuid(let uuid)):
            if let node = make(uuid) { return node }
        case (.in, .list(let values)):
            var parts: [PredicateNode] = []
            for value in values { parts.append(try related(text, .equalTo, value, any: any, make)) }
            return .or(parts)
        default: break
        }
        throw error("\(text) is compared by ==, != or IN, with an object of the health database, its UUID or nil")
    }

    private func node(
        _ field: PredicateField, _ text: String, _ comparison: PredicateOperator, _ value: PredicateValue
    ) throws(HKPredicateFormatError) -> PredicateNode {
        let kind = PredicateFieldKind(field)
        let isList = field == .stateOfMindLabel || field == .stateOfMindAssociation
        let comparison = isList && comparison == .contains ? .equalTo : comparison
        switch comparison {
        case .lessThan, .lessThanOrEqualTo, .greaterThan, .greaterThanOrEqualTo, .between:
            if !kind.hasOrder { throw error("\(text) has no order; compare it by ==, != or IN") }
        case .matches, .like, .beginsWith, .endsWith, .contains:
            guard kind.isText else { throw error("\(text) is not a text, so that \(comparison.symbol) does not fit") }
        case .equalTo, .notEqualTo, .in: break
        }
        guard let fitting = kind.fitting(value) else { throw error("\(text) is compared with \(kind.expectation)") }
        try checkPattern(fitting, comparison)
        var isPlain = true
        if case .list(let values) = fitting {
            isPlain = false
            if comparison == .between && values.count != 2 { throw error("BETWEEN takes two bounds, such as {1, 5}") }
        }
        let takesList = comparison == .in || comparison == .between
        if takesList == isPlain {
            throw error(
                takesList
                    ? "\(comparison.symbol) takes a list, such as {1, 5} or an array for %@"
                    : "\(comparison.symbol) takes one value, not a list; for a list use IN")
        }
        return .compare(field, comparison, fitting)
    }

    private func checkPattern(
        _ value: PredicateValue, _ comparison: PredicateOperator
    ) throws(HKPredicateFormatError) {
        switch (comparison, value) {
        case (_, .text), (_, .folded): try checkPattern(of: value, comparison)
        case (.matches, _), (.like, _), (.beginsWith, _), (.endsWith, _), (.contains, _):
            throw error("\(comparison.symbol) takes a text")
        default: break
        }
    }

    /// Checks that the pattern of a comparison is valid.
    private func checkPattern(
        of value: PredicateValue, _ comparison: PredicateOperator
    ) throws(HKPredicateFormatError) {
        guard let pattern = value.pattern else { return }
        do throws(TextPatternError) {
            _ = try PredicateText.states(ofPattern: pattern.text, pattern.folding, comparison)
        } catch {
            let kind = comparison == .matches ? "regular expression" : "pattern"
            throw HKPredicateFormatError(
                format, position, "the text after \(comparison.symbol) is not a valid \(kind): \(error)",
                isNeutral: true)
        }
    }
}
