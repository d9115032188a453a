// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthStatistics

/// Runs of the engine in different ways with the same result.
struct SweepRun {
    var style: HKQuantityAggregationStyle
    var grids: [any BucketGrid]
    var events = EventRule.measurements

    /// An error for buckets that the engine returned twice or out of order.
    struct Disorder: Error, CustomStringConvertible {
        var description: String
    }

    /// Adds all samples in one call.
    func atOnce(_ intervals: [StatisticsInterval]) throws -> [BucketKey: StatisticsFigures] {
        var sweep = IntervalSweep(style: style, grids: grids, events: events)
        sweep.add(intervals)
        sweep.finish()
        return try Self.table(sweep.takeBuckets())
    }

    /// Adds the samples in parts of the given sizes, the last of which can be smaller; buckets are taken after each part.
    func inParts(
        _ intervals: [StatisticsInterval], taking: Bool = true, size: () -> Int
    ) throws -> [BucketKey: StatisticsFigures] {
        var sweep = IntervalSweep(style: style, grids: grids)
        var taken: [BucketFigures] = []
        var place = 0
        while place < intervals.count {
            let end = min(intervals.count, place + size())
            sweep.add(Array(intervals[place..<end]))
            place = end
            if taking { taken += sweep.takeBuckets() }
        }
        sweep.finish()
        taken += sweep.takeBuckets()
        if !sweep.takeBuckets().isEmpty { throw Disorder(description: "buckets were given out again") }
        return try Self.table(taken)
    }

    /// Returns the buckets by their keys; within a grid they must be ordered.
    static func table(_ buckets: [BucketFigures]) throws -> [BucketKey: StatisticsFigures] {
        var table: [BucketKey: StatisticsFigures] = [:]
        var last: [Int: Int] = [:]
        for bucket in buckets {
            let key = BucketKey(grid: bucket.grid, index: bucket.index)
            if let before = last[bucket.grid], before >= bucket.index {
                throw Disorder(description: "\(key) came after bucket \(before)")
            }
            last[bucket.grid] = bucket.index
            table[key] = bucket.figures
        }
        return table
    }
}
