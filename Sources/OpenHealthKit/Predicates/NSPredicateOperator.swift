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
