// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import HealthModel
import HealthStatistics

/// Statistics read from the samples themselves: the way for questions that cells cannot answer.
struct SampleStatistics {
    let query: StatisticsQuery
    let db: Database
    let type: Int64

    /// The rows, in order of their buckets.
    func rows() throws -> [StatisticsRow] {
        let order = try SourceOrder.read(db, type: type)
        let ranks = try SourceRankTable(db, order: order.sources)
        let zones = query.request.usesSampleTimeZones ? try zones() : SampleZones()
        var merged = sweep(zones)
        var bySource: [IntervalSweep] = []
        if query.request.separateBySource { bySource = ranks.sources.map { _ in sweep(zones) } }
        var reader = try IntervalReader(
            db, type: type, from: query.from - zones.reach, to: query.to + zones.reach, ranks: ranks,
            grids: zones.grids.isEmpty ? nil : zones.gridOfMetadata)
        try reader.forEachBatch { batch in
            merged.add(batch)
            guard !bySource.isEmpty else { return }
            for (rank, samples) in Dictionary(grouping: batch, by: \.rank) where bySource.indices.contains(Int(rank)) {
                bySource[Int(rank)].add(samples)
            }
        }
        let sources =
            try order.ranked.map(\.source)
            + StatisticsSource.named(
                db, Array(ranks.sources.dropFirst(order.ranked.count)))
        var separate: [(StatisticsSource, [BucketFigures])] = []
        for (rank, var sweep) in bySource.enumerated() { separate.append((sources[rank], finish(&sweep))) }
        return try query.rows(finish(&merged), sources: separate, db, type: type)
    }

    // MARK: Zones

    /// The grids of the zones that samples name.
    private struct SampleZones {
        /// A grid for each zone that is named, in the places after the first.
        var grids: [any BucketGrid] = []
        /// The place of the grid by the number of the metadata that name the zone.
        var gridOfMetadata: [Int64: Int32] = [:]
        /// How far before and behind the range there can be samples of it.
        var reach = 0.0
    }

    private func zones() throws -> SampleZones {
        guard let buckets = query.request.buckets else { return SampleZones() }
        var zones = SampleZones()
        var places: [String: Int32] = [:]
        let rows = try Row.fetchCursor(
            db, sql: "SELECT id, time_zone FROM metadata WHERE time_zone IS NOT NULL ORDER BY id")
        while let row = try rows.next() {
            let (id, name): (Int64, String) = (try row.decode(atIndex: 0), try row.decode(atIndex: 1))
            if places[name] == nil {
                guard let zone = TimeZone(identifier: name) else { continue }
                zones.grids.append(
                    clipped(buckets.with(timeZone: zone), from: local(query.from, zone), to: local(query.to, zone)))
                places[name] = Int32(zones.grids.count)
            }
            zones.gridOfMetadata[id] = places[name]
        }
        // Clocks differ by 26 hours at the most: from UTC-12 to UTC+14.
        if !zones.grids.isEmpty, query.request.boundary == .clipped { zones.reach = 26 * 3600 }
        return zones
    }

    /// The instant at which clocks in a zone show what those of the buckets' zone show at an instant.
    private func local(_ seconds: Double, _ zone: TimeZone) -> Double {
        guard seconds.isFinite, let home = query.request.buckets?.timeZone else { return seconds }
        let offset = home.secondsFromGMT(for: Date(timeIntervalSince1970: seconds))
        return CivilTime.instant(civilSeconds: seconds + Double(offset), in: zone)
    }

    private func clipped(_ grid: any BucketGrid, from: Double, to: Double) -> any BucketGrid {
        query.request.boundary == .clipped ? ClippedGrid(grid, start: from, end: to) : grid
    }

    private func sweep(_ zones: SampleZones) -> IntervalSweep {
        IntervalSweep(
            style: query.style, grids: [clipped(query.grid, from: query.from, to: query.to)] + zones.grids)
    }

    /// Ends a sweep and puts buckets with one number together: the same day in several zones.
    private func finish(_ sweep: inout IntervalSweep) -> [BucketFigures] {
        sweep.finish()
        var buckets: [Int: BucketAggregate] = [:]
        for output in sweep.takeOutput() where ClippedGrid.isInside(output.index) {
            var aggregate = output.aggregate
            aggregate.close(at: output.end, style: query.style)
            buckets[output.index, default: BucketAggregate()].merge(aggregate)
        }
        return buckets.sorted { $0.key < $1.key }.map {
            BucketFigures(grid: 0, index: $0.key, figures: $0.value.figures(style: query.style))
        }
    }
}

extension StatisticsSource {
    /// The sources with some numbers, in their order.
    static func named(_ db: Database, _ numbers: [Int64]) throws -> [StatisticsSource] {
        try numbers.map { number in
            let row = try Row.fetchOne(
                db.cachedStatement(sql: "SELECT name, bundle_identifier FROM source WHERE id = ?"), arguments: [number])
            guard let row else { throw StoreError.inconsistent("there is no source \(number)") }
            return StatisticsSource(
                id: number, name: try row.decode(atIndex: 0), bundleIdentifier: try row.decode(atIndex: 1))
        }
    }
}
