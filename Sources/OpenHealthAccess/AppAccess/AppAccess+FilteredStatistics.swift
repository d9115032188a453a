// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthStatistics
import OpenHealthStore

extension AppAccess {
    /// Returns statistics over samples that are filtered individually.
    func filteredStatistics(
        _ db: Database, _ request: StatisticsRequest, _ part: SampleQuery.Part
    ) throws -> [StatisticsRow] {
        try request.check()
        guard let type = try RecordReader.typeNumber(db, of: request.type) else { return [] }
        let isOfDates =
            switch part.predicate.simplified {
            case .constant, .interval: true
            default: false
            }
        let ranks = try SourceRankTable(
            db, type: type,
            countsCopies: request.countsCopies || !isOfDates || access(db, request.quantityType) != .all)
        var intervals = FilteredIntervals(
            reader: try SampleReader(db, [part], for: self), ranks: ranks,
            series: try SeriesReadings(db, type: type, startingFrom: -.infinity, from: -.infinity, to: .infinity))
        var rows = try SampleSweep(db, request, type: type).rows(of: &intervals, ranks: ranks)
        // A single bucket begins with the first matching sample.
        if request.buckets == nil, let first = intervals.first, !rows.isEmpty {
            rows[0].start = Date(timeIntervalSince1970: first)
        }
        return rows
    }
}

/// The visible samples that match a predicate, as intervals.
struct FilteredIntervals: IntervalBatches {
    private let reader: SampleReader
    private let ranks: SourceRankTable
    private var series: SeriesReadings?
    /// The purposes of samples; nil for types without purposes.
    private var purposes: MetadataPurposes?
    /// The value of samples without a value; nil to skip such samples.
    private let missingValue: Double?
    /// The start of the first sample; nil before the first sample.
    private(set) var first: Double?

    private var buffer: IntervalBuffer

    var leftOut: [StatisticsInterval] { buffer.leftOut }
    var repeated: [StatisticsInterval] { buffer.repeated }
    var minuteReadings: Int { buffer.minuteReadings }

    init(
        reader: SampleReader, ranks: SourceRankTable, series: SeriesReadings?, missingValue: Double? = nil,
        recordsLeftOut: Bool = false
    ) {
        self.reader = reader
        self.ranks = ranks
        self.series = series
        self.missingValue = missingValue
        purposes = ranks.hasPurposes ? MetadataPurposes(reader.db) : nil
        buffer = IntervalBuffer(for: ranks, recordsLeftOut: recordsLeftOut)
    }

    mutating func forEachBatch(_ body: (UnsafeBufferPointer<StatisticsInterval>) throws -> Void) throws {
        try reader.forEachCandidate { sample, filter in
            guard try filter.passes(sample) else { return true }
            guard let value = sample.value.isNaN ? missingValue : sample.value else { return true }
            if first == nil { first = sample.start }
            let rank = ranks.rank(ofProvenance: sample.provenance)
            if let copies = ranks.copies,
                copies.contains(rank: ranks.sourceRank(of: rank), start: sample.start, end: sample.end)
                    || copies.contains(sample.id)
            {
                return true
            }
            let way = ranks.hasPartial ? ranks.way(ofProvenance: sample.provenance) : 0
            let purpose = try purposes?.purpose(ofMetadata: sample.metadata) ?? .unknown
            if ranks.hasPartial { buffer.cover(rank: rank, purpose, way: way, from: sample.start, to: sample.end) }
            series?.take(before: sample.start, into: &buffer.intervals)
            if series?.holds(sample.id) == true {
                try series?.add(sample.id, from: sample.start, to: sample.end, rank: rank, grid: 0, purpose)
            } else {
                var interval = StatisticsInterval(
                    start: sample.start, end: sample.end, value: value, rank: rank, grid: 0)
                interval.purpose = purpose
                if way > 0 {
                    let isOfMinute = ranks.isOfMinute(
                        provenance: sample.provenance, start: sample.start, end: sample.end)
                    buffer.addPartial(interval, way: way, isOfMinute: isOfMinute)
                } else {
                    buffer.intervals.append(interval)
                }
            }
            if buffer.isFull { try buffer.passDecided(before: sample.start, body) }
            return true
        }
        series?.take(before: .infinity, into: &buffer.intervals)
        try buffer.passDecided(before: .infinity, body)
    }
}

