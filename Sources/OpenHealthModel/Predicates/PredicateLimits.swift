// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

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
