// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthStatistics

/// Answers a query from cells, and from samples at the edges of the range within a cell.
struct RollupStatistics {
    let query: StatisticsQuery
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
        let sources = try StatisticsSource.named(db, Array(plan.targets.dropFirst()))
        var count = 0
        for (place, target) in plan.targets.enumerated() {
            let buckets = try buckets(of: target, made: made[target] ?? [])
            count += buckets.count
            guard count <= StatisticsQuery.maximumBuckets else { throw StatisticsQuery.tooManyBuckets }
            if place == 0 { merged = buckets } else { separate.append((sources[place - 1], buckets)) }
        }
        return try query.rows(merged, sources: separate, db, type: plan.type)
    }

    private func buckets(of target: Int64, made: [RollupRow]) throws -> [BucketFigures] {
        let grid: any BucketGrid = query.request.boundary == .clipped ? query.clippedGrid : query.grid
        var composer = RollupComposer(style: plan.style, grid: grid)
        let isWhole = query.request.boundary == .wholeSamples
        let (start, end) = plan.cells
        if isWhole { try addOutside(to: &composer, target, before: true) }
        if query.from < start, start - query.from < RollupCells.seconds {
            try addPiece(to: &composer, target, from: query.from, to: start)
        }
        try addCells(to: &composer, target, made: made)
        if query.to > end, query.to - end < RollupCells.seconds {
            try addPiece(to: &composer, target, from: end, to: query.to)
        }
        if isWhole { try addOutside(to: &composer, target, before: false) }
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

    // MARK: Pieces from samples

    /// Returns the output of a sweep over the samples of a target that overlap a range.
    private func sweep(
        _ target: Int64, from: Double, to: Double, grid: any BucketGrid,
        where isWanted: (StatisticsInterval) -> Bool = { _ in true }
    ) throws -> [IntervalSweep.Output] {
        var sweep = IntervalSweep(style: plan.style, grids: [grid])
        var reader = try IntervalReader(db, type: plan.type, from: from, to: to, ranks: plan.ranks)
        let rank = target == 0 ? nil : plan.ranks.sources.firstIndex(of: target).map(Int32.init)
        try reader.forEachBatch { batch in
            sweep.add(batch.filter { (rank == nil || $0.rank == rank) && isWanted($0) })
        }
        sweep.finish()
        return sweep.takeOutput()
    }

    /// Adds the samples in a part of a cell.
    private func addPiece(to composer: inout RollupComposer, _ target: Int64, from: Double, to: Double) throws {
        let grid = SingleBucket(start: from, end: to)
        for output in try sweep(target, from: from, to: to, grid: grid) where output.index == 0 {
            composer.add(output.aggregate, start: from, end: to)
        }
    }

    /// Adds the parts outside the range of the samples that cross an edge of the range.
    private func addOutside(to composer: inout RollupComposer, _ target: Int64, before: Bool) throws {
        let edge = before ? query.from : query.to
        guard edge.isFinite else { return }
        let range = before ? (-Double.infinity, edge) : (edge, .infinity)
        let grid = ClippedGrid(query.grid, start: range.0, end: range.1)
        // An instant at the end of the range isn't part of it.
        let outputs = try sweep(target, from: edge, to: edge.nextUp, grid: grid) { $0.start < edge && $0.end > edge }
        for output in outputs where ClippedGrid.isInside(output.index) {
            composer.add(output.aggregate, start: grid.bounds(of: output.index).start, end: output.end)
        }
    }
}
