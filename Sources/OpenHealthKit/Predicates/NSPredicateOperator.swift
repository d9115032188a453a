// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// A type that gives access to `NSComparisonPredicate.Operator`.
///
/// Foundation on Linux marks the class around the operator as deprecated. Its name can neither be used where warnings are errors,
/// nor in the declarations of a library whose clients would get the warnings.
public protocol NSPredicateOperatorHolder {
    /// `NSComparisonPredicate.Operator`.
    associatedtype Operator
    /// A requirement from which the compiler infers ``Operator``.
    static func hold(_ value: Operator)
}

/// The only conforming type of ``NSPredicateOperatorHolder``.
public enum FoundationPredicates: NSPredicateOperatorHolder {
    /// A requirement from which the compiler infers `Operator`.
    @available(*, deprecated, message: "it does nothing")
    public static func hold(_ value: NSComparisonPredicate.Operator) {}
}

/// `NSComparisonPredicate.Operator` of Foundation. Use implicit members such as `.greaterThan`.
public typealias NSPredicateOperator = FoundationPredicates.Operator

extension PredicateOperator {
    /// Creates an operator from an operator of Foundation, which has no custom selectors on Linux.
    init(_ operatorType: NSPredicateOperator) {
        switch operatorType {
        case .lessThan: self = .lessThan
        case .lessThanOrEqualTo: self = .lessThanOrEqualTo
        case .greaterThan: self = .greaterThan
        case .greaterThanOrEqualTo: self = .greaterThanOrEqualTo
        case .equalTo: self = .equalTo
        case .notEqualTo: self = .notEqualTo
        case .matches: self = .matches
        case .like: self = .like
        case .beginsWith: self = .beginsWith
        case .endsWith: self = .endsWith
        case .in: self = .in
        case .contains: self = .contains
        case .between: self = .between
        }
    }

    /// Creates an operator for a property that is ordered but not a string. Traps for other operators.
    init(ordering operatorType: NSPredicateOperator, of property: String) {
        self.init(operatorType)
        switch self {
        case .lessThan, .lessThanOrEqualTo, .greaterThan, .greaterThanOrEqualTo, .equalTo, .notEqualTo: break
        case .matches, .like, .beginsWith, .endsWith, .contains, .in, .between:
            contractViolation(
                "A \(property) cannot be compared with \(rawValue); use one of <, <=, >, >=, == and !=.")
        }
    }
}
