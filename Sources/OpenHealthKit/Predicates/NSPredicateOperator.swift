// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// Leads to `NSComparisonPredicate.Operator`, which predicates are made with: Foundation on Linux calls the class around it
/// deprecated, so that its name cannot be written where warnings are errors, nor in the declarations of a library whose
/// users would be warned.
public protocol NSPredicateOperatorHolder {
    /// `NSComparisonPredicate.Operator`.
    associatedtype Operator
    /// There so that the compiler finds out what ``Operator`` is.
    static func hold(_ value: Operator)
}

/// Holds the one type that ``NSPredicateOperatorHolder`` is about.
public enum FoundationPredicates: NSPredicateOperatorHolder {
    /// There so that the compiler finds out what `Operator` is.
    @available(*, deprecated, message: "it does nothing")
    public static func hold(_ value: NSComparisonPredicate.Operator) {}
}

/// `NSComparisonPredicate.Operator` of Foundation: write `.greaterThan` and the like where one is wanted.
public typealias NSPredicateOperator = FoundationPredicates.Operator
