// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// Puts pieces of time together to the buckets of a grid.
///
/// Pieces come in order, and none crosses the edge of a bucket.
package struct RollupComposer {
    private let style: HKQuantityAggregationStyle
    private let grid: any BucketGrid
    private var current: (index: Int, start: Double, end: Double, aggregate: BucketAggregate)?
    /// The buckets that are complete, in order.
    package private(set) var buckets: [BucketFigures] = []
    /// Whether a piece crossed the edge of a bucket, so that the buckets are not to be trusted.
    package private(set) var isBroken = false

    package init(style: HKQuantityAggregationStyle, grid: any BucketGrid) {
        self.style = style
        self.grid = grid
    }

    /// Adds a piece in which there is something.
    @inline(__always)
    package mutating func add(_ piece: BucketAggregate, start: Double, end: Double) {
        // checked: nil is handled by the first condition
        if current == nil || start >= current!.end {
            finish()
            let index = grid.index(containing: start)
            let bounds = grid.bounds(of: index)
            current = (index, bounds.start, bounds.end, BucketAggregate())
            // What reaches into the bucket from before stands in its first piece. A later piece's has started within the
            // bucket, or would stand in the first piece too.
            // checked: the current bucket is set above
            if start == bounds.start { current!.aggregate.carried = piece.carried }
        }
        // checked: the current bucket is set above
        if end > current!.end { isBroken = true }
        // checked: the current bucket is set above
        current!.aggregate.append(piece)
    }

    /// Completes the last bucket.
    package mutating func finish() {
        guard let bucket = current else { return }
        current = nil
        guard !bucket.aggregate.isEmpty else { return }
        buckets.append(BucketFigures(grid: 0, index: bucket.index, figures: bucket.aggregate.figures(style: style)))
    }
}
