// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthStatistics
import Synchronization

/// Computes the cells of blocks from samples, on up to four threads.
///
/// Each thread reads through its own connection. The threads see the same snapshot of the store if the position of the latest
/// change is the same for all of them; otherwise the store has changed in the meantime, and there is no result.
struct RollupMaker: Sendable {
    let plan: RollupPlan

    /// The number of blocks in a batch. It is small enough for threads to finish at about the same time, and large enough to
    /// amortize the start of a batch.
    private static let blocksAtOnce = 8

    private struct State {
        var jobs: [ClosedRange<Int>]
        var rows: [RollupRow] = []
        var failure: (any Error)?
        var isOutdated = false
    }

    /// Computes the missing cells of the plan, or returns nil if the store has changed since the plan was created.
    func make(_ database: HealthDatabase) throws -> [RollupRow]? {
        let state = Mutex(State(jobs: jobs.reversed()))
        let threads = max(1, min(jobs.count, ProcessInfo.processInfo.activeProcessorCount, 4))
        let work = StoreWork.current
        DispatchQueue.concurrentPerform(iterations: threads) { _ in
            do {
                // Other threads do not inherit the task-local value.
                try StoreWork.$current.withValue(work) {
                    try database.read { db in
                        guard try HealthDatabase.latestChange(db) == plan.generation else {
                            state.withLock { $0.isOutdated = true }
                            return
                        }
                        while let job = state.withLock({ $0.isOutdated ? nil : $0.jobs.popLast() }) {
                            let rows = try make(db, job)
                            state.withLock { $0.rows += rows }
                        }
                    }
                }
            } catch {
                state.withLock {
                    $0.failure = error
                    $0.jobs = []
                }
            }
        }
        return try state.withLock { state in
            if let failure = state.failure { throw failure }
            if state.isOutdated { return nil }
            return state.rows.sorted { ($0.target, $0.block) < ($1.target, $1.block) }
        }
    }

    private var jobs: [ClosedRange<Int>] {
        plan.missing.flatMap { run in
            stride(from: run.lowerBound, through: run.upperBound, by: Self.blocksAtOnce).map {
                $0...min($0 + Self.blocksAtOnce - 1, run.upperBound)
            }
        }
    }

    /// Computes the cells of some blocks.
    func make(_ db: Database, _ blocks: ClosedRange<Int>) throws -> [RollupRow] {
        var encoders = plan.targets.map { RollupEncoder(target: $0, blocks: blocks, style: plan.style) }
        let from = Double(blocks.lowerBound) * RollupCells.secondsPerBlock
        let to = Double(blocks.upperBound + 1) * RollupCells.secondsPerBlock
        let cells = RollupCells(blocks: blocks)
        var sweeps = plan.targets.map { _ in IntervalSweep(style: plan.style, grids: [cells]) }
        let places = Dictionary(
            plan.targets.enumerated().dropFirst().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        var targetOfRank: [Int32: Int] = [:]
        for (rank, source) in plan.ranks.sources.enumerated() {
            if let place = places[source] { targetOfRank[Int32(rank)] = place }
        }
        var reader = try IntervalReader(db, type: plan.type, from: from, to: to, ranks: plan.ranks)
        try reader.forEachBatch { batch in
            sweeps[0].add(batch)
            encoders[0].take(&sweeps[0])
            guard !targetOfRank.isEmpty else { return }
            for (rank, samples) in Dictionary(grouping: batch, by: \.rank) {
                guard let place = targetOfRank[rank] else { continue }
                sweeps[place].add(samples.alone)
                encoders[place].take(&sweeps[place])
            }
        }
        return plan.targets.indices.flatMap { place in
            sweeps[place].finish()
            encoders[place].take(&sweeps[place])
            return encoders[place].finish()
        }
    }
}

/// Encodes the cells of one target into rows, in the order in which they arrive.
private struct RollupEncoder {
    let target: Int64
    let blocks: ClosedRange<Int>
    private let style: HKQuantityAggregationStyle
    private var codec: RollupCodec
    /// The block of the current cells.
    private var block: Int
    /// The first block that isn't in a row yet.
    private var next: Int
    private var rows: [RollupRow] = []

    init(target: Int64, blocks: ClosedRange<Int>, style: HKQuantityAggregationStyle) {
        self.target = target
        self.blocks = blocks
        self.style = style
        codec = RollupCodec(style: style, block: blocks.lowerBound)
        block = blocks.lowerBound
        next = blocks.lowerBound
    }

    mutating func take(_ sweep: inout IntervalSweep) {
        sweep.drain { output in
            guard ClippedGrid.isInside(output.index) else { return }
            let first = block * RollupCells.perBlock
            if output.index < first || output.index >= first + RollupCells.perBlock {
                endBlock()
                // checked: cell numbers are clamped
                block = Int((Double(output.index) / Double(RollupCells.perBlock)).rounded(.down))
                codec = RollupCodec(style: style, block: block)
            }
            codec.add(output.aggregate, cell: output.index - block * RollupCells.perBlock)
        }
    }

    private mutating func endBlock() {
        guard !codec.isEmpty else { return }
        skip(to: block)
        rows.append(RollupRow(target: target, block: block, blocks: 1, cells: codec.bytes))
        next = block + 1
    }

    /// Adds a row for empty blocks before a block.
    private mutating func skip(to block: Int) {
        if next < block { rows.append(RollupRow(target: target, block: next, blocks: block - next, cells: [])) }
        next = block
    }

    mutating func finish() -> [RollupRow] {
        endBlock()
        skip(to: blocks.upperBound + 1)
        return rows
    }
}
