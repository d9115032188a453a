// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A reading of a quantity series.
package struct SeriesQuantity: Hashable, Sendable {
    /// The start, in seconds since 1970.
    package var start: Double
    /// The end, in seconds since 1970; the same as ``start`` for an instant.
    package var end: Double
    /// The value, in the canonical unit of the type.
    package var value: Double

    package init(start: Double, end: Double, value: Double) {
        self.start = start
        self.end = end
        self.value = value
    }
}
