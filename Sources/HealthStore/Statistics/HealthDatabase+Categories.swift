// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import HealthModel
import HealthStatistics

extension HealthDatabase {
    /// How long each value of a category went on, bucket by bucket. Each moment belongs to one value: of samples that
    /// overlap, `CategoryPrecedence` of HealthStatistics says which one it is. Reads the samples.
    /// - Parameters:
    ///   - type: the identifier of a category type.
    ///   - from: the beginning of the range; nil where it has none. What lies before it is cut off.
    ///   - to: the end of the range; nil where it has none.
    ///   - buckets: the buckets; nil for one that takes everything.
    /// - Returns: the buckets in which there are samples, in order.
    /// - Throws: a ``StoreError``, `invalidArgument` for a type that is no category type.
    public func categoryDurations(
        type: String, from: Date? = nil, to: Date? = nil, buckets: CivilBuckets? = nil
    ) throws -> [CategoryRow] {
        try read { db in
            var timeline = try CategoryReader(db, type: type, from: from, to: to, buckets: buckets)
            return timeline?.rows() ?? []
        }
    }

    /// Which value of a category each moment belongs to, and which source says so, in order.
    /// - Parameters:
    ///   - type: the identifier of a category type.
    ///   - from: the beginning of the range.
    ///   - to: the end of the range.
    /// - Throws: a ``StoreError``, `invalidArgument` for a type that is no category type.
    public func categoryStretches(type: String, from: Date, to: Date) throws -> [CategoryStretch] {
        try read { db in
            var timeline = try CategoryReader(db, type: type, from: from, to: to, buckets: nil)
            return timeline?.stretches() ?? []
        }
    }
}

/// Reads the samples of a category type into a timeline.
private struct CategoryReader {
    private let db: Database
    private let grid: ClippedGrid
    private let sources: [StatisticsSource]
    private var timeline: CategoryTimeline
    private var first = Double.infinity
    private var last = -Double.infinity

    /// Nil where the store has never seen the type.
    init?(_ db: Database, type identifier: String, from: Date?, to: Date?, buckets: CivilBuckets?) throws {
        guard let description = HealthTypes.named(identifier), description.kind == .category else {
            throw StoreError(
                .invalidArgument, message: "\(identifier) is no category type, so its values have no durations",
                remedy: "ask for its statistics, or read its samples")
        }
        let bounds = (from?.timeIntervalSince1970 ?? -.infinity, to?.timeIntervalSince1970 ?? .infinity)
        guard bounds.0 <= bounds.1 else {
            throw StoreError(
                .invalidArgument, message: "a range of time cannot end before it begins",
                remedy: "exchange the two dates")
        }
        guard let type = try StatisticsQuery.number(db, type: identifier) else { return nil }
        self.db = db
        grid = ClippedGrid(buckets ?? SingleBucket() as any BucketGrid, start: bounds.0, end: bounds.1)
        timeline = CategoryTimeline(
            grid: grid, precedence: .standard(for: identifier), recordsStretches: from != nil && to != nil)
        timeline.bucketLimit = StatisticsQuery.mostBuckets
        let ranks = try SourceRankTable(db, type: type)
        sources = try StatisticsSource.named(db, ranks.sources)
        // Of types whose samples have nothing to tell but their time (a mindful session) exports have no values at all.
        let missingValue = description.valueEnum == "HKCategoryValue" ? HKCategoryValue.notApplicable.rawValue : nil
        var reader = try IntervalReader(
            db, type: type, from: bounds.0, to: bounds.1, ranks: ranks, missingValue: missingValue.map(Double.init))
        try reader.forEachBatch { batch in
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
    }

    mutating func rows() -> [CategoryRow] {
        timeline.takeBuckets().filter { ClippedGrid.isInside($0.index) }.map { bucket in
            var bounds = grid.bounds(of: bucket.index)
            if bounds.start == -.infinity { bounds.start = first }
            if bounds.end == .infinity { bounds.end = last }
            return CategoryRow(
                start: Date(timeIntervalSince1970: bounds.start), end: Date(timeIntervalSince1970: bounds.end),
                values: bucket.values, covered: bucket.covered)
        }
    }

    mutating func stretches() -> [CategoryStretch] {
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
