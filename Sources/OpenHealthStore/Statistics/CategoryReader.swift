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
        guard let type = try RecordReader.typeNumber(db, of: query.type) else { return nil }
        let ranks = try SourceRankTable(db, type: type)
        var samples = try IntervalReader(
            db, type: type, from: query.from, to: query.to, ranks: ranks, missingValue: query.missingValue)
        return try CategoryReader(db, query, of: &samples, ranks: ranks)
    }

    /// Returns the durations in all samples, and in figures of times without samples.
    package static func rowsOfAll(_ db: Database, _ query: CategoryQuery) throws -> [CategoryRow] {
        var timeline = try ofAll(db, query)
        return try CategoryFigures(db, query).add(to: timeline?.rows() ?? [], query)
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
        timeline.bucketLimit = StatisticsRequest.maximumBuckets
        sources = try StatisticsSource.named(db, ranks.sources)
        var (first, last) = (Double.infinity, -Double.infinity)
        let long = query.buckets.map {
            LongSamples(buckets: $0, from: query.from, to: query.to, isClipped: true)
        }
        try samples.forEachBatch { batch in
            for sample in batch {
                try long?.check(start: sample.start, end: sample.end)
                first = min(first, sample.start)
                last = max(last, sample.end)
            }
            timeline.add(
                batch.map {
                    CategoryInterval(start: $0.start, end: $0.end, value: Int(exactly: $0.value) ?? -1, rank: $0.rank)
                })
        }
        timeline.finish()
        if timeline.isOverLimit { throw StatisticsRequest.tooManyBuckets }
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

/// A query for the durations of a category's values, with validated arguments.
package struct CategoryQuery {
    package let type: String
    package let description: HealthTypeDescription
    /// The range in seconds since 1970; infinite if it has no bound.
    package let from: Double
    package let to: Double
    package let buckets: CivilBuckets?

    /// Creates a query.
    /// - Throws: A ``StoreError``: `invalidArgument` if the type isn't a category type or the range ends before it begins.
    package init(type: String, from: Date? = nil, to: Date? = nil, buckets: CivilBuckets? = nil) throws {
        guard let description = HealthTypes.named(type), description.kind == .category else {
            throw StoreError(
                .invalidArgument, message: "\(type) is not a category type, so its values have no durations",
                remedy: "request its statistics, or list its samples")
        }
        self.type = type
        self.description = description
        self.from = from?.timeIntervalSince1970 ?? -.infinity
        self.to = to?.timeIntervalSince1970 ?? .infinity
        self.buckets = buckets
        guard self.from <= self.to else {
            throw StoreError(
                .invalidArgument, message: "the range ends before it begins",
                remedy: "swap the two dates")
        }
    }

    /// The value of samples without a value; nil to skip such samples. Exports contain no values for types whose samples only
    /// have dates, such as mindful sessions.
    package var missingValue: Double? {
        description.valueEnum == "HKCategoryValue" ? Double(HKCategoryValue.notApplicable.rawValue) : nil
    }
}

/// The durations of the values of a category in one bucket.
public struct CategoryRow: Sendable, Hashable {
    /// The start of the bucket; without buckets, the start of the range or of the earliest sample.
    public var start: Date
    /// The end of the bucket; without buckets, the end of the range or of the latest sample.
    public var end: Date
    /// The values in ascending order of their raw values; never empty.
    public var values: [CategoryValueDuration]
    /// The number of seconds that samples cover, which is the sum of the durations.
    public var covered: Double
}

/// An interval with one value of a category, and the source of the value.
public struct CategoryStretch: Sendable, Hashable {
    /// The start of the interval.
    public var from: Date
    /// The end of the interval.
    public var to: Date
    /// The raw value of the category.
    public var value: Int
    /// The source.
    public var source: StatisticsSource
}

extension HealthDatabase {
    /// Returns the durations of the values of a category by bucket. Each moment has one value: `CategoryPrecedence` of
    /// OpenHealthStatistics determines the value of overlapping samples. Reads the samples. Figures of nights, stand hours and mindful
    /// minutes that phones pushed are included for times without samples. A range without bounds that an endless sample would fill is limited
    /// as in ``statistics(_:)``.
    /// - Parameters:
    ///   - type: The identifier of a category type.
    ///   - from: The start of the range; nil for no bound. Samples are clipped to the range.
    ///   - to: The end of the range; nil for no bound.
    ///   - buckets: The buckets; nil for a single bucket.
    /// - Returns: The buckets that contain samples, in order.
    /// - Throws: A ``StoreError``: `invalidArgument` if the type isn't a category type.
    public func categoryDurations(
        type: String, from: Date? = nil, to: Date? = nil, buckets: CivilBuckets? = nil
    ) throws -> [CategoryRow] {
        try StatisticsRequest.limited(from: from, to: to, buckets: buckets) { from, to in
            try read { db in
                try CategoryReader.rowsOfAll(db, CategoryQuery(type: type, from: from, to: to, buckets: buckets))
            }
        }
    }

    /// Returns the intervals of the values of a category with their sources, in order.
    /// - Parameters:
    ///   - type: The identifier of a category type.
    ///   - from: The start of the range.
    ///   - to: The end of the range.
    /// - Throws: A ``StoreError``: `invalidArgument` if the type isn't a category type.
    public func categoryStretches(type: String, from: Date, to: Date) throws -> [CategoryStretch] {
        try read { db in
            var timeline = try CategoryReader.ofAll(db, CategoryQuery(type: type, from: from, to: to))
            return timeline?.stretches() ?? []
        }
    }
}
