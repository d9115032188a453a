// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthStatistics

/// The samples of a source that do not count, because better-informed samples of the same source overlap them.
package struct ReplacedSamples: Sendable, Equatable {
    /// The source.
    package var source: StatisticsSource
    /// The number of samples.
    package var samples: Int
    /// The sum of their durations in the range, in seconds.
    package var duration: Double
}

extension HealthDatabase {
    /// Returns the samples in a range that do not count, because better-informed samples of the same source overlap them.
    /// - Parameters:
    ///   - type: The identifier of a quantity or category type.
    ///   - from: The start of the range.
    ///   - to: The end of the range.
    /// - Returns: The sources that have such samples, in their order.
    /// - Throws: A ``StoreError``.
    package func replacedSamples(type: String, from: Date, to: Date) throws -> [ReplacedSamples] {
        let (first, last) = (from.timeIntervalSince1970, to.timeIntervalSince1970)
        return try read { db in
            guard let number = try StatisticsQuery.number(db, type: type) else { return [] }
            let ranks = try SourceRankTable(db, type: number)
            guard ranks.hasPartial else { return [] }
            // Samples of some categories have dates only.
            let isCategory = HealthTypes.named(type)?.kind == .category
            var samples = try IntervalReader(
                db, type: number, from: first, to: last, ranks: ranks, missingValue: isCategory ? 0 : nil,
                recordsLeftOut: true)
            try samples.forEachBatch { _ in }
            let sources = try StatisticsSource.named(db, ranks.sources)
            let groups = Dictionary(grouping: samples.leftOut, by: \.rank)
            return groups.sorted { $0.key < $1.key }.compactMap { rank, samples in
                guard sources.indices.contains(Int(rank)) else { return nil }
                return ReplacedSamples(
                    source: sources[Int(rank)], samples: samples.count,
                    duration: samples.reduce(0) { $0 + max(0, min($1.end, last) - max($1.start, first)) })
            }
        }
    }
}
