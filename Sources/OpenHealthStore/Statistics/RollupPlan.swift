// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthStatistics

/// The plan for answering a query from cells, with the cells that have to be computed first.
package struct RollupPlan: Sendable {
    let type: Int64
    let style: HKQuantityAggregationStyle
    /// The rule for instants and equal samples.
    let events: EventRule
    let ranks: SourceRankTable
    /// The targets of the cells: all sources merged, and the sources that are requested separately; see ``RollupTarget``.
    let targets: [Int64]
    /// Whether the samples of copies of workouts count.
    let countsCopies: Bool
    /// The part of the query's range that consists of whole cells.
    let cells: (start: Double, end: Double)
    /// The blocks of that part.
    let blocks: ClosedRange<Int>
    /// The blocks that have to be computed.
    let missing: [ClosedRange<Int>]
    /// Whether the merged cells were computed for another order of sources, and none of them can be used.
    let isReordered: Bool
    /// The position of the latest change. Cells from another state of the store are discarded.
    let generation: Int64

    /// The number of weeks in 200 years. A longer span is an error in the data and isn't worth a table of empty weeks.
    private static let maximumSpan = 10_436
    /// The maximum duration of samples in seconds. A sample of more than a month would be in too many cells.
    private static let maximumSampleDuration = 32 * 86_400.0

    /// Creates the plan for a query, or returns nil if cells can't be used or there are no samples.
    init?(_ db: Database, _ request: StatisticsRequest, type: Int64) throws {
        guard !request.usesSampleTimeZones, let extent = try TypeExtents.range(db, type: type) else { return nil }
        let longest = try Double.fetchOne(
            db.cachedStatement(sql: "SELECT max(longest) FROM type_extent WHERE type = ?"), arguments: [type])
        guard (longest ?? 0) <= Self.maximumSampleDuration,
            extent.last - extent.first < RollupCells.secondsPerBlock * Double(Self.maximumSpan)
        else { return nil }
        let start = max(Self.ceiling(request.start), Self.floor(extent.first))
        let end = min(Self.floor(request.end), Self.floor(extent.last) + RollupCells.seconds)
        guard start < end, Self.fits(request.grid, at: start), Self.fits(request.grid, at: end) else { return nil }
        self.type = type
        style = try request.style
        events = EventRule(type: request.type)
        countsCopies = request.countsCopies
        ranks = try SourceRankTable(db, type: type, countsCopies: countsCopies)
        let isSeparate = request.separateBySource
        let sources = isSeparate ? try Self.sources(db, type: type, among: ranks.sources) : []
        targets = ([RollupTarget.merged] + sources).map { request.countsCopies ? RollupTarget.withCopies($0) : $0 }
        cells = (start, end)
        blocks = RollupCells.block(containing: start)...RollupCells.block(containing: end - 1)
        isReordered = try style == .cumulative && !Self.stands(db, type: type, order: ranks.sources)
        missing = try Self.missing(db, type: type, targets: targets, in: blocks, isReordered: isReordered)
        generation = try HealthDatabase.latestChange(db)
    }

    /// Creates a plan for computing all cells of a type, or returns nil if cells of the type can't be used.
    init?(checking type: Int64, style: HKQuantityAggregationStyle, _ db: Database) throws {
        guard let extent = try TypeExtents.range(db, type: type) else { return nil }
        let (start, end) = (Self.floor(extent.first), Self.floor(extent.last) + RollupCells.seconds)
        let longest = try Double.fetchOne(
            db.cachedStatement(sql: "SELECT max(longest) FROM type_extent WHERE type = ?"), arguments: [type])
        guard (longest ?? 0) <= Self.maximumSampleDuration,
            end - start < RollupCells.secondsPerBlock * Double(Self.maximumSpan)
        else { return nil }
        self.type = type
        self.style = style
        countsCopies = false
        events = try EventRule(db, type: type)
        let ranks = try SourceRankTable(db, type: type)
        self.ranks = ranks
        isReordered = try style == .cumulative && !Self.stands(db, type: type, order: ranks.sources)
        let known = Set(ranks.sources)
        targets =
            [0]
            + (try Int64.fetchAll(
                db, sql: "SELECT DISTINCT source FROM rollup WHERE type = ? ORDER BY source", arguments: [type]
            )
            .filter(known.contains))
        cells = (start, end)
        blocks = RollupCells.block(containing: start)...RollupCells.block(containing: end - 1)
        missing = []
        generation = try HealthDatabase.latestChange(db)
    }

    /// Returns whether the plan is still valid, by comparing it with a later plan for the same query.
    func holds(_ now: RollupPlan) -> Bool {
        guard now.generation == generation, now.ranks.sources == ranks.sources, now.blocks == blocks else {
            return false
        }
        return now.missing.allSatisfy { run in
            missing.contains { $0.lowerBound <= run.lowerBound && run.upperBound <= $0.upperBound }
        }
    }

    /// Returns whether the bucket that contains an instant starts and ends at the edges of cells. If so, this applies to all
    /// buckets of the same length, and otherwise no cells are computed in vain.
    private static func fits(_ grid: any BucketGrid, at seconds: Double) -> Bool {
        let bounds = grid.bounds(of: grid.index(containing: seconds))
        return RollupCells.isEdge(bounds.start) && RollupCells.isEdge(bounds.end)
    }

    private static func floor(_ seconds: Double) -> Double {
        (seconds / RollupCells.seconds).rounded(.down) * RollupCells.seconds
    }

    private static func ceiling(_ seconds: Double) -> Double {
        (seconds / RollupCells.seconds).rounded(.up) * RollupCells.seconds
    }

    /// Returns the sources that have saved samples of the type.
    private static func sources(_ db: Database, type: Int64, among sources: [Int64]) throws -> [Int64] {
        let known = try Set(
            Int64.fetchAll(
                db.cachedStatement(sql: "SELECT source FROM type_source WHERE type = ?"), arguments: [type]))
        return sources.filter(known.contains)
    }

    /// Returns whether the sources for which merged cells were computed are still in the same order. Other sources can be between
    /// them.
    static func stands(_ db: Database, type: Int64, order: [Int64]) throws -> Bool {
        let text = try String.fetchOne(
            db.cachedStatement(sql: "SELECT sources FROM rollup_order WHERE type = ?"), arguments: [type])
        guard let text else { return true }
        guard let made = try? JSONDecoder().decode([Int64].self, from: Data(text.utf8)) else { return false }
        var rest = order[...]
        for source in made {
            guard let place = rest.firstIndex(of: source) else { return false }
            rest = rest[(place + 1)...]
        }
        return true
    }

    /// Returns the runs of blocks that at least one target lacks.
    private static func missing(
        _ db: Database, type: Int64, targets: [Int64], in blocks: ClosedRange<Int>, isReordered: Bool
    ) throws -> [ClosedRange<Int>] {
        var lacks = [Bool](repeating: false, count: blocks.count)
        for target in targets {
            var next = blocks.lowerBound
            func lack(until end: Int) {
                guard next < end else { return }
                for block in next..<end { lacks[block - blocks.lowerBound] = true }
            }
            if !(RollupTarget.source(of: target) == RollupTarget.merged && isReordered) {
                try RollupTable.forEachRow(db, type: type, target: target, in: blocks, withCells: false) { row, _ in
                    lack(until: min(row.block, blocks.upperBound + 1))
                    next = max(next, row.lastBlock + 1)
                    return true
                }
            }
            // New sources lack all blocks.
            if next == blocks.lowerBound { return [blocks] }
            lack(until: blocks.upperBound + 1)
        }
        var runs: [ClosedRange<Int>] = []
        for (place, isLacking) in lacks.enumerated() where isLacking {
            let block = blocks.lowerBound + place
            if let last = runs.last, last.upperBound + 1 == block {
                runs[runs.count - 1] = last.lowerBound...block
            } else {
                runs.append(block...block)
            }
        }
        return runs
    }
}

