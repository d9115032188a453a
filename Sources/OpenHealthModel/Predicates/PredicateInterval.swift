// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An interval of time in which samples are looked for, in seconds since 1970; infinite where it has no bound.
package struct PredicateInterval: Hashable, Sendable {
    /// The beginning.
    package var from: Double
    /// The end, which does not belong to the interval.
    package var to: Double
    /// Whether the start of the sample has to lie in the interval: at `from` or later, and before `to`.
    package var isStartStrict: Bool
    /// Whether the end of the sample has to lie in the interval: at `from` or later, and before `to`.
    package var isEndStrict: Bool

    /// Creates an interval; see the properties.
    package init(from: Double, to: Double, isStartStrict: Bool = false, isEndStrict: Bool = false) {
        self.from = from
        self.to = to
        self.isStartStrict = isStartStrict
        self.isEndStrict = isEndStrict
    }

    /// Whether a sample is in the interval. Without strictness it has to share a moment with it: it starts before the end,
    /// and ends after the beginning or starts at it or later.
    @inlinable
    package func holds(start: Double, end: Double) -> Bool {
        if !isStartStrict && !isEndStrict { return start < to && (end > from || start >= from) }
        if isStartStrict && !(start >= from && start < to) { return false }
        return !isEndStrict || (end >= from && end < to)
    }
}
