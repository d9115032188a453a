// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthStatistics

/// An explanation of a sum: the source that counted in each interval, and the amounts that were skipped.
///
/// The sum of the amounts of all intervals is the total. An interval with the amount 0 and no samples only lists skipped amounts of
/// its time. A figure of an hour, a day or a longer interval that a phone pushed is an
/// interval without samples; its source has a negative number, and a name that says so.
public struct StatisticsExplanation: Sendable, Hashable {
    /// An interval in which one source counted.
    public struct Stretch: Sendable, Hashable {
        /// The start of the interval.
        public var from: Date
        /// The end of the interval; equal to ``from`` for instants.
        public var to: Date
        /// The source that counted.
        public var source: StatisticsSource
        /// The amount that the source counted in the interval.
        public var amount: Double
        /// The number of samples of the source that overlap the interval.
        public var samples: Int
        /// The amounts that were skipped in the interval.
        public var leftOut: [LeftOut] = []
    }

    /// An amount that did not count in an interval.
    public struct LeftOut: Sendable, Hashable {
        /// The reason for skipping an amount.
        public enum Reason: Sendable, Hashable {
            /// A source with higher priority has data for the same time.
            case betterSource(StatisticsSource)
            /// The same source has another sample with the same dates and value.
            case reportedTwice
            /// The samples lack properties because a push brought them, and complete samples of the same source, which an import or
            /// another app brought, overlap them.
            case betterInformed
            /// The samples belong to a workout that is a copy of a workout of another source, whose samples count.
            case copyOfWorkout
        }

        /// The source that did not count.
        public var source: StatisticsSource
        /// The amount that the source would have counted.
        public var amount: Double
        /// The number of samples of the source that overlap the interval.
        public var samples: Int
        /// The reason.
        public var reason: Reason
    }

    /// The sources in order of priority.
    public var order: [RankedSource]
    /// The sum, as returned by ``HealthDatabase/statistics(_:)``.
    public var total: Double
    /// The unit of all amounts.
    public var unit: String
    /// The intervals, in order.
    public var stretches: [Stretch]
    /// The number of readings without an end that count for their minute; see ``ReadingMinute``.
    package var minuteReadings = 0

    /// Creates an explanation; see the properties.
    public init(order: [RankedSource], total: Double, unit: String, stretches: [Stretch]) {
        self.order = order
        self.total = total
        self.unit = unit
        self.stretches = stretches
    }
}

extension HealthDatabase {
    /// Explains the sum of a cumulative type over a range: the sources that counted, and the amounts that were skipped.
    /// - Parameters:
    ///   - type: The identifier of a cumulative quantity type.
    ///   - from: The start of the range.
    ///   - to: The end of the range.
    /// - Returns: The sum that ``statistics(_:)`` returns for a single bucket of the range, and its parts.
    /// - Throws: A ``StoreError``: `invalidArgument` for other types.
    public func explanation(type: String, from: Date, to: Date) throws -> StatisticsExplanation {
        let request = StatisticsRequest(type: type, from: from, to: to)
        try request.check()
        guard try request.style == .cumulative else {
            throw StoreError(
                .invalidArgument, message: "\(type) is not cumulative, so it has no sum to explain",
                remedy: "request its statistics by source")
        }
        return try read { db in
            guard let number = try RecordReader.typeNumber(db, of: type) else {
                return StatisticsExplanation(
                    order: [], total: 0, unit: try request.quantityType.canonicalUnit.unitString, stretches: [])
            }
            let ranks = try SourceRankTable(db, type: number)
            var samples = try IntervalReader(
                db, type: number, from: request.start, to: request.end, ranks: ranks, recordsLeftOut: true)
            let explanation = try ExplanationReader(db, request, type: number, of: &samples, ranks: ranks).explanation()
            return try AggregateFigures.add(to: explanation, db, request, type: number)
        }
    }
}

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
            guard let number = try RecordReader.typeNumber(db, of: type) else { return [] }
            let ranks = try SourceRankTable(db, type: number)
            guard ranks.hasPartial else { return [] }
            // Samples of some categories have dates only.
            let isCategory = HealthTypes.named(type)?.kind == .category
            var samples = try IntervalReader(
                db, type: number, from: first, to: last, ranks: ranks, missingValue: isCategory ? 0 : nil,
                recordsLeftOut: true)
            try samples.forEachBatch { _ in }
            let sources = try StatisticsSource.named(db, ranks.sources)
            let groups = Dictionary(grouping: samples.leftOut, by: { ranks.position(ofRank: $0.rank) })
            return groups.sorted { $0.key < $1.key }.compactMap { position, samples in
                guard sources.indices.contains(position) else { return nil }
                return ReplacedSamples(
                    source: sources[position], samples: samples.count,
                    duration: samples.reduce(0) { $0 + max(0, min($1.end, last) - max($1.start, first)) })
            }
        }
    }
}
