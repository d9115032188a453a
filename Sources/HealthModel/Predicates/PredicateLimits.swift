// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The sizes up to which predicates are taken, whoever makes them.
///
/// Reading a predicate, asking it of an object, translating it into SQL and writing it down take a few frames of the
/// stack for each level, and time for each part.
package enum PredicateLimits {
    /// The number of levels that a predicate has at most: NOT, AND, OR, an activity, a comparison, and lists in its value.
    package static let depth = 64
    /// The number of levels that the package puts around a predicate: the interval of a request, the parts of a query.
    package static let ownDepth = 8
    /// The number of keys that lead to any part of a predicate at most where it is written down: one for the case of a
    /// level and one for the place in a list.
    package static let codingDepth = 2 * (depth + ownDepth)
    /// The number of conditions and values that a predicate has at most.
    package static let parts = 100_000
    /// The number of tokens that a format has at most.
    package static let tokens = 100_000
    /// The number of states that the patterns of a predicate have at most, all together.
    package static let states = 10_000
}
