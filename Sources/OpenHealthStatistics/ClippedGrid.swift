// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The buckets of a grid clipped to a range.
package struct ClippedGrid: BucketGrid {
    private let grid: any BucketGrid
    private let start: Double
    private let end: Double

    /// The number for all time before the range.
    package static let before = Int.min
    /// The number for all time after the range.
    package static let after = Int.max

    package init(_ grid: any BucketGrid, start: Double, end: Double) {
        self.grid = grid
        self.start = start
        self.end = end
    }

    package func index(containing seconds: Double) -> Int {
        if seconds < start { return Self.before }
        return seconds < end ? grid.index(containing: seconds) : Self.after
    }

    package func bounds(of index: Int) -> (start: Double, end: Double) {
        switch index {
        case Self.before: return (-.infinity, start)
        case Self.after: return (end, .infinity)
        default:
            let bounds = grid.bounds(of: index)
            return (max(bounds.start, start), min(bounds.end, end))
        }
    }

    /// Returns whether a number is that of a bucket in the range.
    package static func isInside(_ index: Int) -> Bool { index != before && index != after }
}
