// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// A composer of the buckets of a grid from pieces of time.
///
/// Pieces are added in order, and must not cross the edge of a bucket.
package struct RollupComposer {
    private let style: HKQuantityAggregationStyle
    private let grid: any BucketGrid
    private let countsWholeSamples: Bool
    private var current: (index: Int, start: Double, end: Double, aggregate: BucketAggregate)?
    /// The complete buckets in order.
    package private(set) var buckets: [BucketFigures] = []
    /// Whether a piece crossed the edge of a bucket, which makes the buckets invalid.
    package private(set) var isBroken = false

    /// - Parameter countsWholeSamples: Whether only samples that begin in a bucket count in it.
    package init(style: HKQuantityAggregationStyle, grid: any BucketGrid, countsWholeSamples: Bool = false) {
        self.style = style
        self.grid = grid
        self.countsWholeSamples = countsWholeSamples
    }

    /// Adds a piece that is not empty.
    @inline(__always)
    package mutating func add(_ piece: BucketAggregate, start: Double, end: Double) {
        // checked: `nil` is handled by the first condition
        if current == nil || start >= current!.end {
            finish()
            let index = grid.index(containing: start)
            let bounds = grid.bounds(of: index)
            current = (index, bounds.start, bounds.end, BucketAggregate())
            // Samples from before the bucket are carried into its first piece. Samples carried into a later piece either
            // start in the bucket, or are in the first piece too.
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
        guard !bucket.aggregate.isEmpty,
            let aggregate = countsWholeSamples ? bucket.aggregate.ofStarted : bucket.aggregate
        else { return }
        buckets.append(BucketFigures(index: bucket.index, aggregate, style: style))
    }
}
