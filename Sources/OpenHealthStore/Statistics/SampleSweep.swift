// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthStatistics

/// A computation of statistics from samples, for requests for which cells don't suffice.
package struct SampleSweep {
    private let request: StatisticsRequest
    private let db: Database
    private let type: Int64
    private let style: HKQuantityAggregationStyle

    /// Creates a computation.
    /// - Parameter type: The number of the type.
    package init(_ db: Database, _ request: StatisticsRequest, type: Int64) throws {
        (self.request, self.db, self.type) = (request, db, type)
        style = try request.style
    }

    /// Returns the rows, in order of their buckets.
    func rows() throws -> [StatisticsRow] {
        let ranks = try SourceRankTable(db, type: type, countsCopies: request.countsCopies)
        let zones = request.usesSampleTimeZones ? try zones() : SampleZones()
        var reader = try IntervalReader(
            db, type: type, from: request.start - zones.reach, to: request.end + zones.reach, ranks: ranks,
            grids: zones.grids.isEmpty ? nil : zones.gridOfMetadata)
        return try rows(of: &reader, ranks: ranks, zones: zones)
    }

    /// Returns the rows of samples that another reader provides, in order of their buckets. The time zones of samples are ignored.
    package func rows(of batches: inout some IntervalBatches, ranks: SourceRankTable) throws -> [StatisticsRow] {
        try rows(of: &batches, ranks: ranks, zones: SampleZones())
    }

    private func rows(
        of batches: inout some IntervalBatches, ranks: SourceRankTable, zones: SampleZones
    ) throws -> [StatisticsRow] {
        var merged = collector(zones)
        var bySource: [Collector] = []
        if request.separateBySource { bySource = ranks.sources.map { _ in collector(zones) } }
        var remaining = StatisticsRequest.maximumBuckets
        let long = request.longSamples
        try batches.forEachBatch { batch in
            if let long { for sample in batch { try long.check(start: sample.start, end: sample.end) } }
            try merged.add(batch, remaining: &remaining)
            guard !bySource.isEmpty else { return }
            for (position, samples) in Dictionary(grouping: batch, by: { ranks.position(ofRank: $0.rank) })
            where bySource.indices.contains(position) {
                try ranks.alone(samples).withUnsafeBufferPointer {
                    try bySource[position].add($0, remaining: &remaining)
                }
            }
        }
        let sources = bySource.isEmpty ? [] : try StatisticsSource.named(db, ranks.sources)
        var separate: [(StatisticsSource, [BucketFigures])] = []
        let all = try merged.finish(remaining: &remaining)
        for position in bySource.indices {
            separate.append((sources[position], try bySource[position].finish(remaining: &remaining)))
        }
        return try request.rows(all, sources: separate, db, type: type)
    }

    // MARK: Zones

    /// The grids for the time zones of samples.
    private struct SampleZones {
        /// A grid for each time zone, at the indices after the first.
        var grids: [any BucketGrid] = []
        /// The index of the grid by the number of the metadata with the time zone.
        var gridOfMetadata: [Int64: Int32] = [:]
        /// The distance in seconds from the range in which there can be samples of its local days.
        var reach = 0.0
    }

    private func zones() throws -> SampleZones {
        guard let buckets = request.buckets else { return SampleZones() }
        var zones = SampleZones()
        var places: [String: Int32] = [:]
        let rows = try Row.fetchCursor(
            db, sql: "SELECT \(MetadataZoneColumn.selection) FROM metadata WHERE time_zone IS NOT NULL ORDER BY id")
        while let row = try rows.next() {
            let (id, name): (Int64, String) = (
                try row.value(at: MetadataZoneColumn.id), try row.value(at: MetadataZoneColumn.timeZone)
            )
            if places[name] == nil {
                guard let zone = TimeZone(identifier: name), zone != buckets.timeZone else { continue }
                zones.grids.append(
                    clipped(
                        buckets.with(timeZone: zone), from: local(request.start, zone), to: local(request.end, zone)))
                places[name] = Int32(zones.grids.count)
            }
            zones.gridOfMetadata[id] = places[name]
        }
        // Time zones differ by at most 26 hours, from UTC-12 to UTC+14; before standard time, the difference was nearly 31 hours.
        if !zones.grids.isEmpty, request.boundary == .clipped { zones.reach = 32 * 3600 }
        return zones
    }

    /// Returns the instant with the same civil time in a time zone as an instant in the time zone of the buckets.
    private func local(_ seconds: Double, _ zone: TimeZone) -> Double {
        guard seconds.isFinite, let home = request.buckets?.timeZone else { return seconds }
        let offset = home.secondsFromGMT(for: Date(timeIntervalSince1970: seconds))
        return CivilTime.instant(civilSeconds: seconds + Double(offset), in: zone)
    }

    private func clipped(_ grid: any BucketGrid, from: Double, to: Double) -> any BucketGrid {
        request.boundary == .clipped ? ClippedGrid(grid, start: from, end: to) : grid
    }

    private func collector(_ zones: SampleZones) -> Collector {
        let sweep = IntervalSweep(
            style: style, grids: [request.countedGrid] + zones.grids,
            sharesNumbers: true, events: EventRule(type: request.type))
        return Collector(
            sweep, style: style, hasOneGrid: zones.grids.isEmpty, countsWholeSamples: request.countsWholeSamples)
    }

    /// A sweep and its output, in which buckets with the same index, such as the same day in several time zones, are merged.
    private struct Collector {
        private var sweep: IntervalSweep
        private let style: HKQuantityAggregationStyle
        private var buckets: [Int: BucketAggregate] = [:]
        /// The buckets of a single grid, which are produced once and in order.
        private var figures: [BucketFigures] = []
        private let hasOneGrid: Bool
        private let countsWholeSamples: Bool

        init(
            _ sweep: IntervalSweep, style: HKQuantityAggregationStyle, hasOneGrid: Bool, countsWholeSamples: Bool
        ) {
            self.sweep = sweep
            self.style = style
            self.hasOneGrid = hasOneGrid
            self.countsWholeSamples = countsWholeSamples
        }

        /// Adds samples.
        /// - Parameter remaining: The number of buckets that can still be added.
        /// - Throws: A ``StoreError`` if there are more.
        mutating func add(_ samples: UnsafeBufferPointer<StatisticsInterval>, remaining: inout Int) throws {
            // The buckets before and after the range aren't counted.
            sweep.outputLimit = remaining + 2
            sweep.add(samples)
            try take(&remaining)
        }

        mutating func finish(remaining: inout Int) throws -> [BucketFigures] {
            sweep.outputLimit = remaining + 2
            sweep.finish()
            try take(&remaining)
            if hasOneGrid { return figures }
            return buckets.sorted { $0.key < $1.key }.map {
                BucketFigures(index: $0.key, $0.value, style: style)
            }
        }

        private mutating func take(_ remaining: inout Int) throws {
            for output in sweep.takeOutput() where ClippedGrid.isInside(output.index) {
                guard let aggregate = countsWholeSamples ? output.aggregate.ofStarted : output.aggregate else {
                    continue
                }
                if hasOneGrid {
                    figures.append(BucketFigures(index: output.index, aggregate, style: style))
                    remaining -= 1
                } else if buckets[output.index]?.merge(aggregate) == nil {
                    buckets[output.index] = aggregate
                    remaining -= 1
                }
            }
            if remaining < 0 || sweep.isOverLimit { throw StatisticsRequest.tooManyBuckets }
        }
    }
}

extension StatisticsSource {
    /// Returns the sources with the given numbers, in the same order.
    package static func named(_ db: Database, _ numbers: [Int64]) throws -> [StatisticsSource] {
        try numbers.map { number in
            let row = try Row.fetchOne(
                db.cachedStatement(sql: "SELECT name, bundle_identifier FROM source WHERE id = ?"), arguments: [number])
            guard let row else { throw StoreError.inconsistent("there is no source \(number)") }
            return StatisticsSource(
                id: number, name: try row.value(of: "name"), bundleIdentifier: try row.value(of: "bundle_identifier"))
        }
    }
}
