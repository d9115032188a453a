// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB
import OpenHealthModel
import OpenHealthStatistics

extension HealthDatabase {
    /// Calls a closure with the cells of a quantity type for each quarter of an hour (UTC), merged over all sources, from which
    /// ``statistics(_:)`` computes its results. All cells are from one snapshot of the store.
    ///
    /// Stored cells are read; missing cells are computed and stored, as in ``statistics(_:)``. Cells of types without stored
    /// cells, such as those with a sample of more than 32 days, are computed from the samples each time.
    /// - Parameters:
    ///   - type: The identifier of a quantity type.
    ///   - range: The range of the start dates of cells, in seconds since 1970.
    ///   - body: A closure that receives the start of a cell, in seconds since 1970, and its contents. It is called in order, for
    ///     cells that aren't empty.
    /// - Throws: A ``StoreError``: `invalidArgument` if the type isn't a quantity type.
    public func forEachCell(
        type: String, in range: Range<Double>, _ body: (_ start: Double, _ aggregate: BucketAggregate) -> Void
    ) throws {
        let request = StatisticsRequest(type: type)
        let style = try request.style
        do {
            try forEachKeptCell(request, in: range, body)
        } catch is RollupReader.Obstacle {
            // The rows are validated before the first call of `body`.
            dropRollups(of: type)
            try read { db in
                guard let number = try RecordReader.typeNumber(db, of: type) else { return }
                try SampleCells(style: style, db: db, type: number).forEach(in: range, body)
            }
        }
    }

    /// Calls a closure with the stored cells, after computing the missing ones.
    /// - Throws: A ``RollupReader/Obstacle`` before the first call of `body`.
    private func forEachKeptCell(
        _ request: StatisticsRequest, in range: Range<Double>,
        _ body: (_ start: Double, _ aggregate: BucketAggregate) -> Void
    ) throws {
        let (type, style) = (request.type, try request.style)
        var isSound = true
        let plan: RollupPlan? = try read { db in
            guard let number = try RecordReader.typeNumber(db, of: type) else { return nil }
            guard let plan = try RollupPlan(db, request, type: number) else {
                try SampleCells(style: style, db: db, type: number).forEach(in: range, body)
                return nil
            }
            guard plan.missing.isEmpty else { return plan }
            isSound = try RollupReading(plan: plan, db: db, made: []).forEachCell(in: range, body)
            return nil
        }
        if let plan {
            let made = try RollupMaker(plan: plan).make(self)
            let isKept: Bool = try read { db in
                // The plan can be outdated, because there are other writers.
                guard let made, let now = try RollupPlan(db, request, type: plan.type), plan.holds(now) else {
                    try SampleCells(style: style, db: db, type: plan.type).forEach(in: range, body)
                    return false
                }
                isSound = try RollupReading(plan: plan, db: db, made: made).forEachCell(in: range, body)
                return true
            }
            if let made, isKept { keep(made, plan) }
        }
        if !isSound { dropRollups(of: type) }
    }

    /// Returns the quantity types or the category types that have samples, sorted by identifier. Unknown types are excluded.
    /// - Throws: A ``StoreError``.
    public func typesWithSamples(_ kind: HealthTypeDescription.Kind) throws -> [String] {
        try read { db in
            try String.fetchAll(
                db,
                sql: """
                    SELECT identifier FROM sample_type AS t WHERE EXISTS (SELECT 1 FROM sample WHERE type = t.id)
                    ORDER BY identifier
                    """
            ).filter { HealthTypes.named($0)?.kind == kind }
        }
    }

    /// Returns the number of samples of a type that start outside a range in seconds since 1970.
    /// - Throws: A ``StoreError``.
    public func sampleCount(type: String, startingOutside range: Range<Double>) throws -> Int {
        try read { db in
            guard let number = try RecordReader.typeNumber(db, of: type) else { return 0 }
            func count(_ condition: String, _ bound: Double) throws -> Int {
                try Int.fetchOne(
                    db.cachedStatement(sql: "SELECT count(*) FROM sample WHERE type = ? AND \(condition)"),
                    arguments: [number, bound]) ?? 0
            }
            return try count("start < ?", range.lowerBound) + count("start >= ?", range.upperBound)
        }
    }
}

