// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthStatistics

/// Checks the stored rollups: their checksums, and whether they agree with the samples.
enum RollupCheck {
    /// Returns the faults in the rows of the table of rollups.
    static func run(_ db: Database) throws -> [String] {
        var faults = FaultList(rest: "kept statistics are damaged")
        try forEachDamagedRow(db) { id, type in
            faults.add(
                "the kept statistics \(id) of \(type) are damaged; they are not used, and `health check --repair` removes them"
            )
        }
        var different = FaultList(rest: "kept statistics differ from the samples")
        try RollupComparison.forEachDifference(db) { row, type, _ in
            different.add(
                "the kept statistics of \(type) for the week \(row.block) differ from its samples; "
                    + "`health check --repair` removes them")
        }
        return faults.lines + different.lines
    }

    /// Deletes the rows that are damaged or differ from the samples. They are computed again when they are needed.
    /// - Returns: The number of deleted rows.
    static func repair(_ db: Database) throws -> Int {
        var damaged: [Int64] = []
        try forEachDamagedRow(db) { id, _ in damaged.append(id) }
        for id in damaged { try db.execute(sql: "DELETE FROM rollup WHERE id = ?", arguments: [id]) }
        var different: [(row: RollupRow, type: Int64)] = []
        try RollupComparison.forEachDifference(db) { row, _, type in different.append((row, type)) }
        for (row, type) in different {
            try db.execute(
                sql: "DELETE FROM rollup WHERE type = ? AND source = ? AND block = ?",
                arguments: [type, row.target, row.block])
        }
        return damaged.count + different.count
    }

    /// Calls a closure for each row without a valid checksum, with its number and its type.
    private static func forEachDamagedRow(_ db: Database, _ body: (Int64, String) -> Void) throws {
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT r.id, r.type, r.source, r.block, r.blocks, r.cells, coalesce(t.identifier, 'type ' || r.type) AS name
                FROM rollup AS r LEFT JOIN sample_type AS t ON t.id = r.type ORDER BY r.id
                """)
        while let row = try rows.next() {
            let cells: Data = try row.value(Data?.self, of: "cells") ?? Data()
            if isWithoutSeal(cells) { continue }
            let stored = RollupRow(
                target: try row.value(of: "source"), block: try row.value(of: "block"),
                blocks: try row.value(of: "blocks"), cells: [])
            let seal = RollupSeal(
                type: try row.value(of: "type"), target: stored.target, block: stored.block, blocks: stored.blocks)
            let isSound = stored.isPlausible && cells.withUnsafeBytes { seal.opened($0) != nil }
            if !isSound { body(try row.value(of: "id"), try row.value(of: "name")) }
        }
    }

    /// Returns whether a row is from a version without checksums: it has no cells, or cells of the first version of the codec,
    /// which are longer than a checksum. Such rows are ignored.
    private static func isWithoutSeal(_ cells: Data) -> Bool {
        cells.isEmpty || (cells.count > RollupSeal.length && cells.first == 1)
    }
}

/// Compares the stored rollups with the samples.
enum RollupComparison {
    /// The number of blocks that are computed from the samples at a time.
    private static let blocksAtOnce = 64

    /// Calls a closure for each row whose cells differ from those of the samples, with the identifier and the number of its type.
    /// A row of several blocks is reported once. Rows with damaged checksums, and rows for another order of sources, are ignored.
    /// Reads the samples of each type once.
    static func forEachDifference(_ db: Database, _ body: (RollupRow, String, Int64) -> Void) throws {
        let types = try Row.fetchAll(
            db, sql: "SELECT id, identifier FROM sample_type WHERE id IN (SELECT type FROM rollup) ORDER BY id")
        for type in types {
            let (number, identifier): (Int64, String) = (try type.value(of: "id"), try type.value(of: "identifier"))
            do {
                try compare(number, identifier, db, body)
            } catch let error as StoreError where error.code == .corrupt {
                // Damaged samples are reported separately.
                continue
            }
        }
    }

    private static func compare(
        _ number: Int64, _ identifier: String, _ db: Database, _ body: (RollupRow, String, Int64) -> Void
    ) throws {
        guard let style = try? StatisticsRequest(type: identifier).style,
            let plan = try RollupPlan(checking: number, style: style, db)
        else { return }
        for first in stride(from: plan.blocks.lowerBound, through: plan.blocks.upperBound, by: blocksAtOnce) {
            let blocks = first...min(first + blocksAtOnce - 1, plan.blocks.upperBound)
            for row in try differences(db, plan, blocks) { body(row, identifier, number) }
        }
    }

    private static func differences(_ db: Database, _ plan: RollupPlan, _ blocks: ClosedRange<Int>) throws
        -> [RollupRow]
    {
        let made = Dictionary(grouping: try RollupMaker(plan: plan).make(db, blocks), by: \.target)
        var found: [RollupRow] = []
        for target in plan.targets where target != 0 || !plan.isReordered {
            let cells = Dictionary(
                (made[target] ?? []).lazy.filter { !$0.cells.isEmpty }.map { ($0.block, $0.cells) },
                uniquingKeysWith: { first, _ in first })
            do {
                try RollupTable.forEachRow(db, type: plan.type, target: target, in: blocks, withCells: true) {
                    row, bytes in
                    let covered = max(row.block, blocks.lowerBound)...min(row.lastBlock, blocks.upperBound)
                    // A run of empty blocks is reported for its first part that contains samples.
                    let isSame = covered.allSatisfy { same(bytes, cells[$0] ?? [], style: plan.style, block: $0) }
                    if !isSame { found.append(row) }
                    return true
                }
            } catch RollupReader.Obstacle.damagedCells {
                continue
            }
        }
        return found
    }

    /// Returns whether cells are equal, except for rounding errors of sums.
    private static func same(
        _ stored: UnsafeRawBufferPointer, _ made: [UInt8], style: HKQuantityAggregationStyle, block: Int
    ) -> Bool {
        if stored.isEmpty || made.isEmpty { return stored.isEmpty && made.isEmpty }
        return made.withUnsafeBytes { made in
            if stored.elementsEqual(made) { return true }
            guard let old = aggregates(stored, style, block), let new = aggregates(made, style, block) else {
                // Cells of another version or style are ignored.
                return true
            }
            return old.elementsEqual(new) { $0.start == $1.start && isNear($0.aggregate, $1.aggregate) }
        }
    }

    private static func aggregates(
        _ bytes: UnsafeRawBufferPointer, _ style: HKQuantityAggregationStyle, _ block: Int
    ) -> [(start: Double, aggregate: BucketAggregate)]? {
        var read: [(start: Double, aggregate: BucketAggregate)] = []
        return RollupCodec.read(bytes, style: style, block: block) { read.append(($0, $1)) } ? read : nil
    }

    private static func isNear(_ left: BucketAggregate, _ right: BucketAggregate) -> Bool {
        isNear(left.started, right.started) && isNear(left.carried, right.carried)
            && isNear(left.amount, right.amount) && isNear(left.covered, right.covered)
            && isNear(left.weight, right.weight) && isNear(left.weighted, right.weighted)
    }

    private static func isNear(_ left: SampleGroup, _ right: SampleGroup) -> Bool {
        left.count == right.count && left.minimum == right.minimum && left.maximum == right.maximum
            && left.latest == right.latest && isNear(left.sum, right.sum)
    }

    private static func isNear(_ left: Double, _ right: Double) -> Bool {
        left == right || (left - right).magnitude <= 1e-9 * max(1, left.magnitude, right.magnitude)
    }
}
