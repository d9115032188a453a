// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A time interval for samples, in seconds since 1970; infinite if unbounded.
package struct PredicateInterval: Hashable, Sendable {
    /// The start of the interval.
    package var from: Double
    /// The end of the interval, exclusive.
    package var to: Double
    /// Whether the start of the sample must be in the interval: at or after `from`, and before `to`.
    package var isStartStrict: Bool
    /// Whether the end of the sample must be in the interval: at or after `from`, and before `to`.
    package var isEndStrict: Bool

    /// Creates an interval from its properties.
    package init(from: Double, to: Double, isStartStrict: Bool = false, isEndStrict: Bool = false) {
        self.from = from
        self.to = to
        self.isStartStrict = isStartStrict
        self.isEndStrict = isEndStrict
    }

    /// Returns whether a sample is in the interval. Without strict options, the sample must overlap it: it starts before the end
    /// of the interval, and ends after its start or starts at or after its start.
    @inlinable
    package func holds(start: Double, end: Double) -> Bool {
        if !isStartStrict && !isEndStrict { return start < to && (end > from || start >= from) }
        if isStartStrict && !(start >= from && start < to) { return false }
        return !isEndStrict || (end >= from && end < to)
    }
}
