// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A HealthKit predicate in a form that stores can translate and that can be evaluated in memory.
///
/// Logic is two-valued: a comparison with a property that an object does not have is false, except for `notEqualTo`, which is
/// true; `not` negates the result.
package indirect enum PredicateNode: Hashable, Sendable {
    /// A constant.
    case constant(Bool)
    /// All conditions are true; true if the list is empty.
    case and([PredicateNode])
    /// Any condition is true; false if the list is empty.
    case or([PredicateNode])
    /// The negation of a condition.
    case not(PredicateNode)
    /// The sample is in an interval.
    case interval(PredicateInterval)
    /// The comparison of a property of the object with a value.
    case compare(PredicateField, PredicateOperator, PredicateValue)
    /// The sample is related to another object.
    case related(PredicateRelation)
    /// Any activity of the workout matches; in the condition, ``PredicateField`` refers to properties of the activity.
    case activity(PredicateNode)
    /// A predicate that can only be evaluated in memory.
    case block(PredicateBlock)
    /// A predicate that exceeds ``PredicateLimits``: it matches no object, and queries with it fail.
    case refused(PredicateFault)
}
