// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthStatistics

/// A query for statistics, with validated arguments.
package struct StatisticsQuery {
    package let request: StatisticsRequest
    package let quantityType: HKQuantityType
    /// The range in seconds since 1970; infinite if it has no bound.
    package let from: Double
    package let to: Double

    var style: HKQuantityAggregationStyle { quantityType.aggregationStyle }

    /// Creates a query.
    /// - Throws: A ``StoreError``: `invalidArgument` if the type isn't a quantity type or the range ends before it begins.
    package init(_ request: StatisticsRequest) throws {
        self.request = request
        quantityType = try Self.quantityType(request.type)
        from = request.from?.timeIntervalSince1970 ?? -.infinity
        to = request.to?.timeIntervalSince1970 ?? .infinity
        guard from <= to else {
            throw StoreError(
                .invalidArgument, message: "the range ends before it begins",
                remedy: "swap the two dates")
        }
    }

    /// The maximum number of buckets of a result, including those of the sources, which limits the memory.
    static var maximumBuckets: Int { min(1_000_000, StoreWork.current?.maximumBuckets ?? .max) }

    /// The error for too many buckets.
    static var tooManyBuckets: StoreError {
        StoreError(
            .invalidArgument, message: "the result would have more than \(maximumBuckets) buckets",
            remedy: "request longer buckets or a shorter range")
    }

    /// Computes figures by bucket, in a shorter range if a single sample would make it endless.
    ///
    /// A sample that has not ended, or whose dates are wrong, can be in millions of days. Figures of a range without an end that would have
    /// too many buckets end tomorrow, and so do those with an ``LongSamples/endless`` sample. If such a sample remains, as it begins in
    /// another century, figures of a range without a start begin a hundred years ago.
    /// - Parameters:
    ///   - from: The start of the range; nil for no bound.
    ///   - to: The end of the range; nil for no bound.
    ///   - buckets: The buckets, which are not cut; nil for a single bucket.
    ///   - now: The current date.
    ///   - body: Computes the figures of a range.
    package static func limited<Rows>(
        from: Date?, to: Date?, buckets: CivilBuckets?, now: Date = Date(), _ body: (Date?, Date?) throws -> Rows
    ) throws -> Rows {
        func bounds(_ date: Date) -> (start: Date, end: Date) {
            guard let buckets else { return (date, date) }
            let bounds = buckets.bounds(of: buckets.index(containing: date.timeIntervalSince1970))
            return (Date(timeIntervalSince1970: bounds.start), Date(timeIntervalSince1970: bounds.end))
        }
        do {
            return try body(from, to)
        } catch let error as StoreError
            where to == nil && [tooManyBuckets.message, LongSamples.endless.message].contains(error.message)
        {
            let tomorrow = bounds(max(now, from ?? now).addingTimeInterval(86_400)).end
            return try limited(from: from, to: tomorrow, buckets: buckets, now: now, body)
        } catch let error as StoreError where from == nil && error.message == LongSamples.endless.message {
            let first = bounds(min(now, to ?? now).addingTimeInterval(-LongSamples.shortest)).start
            return try body(first, to)
        }
    }

    /// The check of samples that are in too many buckets; nil without buckets.
    var longSamples: LongSamples? {
        request.buckets.map {
            request.boundary == .clipped
                ? LongSamples(buckets: $0, from: from, to: to, isClipped: true)
                : LongSamples(buckets: $0, from: -.infinity, to: .infinity, isClipped: false)
        }
    }

    /// The buckets, without regard to the range.
    package var grid: any BucketGrid { request.buckets ?? SingleBucket() as any BucketGrid }

    /// Whether the samples of copies of workouts count, and would not otherwise.
    var countsCopies: Bool { request.countsCopies && EffortCopies.isSummed(request.type) }

    /// Whether only samples that begin in a bucket count in it.
    var countsWholeSamples: Bool { DayFigures.countsWholeSamples(of: request.type, in: request.buckets) }

    /// The buckets, clipped to the range.
    var clippedGrid: ClippedGrid { ClippedGrid(grid, start: from, end: to) }

    /// Returns the quantity type with an identifier.
    package static func quantityType(_ identifier: String) throws -> HKQuantityType {
        guard let description = HealthTypes.named(identifier) else {
            throw StoreError(
                .invalidArgument, message: "no type is called \(identifier.debugDescription)",
                remedy: "give the identifier of a quantity type, such as HKQuantityTypeIdentifierStepCount")
        }
        guard description.kind == .quantity else {
            throw StoreError(
                .invalidArgument, message: "\(identifier) is not a quantity type, so it has no sums and averages",
                remedy: description.kind == .category
                    ? "request the durations of its values" : "list its samples instead")
        }
        return HKQuantityType(HKQuantityTypeIdentifier(rawValue: identifier))
    }

    /// Returns the number of a type in a store, or nil if the store doesn't contain the type.
    package static func number(_ db: Database, type identifier: String) throws -> Int64? {
        try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT id FROM sample_type WHERE identifier = ?"), arguments: [identifier])
    }

    /// Returns the rows of completed buckets.
    /// - Parameters:
    ///   - sources: The buckets of each source, highest priority first; empty if they weren't requested.
    package func rows(
        _ merged: [BucketFigures], sources: [(source: StatisticsSource, buckets: [BucketFigures])], _ db: Database,
        type: Int64
    ) throws -> [StatisticsRow] {
        let grid: any BucketGrid = request.boundary == .clipped ? clippedGrid : grid
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
                sources: request.separateBySource ? figures[bucket.index] ?? [] : nil)
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
            arguments: [type, try TypeExtents.earliestStart(db, type: type, endingFrom: from), to, from])
        return request.boundary == .clipped ? max(first ?? from, from) : first ?? from
    }
}