extension AppAccess {
    /// Explains the sum of the visible samples of a cumulative type over a range. Samples are clipped to the range.
    ///
    /// The order contains only sources with samples in the range. Other sources aren't disclosed, because the app might only have
    /// permission for a part of the data.
    /// - Throws: An `HKError`: `errorInvalidArgument` if the type isn't cumulative or the range ends before it begins;
    ///   `errorAuthorizationNotDetermined` if the app hasn't requested authorization.
    package func explanation(of type: HKQuantityType, from: Date, to: Date) throws -> StatisticsExplanation {
        guard type.aggregationStyle == .cumulative else {
            throw HKError(
                .errorInvalidArgument, "\(type.identifier) is not cumulative, so it has no sum to explain.")
        }
        return try read(noting: { $0.stretches.isEmpty ? [] : AccessNote.figures(type, [(from, to)]) }) { db in
            let access = try access(db, type)
            let request = StatisticsRequest(type: type.identifier, from: from, to: to)
            try request.check()
            let unit = type.canonicalUnit.unitString
            guard let number = try RecordReader.typeNumber(db, of: type.identifier) else {
                return StatisticsExplanation(order: [], total: 0, unit: unit, stretches: [])
            }
            let ranks = try SourceRankTable(
                db, type: number, countsCopies: try access != .all || countsCopies(db, type))
            var explanation: StatisticsExplanation
            if access == .all {
                var samples = try IntervalReader(
                    db, type: number, from: request.start, to: request.end, ranks: ranks, recordsLeftOut: true)
                explanation = try ExplanationReader(db, request, type: number, of: &samples, ranks: ranks).explanation()
                explanation = try AggregateFigures.add(to: explanation, db, request, type: number)
            } else {
                var samples = try visibleIntervals(
                    db, type, number: number, from: request.start, to: request.end, ranks)
                explanation = try ExplanationReader(db, request, type: number, of: &samples, ranks: ranks).explanation()
            }
            let present = Set(
                explanation.stretches.flatMap { [$0.source.id] + $0.leftOut.map(\.source.id) })
            explanation.order.removeAll { !present.contains($0.source.id) }
            return explanation
        }
    }

    /// Returns the durations of the values of a category in the visible samples, by bucket; see
    /// ``HealthDatabase/categoryDurations(type:from:to:buckets:)``.
    /// - Throws: An `HKError`: `errorInvalidArgument` if the range ends before it begins or there are too many buckets;
    ///   `errorAuthorizationNotDetermined` if the app hasn't requested authorization.
    package func categoryDurations(
        of type: HKCategoryType, from: Date?, to: Date?, buckets: CivilBuckets?
    ) throws -> [CategoryRow] {
        try read(noting: { AccessNote.figures(type, $0.map { ($0.start, $0.end) }) }) { db in
            let access = try access(db, type)
            return try StatisticsRequest.limited(from: from, to: to, buckets: buckets) { from, to in
                let query = try CategoryQuery(type: type.identifier, from: from, to: to, buckets: buckets)
                if access == .all { return try CategoryReader.rowsOfAll(db, query) }
                guard let number = try RecordReader.typeNumber(db, of: type.identifier) else { return [] }
                let ranks = try SourceRankTable(db, type: number)
                var samples = try visibleIntervals(
                    db, type, number: number, from: query.from, to: query.to, ranks, missingValue: query.missingValue)
                var timeline = try CategoryReader(db, query, of: &samples, ranks: ranks)
                return timeline.rows()
            }
        }
    }

    /// Returns the visible samples that overlap a range.
    private func visibleIntervals(
        _ db: Database, _ type: HKSampleType, number: Int64, from: Double, to: Double, _ ranks: SourceRankTable,
        missingValue: Double? = nil
    ) throws -> FilteredIntervals {
        let part = SampleQuery.Part(type, .interval(PredicateInterval(from: from, to: to)))
        return FilteredIntervals(
            reader: try SampleReader(db, [part], for: self), ranks: ranks,
            series: try SeriesReadings(db, type: number, startingFrom: -.infinity, from: from, to: to),
            missingValue: missingValue, recordsLeftOut: true)
    }
}
