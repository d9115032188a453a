// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthStatistics

/// Reads the samples of a category type into a timeline.
package struct CategoryReader {
    private let grid: ClippedGrid
    private let sources: [StatisticsSource]
    private var timeline: CategoryTimeline
    /// The start date of the first sample and the latest end date.
    private let first: Double
    private let last: Double

    /// Creates a reader of all samples, or returns nil if the store doesn't contain the type.
    package static func ofAll(_ db: Database, _ query: CategoryQuery) throws -> CategoryReader? {
        guard let type = try StatisticsQuery.number(db, type: query.type) else { return nil }
        let ranks = try SourceRankTable(db, type: type)
        var samples = try IntervalReader(
            db, type: type, from: query.from, to: query.to, ranks: ranks, missingValue: query.missingValue)
        return try CategoryReader(db, query, of: &samples, ranks: ranks)
    }

    /// Creates a reader of a subset of the samples.
    /// - Parameter samples: The samples to include, in order of their start dates.
    package init(
        _ db: Database, _ query: CategoryQuery, of samples: inout some IntervalBatches, ranks: SourceRankTable
    ) throws {
        grid = ClippedGrid(query.buckets ?? SingleBucket() as any BucketGrid, start: query.from, end: query.to)
        var timeline = CategoryTimeline(
            grid: grid, precedence: .standard(for: query.type),
            recordsStretches: query.from.isFinite && query.to.isFinite)
        timeline.bucketLimit = StatisticsQuery.maximumBuckets
        sources = try StatisticsSource.named(db, ranks.sources)
        var (first, last) = (Double.infinity, -Double.infinity)
        try samples.forEachBatch { batch in
            for sample in batch {
                first = min(first, sample.start)
                last = max(last, sample.end)
            }
            timeline.add(
                batch.map {
                    CategoryInterval(start: $0.start, end: $0.end, value: Int(exactly: $0.value) ?? -1, rank: $0.rank)
                })
        }
        timeline.finish()
        if timeline.isOverLimit { throw StatisticsQuery.tooManyBuckets }
        self.timeline = timeline
        self.first = first
        self.last = last
    }

    package mutating func rows() -> [CategoryRow] {
        timeline.takeBuckets().filter { ClippedGrid.isInside($0.index) }.map { bucket in
            var bounds = grid.bounds(of: bucket.index)
            if bounds.start == -.infinity { bounds.start = first }
            if bounds.end == .infinity { bounds.end = last }
            return CategoryRow(
                start: Date(timeIntervalSince1970: bounds.start), end: Date(timeIntervalSince1970: bounds.end),
                values: bucket.values, covered: bucket.covered)
        }
    }

    package mutating func stretches() -> [CategoryStretch] {
        let range = grid.bounds(of: 0)
        return timeline.takeStretches().compactMap { stretch in
            let (start, end) = (max(stretch.start, range.start), min(stretch.end, range.end))
            guard start < end, sources.indices.contains(Int(stretch.rank)) else { return nil }
            return CategoryStretch(
                from: Date(timeIntervalSince1970: start), to: Date(timeIntervalSince1970: end), value: stretch.value,
                source: sources[Int(stretch.rank)])
        }
    }
}
