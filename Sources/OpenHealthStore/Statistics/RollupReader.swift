// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthStatistics

/// Computes the statistics of a query from cells, and from samples at the edges of the range within a cell.
struct RollupReader {
    let request: StatisticsRequest
    let plan: RollupPlan
    let db: Database

    /// An obstacle to using cells, or a sign that they are damaged.
    enum Obstacle: Error {
        /// The edge of a bucket is within a cell.
        case unevenBuckets
        /// The bytes of a row aren't valid cells.
        case damagedCells
    }

    /// Returns the rows, in order of their buckets.
    /// - Parameter made: The computed cells that were missing in the plan, by target and block.
    /// - Throws: ``Obstacle`` if the samples have to be read instead.
    func rows(made: [RollupRow]) throws -> [StatisticsRow] {
        var merged: [BucketFigures] = []
        var separate: [(StatisticsSource, [BucketFigures])] = []
        let made = Dictionary(grouping: made, by: \.target)
        let sources = try StatisticsSource.named(db, plan.targets.dropFirst().map(RollupTarget.source))
        let parts = try parts()
        var count = 0
        for (place, target) in plan.targets.enumerated() {
            let buckets = try buckets(of: target, parts, made: made[target] ?? [])
            count += buckets.count
            guard count <= StatisticsRequest.maximumBuckets else { throw StatisticsRequest.tooManyBuckets }
            if place == 0 { merged = buckets } else { separate.append((sources[place - 1], buckets)) }
        }
        return try request.rows(merged, sources: separate, db, type: plan.type)
    }

    private func buckets(of target: Int64, _ parts: Parts, made: [RollupRow]) throws -> [BucketFigures] {
        var composer = RollupComposer(
            style: plan.style, grid: request.countedGrid, countsWholeSamples: request.countsWholeSamples)
        parts.before?.add(target, to: &composer)
        parts.first?.add(target, to: &composer)
        try addCells(to: &composer, target, made: made)
        parts.last?.add(target, to: &composer)
        parts.after?.add(target, to: &composer)
        composer.finish()
        if composer.isBroken { throw Obstacle.unevenBuckets }
        return composer.buckets
    }

    private func addCells(to composer: inout RollupComposer, _ target: Int64, made: [RollupRow]) throws {
        try plan.forEachBlock(db, target: target, made: made) { block, bytes in
            let isSound = RollupCodec.read(bytes, style: plan.style, block: block) { start, aggregate in
                guard start >= plan.cells.start, start < plan.cells.end else { return }
                composer.add(aggregate, start: start, end: start + RollupCells.seconds)
            }
            guard isSound else { throw Obstacle.damagedCells }
            if composer.isBroken { throw Obstacle.unevenBuckets }
        }
    }

    // MARK: Parts from samples

    /// A part of the range that is not made of whole cells: the buckets of all its samples and of those of each source. Each part is
    /// read once, for all targets.
    private struct Part {
        /// The buckets by target.
        var buckets: [Int64: [(start: Double, end: Double, aggregate: BucketAggregate)]] = [:]

        func add(_ target: Int64, to composer: inout RollupComposer) {
            for bucket in buckets[target] ?? [] { composer.add(bucket.aggregate, start: bucket.start, end: bucket.end) }
        }
    }

    /// The parts before and after the cells, and those outside the range.
    private struct Parts {
        var before: Part?
        var first: Part?
        var last: Part?
        var after: Part?
    }

    private func parts() throws -> Parts {
        var parts = Parts()
        let (start, end) = plan.cells
        if request.boundary == .wholeSamples {
            parts.before = try outside(before: true)
            parts.after = try outside(before: false)
        }
        if request.start < start, start - request.start < RollupCells.seconds {
            parts.first = try piece(from: request.start, to: start)
        }
        if request.end > end, request.end - end < RollupCells.seconds {
            parts.last = try piece(from: end, to: request.end)
        }
        return parts
    }

    /// Returns the samples in a part of a cell.
    private func piece(from: Double, to: Double) throws -> Part {
        try part(from: from, to: to, grid: SingleBucket(start: from, end: to)) { _ in
            true
        } bounds: { output in
            output.index == 0 ? (from, to) : nil
        }
    }

    /// Returns the parts outside the range of the samples that cross an edge of the range.
    private func outside(before: Bool) throws -> Part? {
        let edge = before ? request.start : request.end
        guard edge.isFinite else { return nil }
        let range = before ? (-Double.infinity, edge) : (edge, .infinity)
        let grid = ClippedGrid(request.grid, start: range.0, end: range.1)
        // An instant at the end of the range isn't part of it.
        return try part(from: edge, to: edge.nextUp, grid: grid) {
            $0.start < edge && $0.end > edge
        } bounds: { output in
            ClippedGrid.isInside(output.index) ? (grid.bounds(of: output.index).start, output.end) : nil
        }
    }

    /// Returns the buckets of the samples that overlap a range.
    /// - Parameter bounds: Returns the start and end of a bucket, or nil if it is left out.
    private func part(
        from: Double, to: Double, grid: any BucketGrid, where isWanted: (StatisticsInterval) -> Bool,
        bounds: (IntervalSweep.Output) -> (Double, Double)?
    ) throws -> Part {
        var merged = IntervalSweep(style: plan.style, grids: [grid], events: plan.events)
        var separate: [Int: IntervalSweep] = [:]
        var reader = try IntervalReader(db, type: plan.type, from: from, to: to, ranks: plan.ranks)
        try reader.forEachBatch { batch in
            let wanted = batch.filter(isWanted)
            merged.add(wanted)
            guard plan.targets.count > 1 else { return }
            for (position, samples) in Dictionary(grouping: wanted, by: { plan.ranks.position(ofRank: $0.rank) }) {
                let empty = IntervalSweep(style: plan.style, grids: [grid], events: plan.events)
                separate[position, default: empty].add(plan.ranks.alone(samples))
            }
        }
        var part = Part()
        func add(_ target: Int64, _ sweep: IntervalSweep) {
            var sweep = sweep
            sweep.finish()
            part.buckets[target] = sweep.takeOutput().compactMap { output in
                bounds(output).map { ($0.0, $0.1, output.aggregate) }
            }
        }
        add(plan.mergedTarget, merged)
        for (position, sweep) in separate where plan.ranks.sources.indices.contains(position) {
            add(plan.target(ofSource: plan.ranks.sources[position]), sweep)
        }
        return part
    }
}