/// A check of samples that are in too many buckets, before each of these is computed.
///
/// The number of the buckets of a sample follows from its dates. Samples of more than a hundred years have not ended, or have wrong dates.
struct LongSamples {
    private let buckets: CivilBuckets
    /// The range to which samples are clipped, in seconds since 1970; infinite if it has no bound.
    private let from: Double
    private let to: Double
    /// Whether samples are clipped to the range, so that a shorter range has fewer buckets.
    private let isClipped: Bool
    /// The duration in seconds up to which samples need no check.
    private let usual: Double

    /// The duration in seconds beyond which samples can be endless: a hundred years.
    static let shortest = StoreLimits.durations.upperBound
    /// The maximum number of buckets of such a sample in a range without bounds: as many as there are years.
    private static let maximumBuckets = 10_000

    /// The error for a sample that lasts too long for a range without bounds.
    static var endless: StoreError {
        StoreError(
            .invalidArgument,
            message: "a sample of more than a hundred years would be in more than \(maximumBuckets) buckets",
            remedy: "request longer buckets, or a range with a start and an end")
    }

    init(buckets: CivilBuckets, from: Double, to: Double, isClipped: Bool) {
        self.buckets = buckets
        self.from = from
        self.to = to
        self.isClipped = isClipped
        usual = min(Self.shortest, buckets.meanLength * Double(StatisticsQuery.maximumBuckets / 2))
    }

    /// Checks a sample.
    /// - Throws: ``StatisticsQuery/tooManyBuckets`` or ``endless``.
    @inline(__always)
    func check(start: Double, end: Double) throws {
        if end - start > usual { try checkLong(start: max(start, from), end: min(end, to)) }
    }

    private func checkLong(start: Double, end: Double) throws {
        guard end - start > usual else { return }
        let count = buckets.index(containing: end) - buckets.index(containing: start)
        if count > StatisticsQuery.maximumBuckets { throw StatisticsQuery.tooManyBuckets }
        let isUnbounded = from == -.infinity || to == .infinity
        if isClipped, isUnbounded, end - start > Self.shortest, count > Self.maximumBuckets { throw Self.endless }
    }
}

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
