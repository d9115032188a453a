// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthStatistics

extension HealthDatabase {
    /// Returns the statistics of the samples of a quantity type by bucket: over all sources, with each moment counted once, and
    /// on request by source.
    ///
    /// The first call for a range reads its samples; later calls read cells that are kept in the store and take time in
    /// proportion to the range instead of the number of samples. Saving and deleting samples removes the cells that contain them.
    /// `IntervalSweep` of OpenHealthStatistics documents the computation. The statistics over all sources include figures of hours,
    /// days or longer intervals that phones pushed, as far as they exceed the samples; those by source don't.
    ///
    /// In days and longer buckets, samples of resting and walking heart rates, which last until the figure of their day is known, count in the
    /// bucket in which they begin, and nowhere else.
    /// - Parameter request: The type, range and buckets.
    ///   Without an end, a result with more than a million buckets ends tomorrow, because samples can end in the year 9999. So does a
    ///   result with a sample of more than a hundred years in more than 10,000 clipped buckets. Without a start, it begins a hundred
    ///   years ago if such a sample begins before.
    /// - Returns: The buckets that contain samples, in order. Values are in the canonical unit of the type.
    /// - Throws: A ``StoreError``: `invalidArgument` if the type isn't a quantity type.
    public func statistics(_ request: StatisticsRequest) throws -> [StatisticsRow] {
        try statistics(request, usesRollups: true)
    }

    /// Returns statistics with or without the use of cells.
    package func statistics(_ request: StatisticsRequest, usesRollups: Bool) throws -> [StatisticsRow] {
        try StatisticsRequest.limited(from: request.from, to: request.to, buckets: request.buckets) { from, to in
            var request = request
            (request.from, request.to) = (from, to)
            return try boundedStatistics(request, usesRollups: usesRollups)
        }
    }

    private func boundedStatistics(_ request: StatisticsRequest, usesRollups: Bool) throws -> [StatisticsRow] {
        try request.check()
        let rows = try usesRollups ? rollupStatistics(request) : nil
        return try read { db in
            guard let type = try RecordReader.typeNumber(db, of: request.type) else { return [] }
            let samples = try rows ?? SampleSweep(db, request, type: type).rows()
            return try AggregateFigures(db, request, type: type, rows: samples).add(to: samples, request)
        }
    }

    /// Returns statistics from cells, after computing missing cells, or nil if the samples have to be read.
    private func rollupStatistics(_ request: StatisticsRequest) throws -> [StatisticsRow]? {
        do {
            let (plan, rows): (RollupPlan?, [StatisticsRow]?) = try read { db in
                guard let type = try RecordReader.typeNumber(db, of: request.type),
                    let plan = try RollupPlan(db, request, type: type)
                else { return (nil, nil) }
                guard plan.missing.isEmpty else { return (plan, nil) }
                return (plan, try RollupReader(request: request, plan: plan, db: db).rows(made: []))
            }
            if let rows { return rows }
            guard let plan, let made = try RollupMaker(plan: plan).make(self) else { return nil }
            let found = try rollupRows(request, plan, made)
            if found != nil { keep(made, plan) }
            return found
        } catch let obstacle as RollupReader.Obstacle {
            if obstacle == .damagedCells { dropRollups(of: request.type) }
            return nil
        }
    }

    /// Returns statistics from stored and newly computed cells, or nil if the plan is outdated. A change of samples isn't the
    /// only reason: a new order of the sources removes stored cells, as does another query that finds them damaged.
    package func rollupRows(_ request: StatisticsRequest, _ plan: RollupPlan, _ made: [RollupRow]) throws
        -> [StatisticsRow]?
    {
        try read { db in
            guard let now = try RollupPlan(db, request, type: plan.type), plan.holds(now) else { return nil }
            return try RollupReader(request: request, plan: plan, db: db).rows(made: made)
        }
    }

    /// Stores cells for later queries. Cells can be computed again, so errors are ignored, and callers don't wait if writing
    /// isn't possible now.
    func keep(_ rows: [RollupRow], _ plan: RollupPlan) {
        writeLater { db in
            guard try Self.latestChange(db) == plan.generation,
                try SourceRankTable(db, type: plan.type).sources == plan.ranks.sources
            else { return }
            // Another query can have stored cells for this order since the plan was created.
            if plan.isReordered, try !RollupPlan.stands(db, type: plan.type, order: plan.ranks.sources) {
                try RollupInvalidation.dropMerged(db, type: plan.type)
            }
            try RollupTable.write(
                db, type: plan.type, rows: rows, order: plan.style == .cumulative ? plan.ranks.sources : nil)
        }
    }

    /// Removes all cells of a type after damage was detected.
    func dropRollups(of type: String) {
        writeLater { db in
            try db.execute(
                sql: "DELETE FROM rollup WHERE type = (SELECT id FROM sample_type WHERE identifier = ?)",
                arguments: [type])
        }
    }

    /// Writes rollups asynchronously. ``waitForRollups()`` waits until they are written.
    private func writeLater(_ body: @escaping @Sendable (Database) throws -> Void) {
        guard !pool.configuration.readonly else { return }
        rollupWriter.write(to: self, body)
    }

    private var rollupWriter: RollupWriter { companions.companion(RollupWriter.init) }

    /// Waits until the rollups of earlier calls are written. Closing the database does the same.
    package func waitForRollups() { rollupWriter.wait() }
}

extension HealthDatabase {
    /// Returns the date at which the data of a type ends: the date of the latest export that contained records of the type.
    /// It is nil if there is no such export, or a sample of the type starts at that date or later.
    ///
    /// An export contains only a part of the day, week or month in which it was created. If there is later data from another
    /// export or an app, only the current period is incomplete.
    /// - Parameter type: The identifier of the type.
    /// - Throws: A ``StoreError``.
    /// - Complexity: O(*n*) in the number of imports.
    package func dataEnd(of type: String) throws -> Date? {
        try read { db in try Self.dataEnd(db, of: type) }
    }

    package static func dataEnd(_ db: Database, of type: String) throws -> Date? {
        let exported = try Double.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT max(export_date) FROM import
                    WHERE export_date IS NOT NULL AND CASE WHEN json_valid(receipt) THEN EXISTS (
                        SELECT 1 FROM json_each(receipt, '$.byType')
                        WHERE key = ? AND json_extract(value, '$.read') > 0
                    ) ELSE 0 END
                    """),
            arguments: [type])
        guard let exported else { return nil }
        let goesOn = try Bool.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT EXISTS (
                        SELECT 1 FROM sample
                        WHERE type = (SELECT id FROM sample_type WHERE identifier = ?) AND start >= ?)
                    """),
            arguments: [type, exported])
        return goesOn == true ? nil : Date(timeIntervalSince1970: exported)
    }
}
