// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthStatistics

/// The statistics of one bucket, in the canonical unit of the type.
public struct StatisticsRow: Sendable, Hashable {
    /// The start of the bucket; without buckets, the start of the range or of the earliest sample.
    public var start: Date
    /// The end of the bucket; without buckets, the end of the range or of the latest sample.
    public var end: Date
    /// The statistics over all sources.
    public var figures: StatisticsFigures
    /// The statistics of each source, highest priority first; nil unless they were requested.
    public var sources: [SourceStatistics]?
    /// The number of figures of hours, days or longer intervals in ``figures``, which phones pushed for times without samples.
    package var aggregates = 0
}

/// The statistics of one source in one bucket, without regard to other sources.
public struct SourceStatistics: Sendable, Hashable {
    /// The source.
    public var source: StatisticsSource
    /// The statistics of the source.
    public var figures: StatisticsFigures
}

extension StatisticsRequest {
    /// Returns the rows of completed buckets.
    /// - Parameters:
    ///   - sources: The buckets of each source, highest priority first; empty if they weren't requested.
    package func rows(
        _ merged: [BucketFigures], sources: [(source: StatisticsSource, buckets: [BucketFigures])], _ db: Database,
        type: Int64
    ) throws -> [StatisticsRow] {
        let grid = countedGrid
        var figures: [Int: [SourceStatistics]] = [:]
        for (source, buckets) in sources {
            for bucket in buckets {
                figures[bucket.index, default: []].append(SourceStatistics(source: source, figures: bucket.figures))
            }
        }
        return try merged.map { bucket in
            var bounds = grid.bounds(of: bucket.index)
            // Only a bucket without a lower bound, which is the first, needs the start date of its samples.
            if bounds.start == -.infinity { bounds.start = try firstStart(db, type: type) }
            if bounds.end == .infinity { bounds.end = max(bounds.start, bucket.figures.mostRecent.end) }
            return StatisticsRow(
                start: Date(timeIntervalSince1970: bounds.start),
                end: Date(timeIntervalSince1970: max(bounds.start, bounds.end)), figures: bucket.figures,
                sources: separateBySource ? figures[bucket.index] ?? [] : nil)
        }
    }

    /// Returns the earliest start date of a sample in the range, or the start of the range if such a sample is clipped to it.
    private func firstStart(_ db: Database, type: Int64) throws -> Double {
        let first = try Double.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT start FROM sample WHERE type = ?1 AND start >= ?2 AND start < ?3 AND (start >= ?4 OR end > ?4)
                    ORDER BY start LIMIT 1
                    """),
            arguments: [type, try TypeExtents.earliestStart(db, type: type, endingFrom: start), end, start])
        return boundary == .clipped ? max(first ?? start, start) : first ?? start
    }
}
