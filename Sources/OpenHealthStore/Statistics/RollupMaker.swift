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
    /// The targets of single sources by their positions.
    private let targetOfPosition: [Int: Int64]

    /// The number of blocks in a batch. It is small enough for threads to finish at about the same time, and large enough to
    /// amortize the start of a batch.
    private static let blocksAtOnce = 8

    /// The maximum number of blocks of a row of empty blocks. A new sample in one of them removes the row.
    private static let maximumEmpty = 128

    init(plan: RollupPlan) {
        self.plan = plan
        let targets = Set(plan.targets.dropFirst())
        var positions: [Int: Int64] = [:]
        if !targets.isEmpty {
            for (position, source) in plan.ranks.sources.enumerated()
            where targets.contains(plan.target(ofSource: source)) {
                positions[position] = plan.target(ofSource: source)
            }
        }
        targetOfPosition = positions
    }

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
            return filled(state.rows)
        }
    }

    /// Adds rows for the missing blocks without samples.
    private func filled(_ rows: [RollupRow]) -> [RollupRow] {
        let rowsOfTarget = Dictionary(grouping: rows, by: \.target)
        var all: [RollupRow] = []
        for target in plan.targets.sorted() {
            var rest = (rowsOfTarget[target] ?? []).sorted { $0.block < $1.block }[...]
            for run in plan.missing {
                var next = run.lowerBound
                func skip(to block: Int) {
                    while next < block {
                        let count = min(block - next, Self.maximumEmpty)
                        all.append(RollupRow(target: target, block: next, blocks: count, cells: []))
                        next += count
                    }
                }
                while let row = rest.first, row.block <= run.upperBound {
                    skip(to: row.block)
                    all.append(row)
                    next = row.block + 1
                    rest.removeFirst()
                }
                skip(to: run.upperBound + 1)
            }
        }
        return all
    }

    private var jobs: [ClosedRange<Int>] {
        plan.missing.flatMap { run in
            stride(from: run.lowerBound, through: run.upperBound, by: Self.blocksAtOnce).map {
                $0...min($0 + Self.blocksAtOnce - 1, run.upperBound)
            }
        }
    }

    /// Computes the cells of some blocks. The rows have no order, and there are none for blocks without samples.
    func make(_ db: Database, _ blocks: ClosedRange<Int>) throws -> [RollupRow] {
        let from = Double(blocks.lowerBound) * RollupCells.secondsPerBlock
        let to = Double(blocks.upperBound + 1) * RollupCells.secondsPerBlock
        func part(_ target: Int64) -> Part {
            Part(
                encoder: RollupEncoder(target: target, blocks: blocks, style: plan.style),
                sweep: IntervalSweep(
                    style: plan.style, grids: [RollupCells(blocks: blocks)], events: plan.events))
        }
        var merged = part(plan.mergedTarget)
        // Of many sources, few have samples in the same blocks.
        var separate: [Int64: Part] = [:]
        var reader = try IntervalReader(db, type: plan.type, from: from, to: to, ranks: plan.ranks)
        try reader.forEachBatch { batch in
            merged.sweep.add(batch)
            merged.encoder.take(&merged.sweep)
            guard !targetOfPosition.isEmpty else { return }
            for (position, samples) in Dictionary(grouping: batch, by: { plan.ranks.position(ofRank: $0.rank) }) {
                guard let target = targetOfPosition[position] else { continue }
                separate[target, default: part(target)].add(plan.ranks.alone(samples))
            }
        }
        var rows = merged.finish()
        for var part in separate.values { rows += part.finish() }
        return rows
    }

    /// The computation of one target.
    private struct Part {
        var encoder: RollupEncoder
        var sweep: IntervalSweep

        mutating func add(_ samples: [StatisticsInterval]) {
            sweep.add(samples)
            encoder.take(&sweep)
        }

        mutating func finish() -> [RollupRow] {
            sweep.finish()
            encoder.take(&sweep)
            return encoder.finish()
        }
    }
}

/// Encodes the cells of one target into rows, in the order in which they arrive.
private struct RollupEncoder {
    private let target: Int64
    private let style: HKQuantityAggregationStyle
    private var codec: RollupCodec
    /// The block of the current cells.
    private var block: Int
    private var rows: [RollupRow] = []

    init(target: Int64, blocks: ClosedRange<Int>, style: HKQuantityAggregationStyle) {
        self.target = target
        self.style = style
        codec = RollupCodec(style: style, block: blocks.lowerBound)
        block = blocks.lowerBound
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
        rows.append(RollupRow(target: target, block: block, blocks: 1, cells: codec.bytes))
    }

    mutating func finish() -> [RollupRow] {
        endBlock()
        return rows
    }
}
