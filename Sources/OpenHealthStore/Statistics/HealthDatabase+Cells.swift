// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB
import OpenHealthModel
import OpenHealthStatistics

extension HealthDatabase {
    /// Passes the cells of a quantity for each quarter of an hour (UTC), merged over all sources, from which ``statistics(_:)``
    /// computes its results. All cells are of one state of the store.
    ///
    /// They are read from those that are kept; missing ones are made and kept, as ``statistics(_:)`` does. Of a type that
    /// cells are not kept of, such as one with a sample of more than 32 days, they are made from the samples each time.
    /// - Parameters:
    ///   - type: the identifier of a quantity type.
    ///   - range: in which cells begin, in seconds since 1970.
    ///   - body: takes the beginning of a cell, in seconds since 1970, and what it has; in order, without those that have
    ///     nothing.
    /// - Throws: a ``StoreError``, `invalidArgument` for a type that is no quantity type.
    package func forEachCell(
        type: String, in range: Range<Double>, _ body: (_ start: Double, _ aggregate: BucketAggregate) -> Void
    ) throws {
        let query = try StatisticsQuery(StatisticsRequest(type: type))
        do {
            try forEachKeptCell(query, in: range, body)
        } catch is RollupStatistics.Obstacle {
            // The rows are examined before anything is handed on.
            dropRollups(of: type)
            try read { db in
                guard let number = try StatisticsQuery.number(db, type: type) else { return }
                try SampleCells(style: query.style, db: db, type: number).forEach(in: range, body)
            }
        }
    }

    /// Calls a body with the kept cells, after computing the missing ones.
    /// - Throws: a ``RollupStatistics/Obstacle`` before the first cell is handed on.
    private func forEachKeptCell(
        _ query: StatisticsQuery, in range: Range<Double>,
        _ body: (_ start: Double, _ aggregate: BucketAggregate) -> Void
    ) throws {
        let type = query.request.type
        var isSound = true
        let plan: RollupPlan? = try read { db in
            guard let number = try StatisticsQuery.number(db, type: type) else { return nil }
            guard let plan = try RollupPlan(db, query, type: number) else {
                try SampleCells(style: query.style, db: db, type: number).forEach(in: range, body)
                return nil
            }
            guard plan.missing.isEmpty else { return plan }
            isSound = try RollupReading(plan: plan, db: db, made: []).forEachCell(in: range, body)
            return nil
        }
        if let plan {
            let made = try RollupMaker(plan: plan).make(self)
            let isKept: Bool = try read { db in
                // The plan may be outdated, since there are other writers.
                guard let made, let now = try RollupPlan(db, query, type: plan.type), plan.holds(now) else {
                    try SampleCells(style: query.style, db: db, type: plan.type).forEach(in: range, body)
                    return false
                }
                isSound = try RollupReading(plan: plan, db: db, made: made).forEachCell(in: range, body)
                return true
            }
            if let made, isKept { keep(made, plan) }
        }
        if !isSound { dropRollups(of: type) }
    }

    /// The quantity types, or the category types, that there are samples of, in order of their identifiers. Those that
    /// the vocabulary does not have are left out.
    /// - Throws: a ``StoreError``.
    package func typesWithSamples(_ kind: HealthTypeDescription.Kind) throws -> [String] {
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

    /// Returns the number of samples of a type that start outside a range, which is in seconds since 1970.
    /// - Throws: a ``StoreError``.
    package func sampleCount(type: String, startingOutside range: Range<Double>) throws -> Int {
        try read { db in
            guard let number = try StatisticsQuery.number(db, type: type) else { return 0 }
            func count(_ condition: String, _ bound: Double) throws -> Int {
                try Int.fetchOne(
                    db.cachedStatement(sql: "SELECT count(*) FROM sample WHERE type = ? AND \(condition)"),
                    arguments: [number, bound]) ?? 0
            }
            return try count("start < ?", range.lowerBound) + count("start >= ?", range.upperBound)
        }
    }
}

/// Reads the cells of a plan one by one.
private struct RollupReading {
    let plan: RollupPlan
    let db: Database
    /// The cells that the plan lacked, of all sources together.
    let made: [RollupRow]

    /// Passes cells as ``HealthDatabase/forEachCell(type:in:_:)`` does.
    /// - Returns: whether all that are kept could be read. Others have been made from samples.
    func forEachCell(
        in range: Range<Double>, _ body: (_ start: Double, _ aggregate: BucketAggregate) -> Void
    ) throws -> Bool {
        // Nothing may be handed on before it is known that every row can be read.
        try plan.forEachBlock(db, target: 0, made: []) { _, _ in }
        var isSound = true
        // Nothing may be handed on of a block that proves to be damaged in its middle.
        var cells: [(start: Double, aggregate: BucketAggregate)] = []
        func read(_ block: Int, _ bytes: UnsafeRawBufferPointer) -> Bool {
            cells.removeAll(keepingCapacity: true)
            return RollupCodec.read(bytes, style: plan.style, block: block) { cells.append(($0, $1)) }
        }
        try plan.forEachBlock(db, target: 0, made: made) { block, bytes in
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
