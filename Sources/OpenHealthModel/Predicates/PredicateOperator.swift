// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// How a property compares with a value.
package enum PredicateOperator: String, Hashable, Sendable, CaseIterable, Codable {
    case lessThan, lessThanOrEqualTo, greaterThan, greaterThanOrEqualTo, equalTo, notEqualTo
    /// The value is a regular expression that the whole text fits.
    case matches
    /// The value has `?` for one character and `*` for any number of them.
    case like
    case beginsWith, endsWith, contains
    /// The value is a list that the property is in.
    case `in`
    /// The value is a list of two bounds, which belong to the range.
    case between
}
