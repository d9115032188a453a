// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A predicate of HealthKit in the form that stores translate and that can be evaluated in memory.
///
/// Logic has two values: a comparison with something that an object does not have is false, but for `notEqualTo`, which is
/// true then; `not` turns that round.
package indirect enum PredicateNode: Hashable, Sendable {
    /// True or false whatever the object.
    case constant(Bool)
    /// All of these; true where there is none.
    case and([PredicateNode])
    /// Any of these; false where there is none.
    case or([PredicateNode])
    /// Not this.
    case not(PredicateNode)
    /// The sample lies in an interval.
    case interval(PredicateInterval)
    /// A property of the object compares with a value.
    case compare(PredicateField, PredicateOperator, PredicateValue)
    /// The sample is related to another object.
    case related(PredicateRelation)
    /// One of the activities of the workout is such; inside it ``PredicateField`` names properties of activities.
    case activity(PredicateNode)
    /// Code that only runs on objects.
    case block(PredicateBlock)
    /// A predicate that is beyond ``PredicateLimits``: it matches no object, and queries with it fail.
    case refused(PredicateFault)
}
