// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthStatistics
import OpenHealthStore

extension AppSession {
    /// Returns statistics over samples that are filtered individually.
    func filteredStatistics(
        _ db: Database, _ request: StatisticsRequest, _ part: SampleQuery.Part
    ) throws -> [StatisticsRow] {
        let query = try StatisticsQuery(request)
        guard let type = try StatisticsQuery.number(db, type: request.type) else { return [] }
        let ranks = try SourceRankTable(db, type: type)
        var intervals = FilteredIntervals(
            reader: try SampleReader(db, [part], for: self), ranks: ranks,
            series: try SeriesReadings(db, type: type, startingFrom: -.infinity, from: -.infinity, to: .infinity))
        var rows = try query.rows(db, type: type, of: &intervals, ranks: ranks)
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
    /// The value of samples without a value; nil to skip such samples.
    private let missingValue: Double?
    /// The start of the first sample; nil before the first sample.
    private(set) var first: Double?

    private var buffer: IntervalBuffer

    var leftOut: [StatisticsInterval] { buffer.leftOut }

    init(
        reader: SampleReader, ranks: SourceRankTable, series: SeriesReadings?, missingValue: Double? = nil,
        recordsLeftOut: Bool = false
    ) {
        self.reader = reader
        self.ranks = ranks
        self.series = series
        self.missingValue = missingValue
        buffer = IntervalBuffer(ways: ranks.ways, recordsLeftOut: recordsLeftOut)
    }

    mutating func forEachBatch(_ body: (UnsafeBufferPointer<StatisticsInterval>) throws -> Void) throws {
        try reader.forEachCandidate { sample, filter in
            guard try filter.passes(sample) else { return true }
            guard let value = sample.value.isNaN ? missingValue : sample.value else { return true }
            if first == nil { first = sample.start }
            let rank = ranks.rank(ofProvenance: sample.provenance)
            let way = ranks.hasPartial ? ranks.way(ofProvenance: sample.provenance) : 0
            if ranks.hasPartial { buffer.cover(rank: rank, way: way, from: sample.start, to: sample.end) }
            series?.take(before: sample.start, into: &buffer.intervals)
            if series?.holds(sample.id) == true {
                try series?.add(sample.id, from: sample.start, to: sample.end, rank: rank, grid: 0)
            } else {
                let interval = StatisticsInterval(
                    start: sample.start, end: sample.end, value: value, rank: rank, grid: 0)
                if way > 0 { buffer.addPartial(interval, way: way) } else { buffer.intervals.append(interval) }
            }
            if buffer.isFull { try buffer.passDecided(before: sample.start, body) }
            return true
        }
        series?.take(before: .infinity, into: &buffer.intervals)
        try buffer.passDecided(before: .infinity, body)
    }
}