/// Reads the cells of a plan in order.
private struct RollupReading {
    let plan: RollupPlan
    let db: Database
    /// The cells that were missing in the plan, merged over all sources.
    let made: [RollupRow]

    /// Calls a closure with cells, as ``HealthDatabase/forEachCell(type:in:_:)`` does.
    /// - Returns: Whether all stored cells were readable. The others are computed from samples.
    func forEachCell(
        in range: Range<Double>, _ body: (_ start: Double, _ aggregate: BucketAggregate) -> Void
    ) throws -> Bool {
        // Every row must be readable before the first call of `body`.
        try plan.forEachBlock(db, target: plan.mergedTarget, made: []) { _, _ in }
        var isSound = true
        // The cells of a block are collected first, because a block can be damaged in the middle.
        var cells: [(start: Double, aggregate: BucketAggregate)] = []
        func read(_ block: Int, _ bytes: UnsafeRawBufferPointer) -> Bool {
            cells.removeAll(keepingCapacity: true)
            return RollupCodec.read(bytes, style: plan.style, block: block) { cells.append(($0, $1)) }
        }
        try plan.forEachBlock(db, target: plan.mergedTarget, made: made) { block, bytes in
            if !read(block, bytes) {
                isSound = false
                cells.removeAll(keepingCapacity: true)
                for row in try RollupMaker(plan: plan).make(db, block...block) where !row.cells.isEmpty {
                    _ = row.cells.withUnsafeBytes { read(row.block, $0) }
                }
            }
            for cell in cells where range.contains(cell.start) { body(cell.start, cell.aggregate) }
        }
        return isSound
    }
}

/// The cells of a type computed from its samples, for types without stored cells.
struct SampleCells {
    let style: HKQuantityAggregationStyle
    let db: Database
    let type: Int64

    /// Calls a closure with the cells that start in a range and aren't empty, in order. Memory doesn't grow with the duration of
    /// a sample.
    func forEach(in range: Range<Double>, _ body: (_ start: Double, _ aggregate: BucketAggregate) -> Void) throws {
        guard let extent = try TypeExtents.range(db, type: type) else { return }
        let (first, last) = (max(extent.first, range.lowerBound), min(extent.last, range.upperBound))
        guard first <= last else { return }
        let blocks = RollupCells.block(containing: first)...RollupCells.block(containing: last)
        let start = Double(blocks.lowerBound) * RollupCells.secondsPerBlock
        let end = Double(blocks.upperBound + 1) * RollupCells.secondsPerBlock
        let events = try EventRule(db, type: type)
        var sweep = IntervalSweep(style: style, grids: [RollupCells(blocks: blocks)], events: events)
        var reader = try IntervalReader(
            db, type: type, from: start, to: end, ranks: try SourceRankTable(db, type: type))
        /// The end of the block of the current start dates.
        var edge = start + RollupCells.secondsPerBlock
        func emit() {
            sweep.drain { output in
                guard ClippedGrid.isInside(output.index) else { return }
                let start = Double(output.index) * RollupCells.seconds
                if range.contains(start) { body(start, output.aggregate) }
            }
        }
        try reader.forEachBatch { batch in
            var rest = batch[...]
            while !rest.isEmpty {
                let count = rest.prefix { $0.start < edge }.count
                sweep.add(UnsafeBufferPointer(rebasing: rest.prefix(count)))
                rest = rest.dropFirst(count)
                if !rest.isEmpty {
                    sweep.goOn(to: edge)
                    edge += RollupCells.secondsPerBlock
                }
                emit()
            }
        }
        while edge < end {
            sweep.goOn(to: edge)
            emit()
            edge += RollupCells.secondsPerBlock
        }
        sweep.finish()
        emit()
    }
}