extension RollupPlan {
    /// The target of all sources merged.
    var mergedTarget: Int64 { target(ofSource: RollupTarget.merged) }

    /// Returns the target of a source.
    func target(ofSource source: Int64) -> Int64 { countsCopies ? RollupTarget.withCopies(source) : source }

    /// Calls a closure with the blocks of a target that aren't empty, in order.
    /// - Parameters:
    ///   - made: The computed blocks of the target, which have precedence over stored ones.
    ///   - body: A closure that receives the number of a block and its cells in the form of ``RollupCodec``.
    func forEachBlock(
        _ db: Database, target: Int64, made: [RollupRow], _ body: (Int, UnsafeRawBufferPointer) throws -> Void
    ) throws {
        var made = made[...]
        func handMade(before block: Int) throws {
            while let row = made.first, row.block < block {
                if !row.cells.isEmpty { try row.cells.withUnsafeBytes { try body(row.block, $0) } }
                made.removeFirst()
            }
        }
        let isMade = Set(made.lazy.map(\.block))
        if !(RollupTarget.source(of: target) == RollupTarget.merged && isReordered) {
            try RollupTable.forEachRow(db, type: type, target: target, in: blocks, withCells: true) { row, bytes in
                // Blocks are computed for all targets if one of them lacks them, so a computed block can also be stored.
                if bytes.isEmpty || isMade.contains(row.block) { return true }
                try handMade(before: row.block)
                try body(row.block, bytes)
                return true
            }
        }
        try handMade(before: .max)
    }
}
