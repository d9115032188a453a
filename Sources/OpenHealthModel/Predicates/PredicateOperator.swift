// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A comparison of a property with a value.
package enum PredicateOperator: String, Hashable, Sendable, CaseIterable, Codable {
    case lessThan, lessThanOrEqualTo, greaterThan, greaterThanOrEqualTo, equalTo, notEqualTo
    /// The value is a regular expression that the entire string matches.
    case matches
    /// The value is a pattern with `?` for one character and `*` for any number of characters.
    case like
    case beginsWith, endsWith, contains
    /// The value is a list that contains the property.
    case `in`
    /// The value is a list of two bounds, both inclusive.
    case between
}
