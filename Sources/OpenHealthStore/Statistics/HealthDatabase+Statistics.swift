// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthStatistics

extension HealthDatabase {
    /// The figures of the samples of a quantity type, bucket by bucket: over all sources, each moment counted once, and
    /// if asked for those of each source.
    ///
    /// The first answer for a stretch of time reads its samples; later ones read cells that were kept in the store, and
    /// cost in proportion to the time rather than to the samples. Saving and deleting drop the cells that they touch.
    /// `IntervalSweep` of OpenHealthStatistics says how figures come about.
    /// - Parameter request: what is asked.
    /// - Returns: the buckets in which there are samples, in order. Values are in the canonical unit of the type.
    /// - Throws: a ``StoreError``, `invalidArgument` for a type that is no quantity type.
    public func statistics(_ request: StatisticsRequest) throws -> [StatisticsRow] {
        try statistics(request, usesRollups: true)
    }

    /// The same, by a way that can be chosen.
    package func statistics(_ request: StatisticsRequest, usesRollups: Bool) throws -> [StatisticsRow] {
        let query = try StatisticsQuery(request)
        if usesRollups, let rows = try rollupStatistics(query) { return rows }
        return try read { db in
            guard let type = try StatisticsQuery.number(db, type: request.type) else { return [] }
            return try SampleStatistics(query: query, db: db, type: type).rows()
        }
    }

    /// Answers from cells, which are made where they are missing; nil where the samples have to be read.
    private func rollupStatistics(_ query: StatisticsQuery) throws -> [StatisticsRow]? {
        do {
            let (plan, rows): (RollupPlan?, [StatisticsRow]?) = try read { db in
                guard let type = try StatisticsQuery.number(db, type: query.request.type),
                    let plan = try RollupPlan(db, query, type: type)
                else { return (nil, nil) }
                guard plan.missing.isEmpty else { return (plan, nil) }
                return (plan, try RollupStatistics(query: query, plan: plan, db: db).rows(made: []))
            }
            if let rows { return rows }
            guard let plan, let made = try RollupMaker(plan: plan).make(self) else { return nil }
            let answer = try answer(query, plan, made)
            if answer != nil { keep(made, plan) }
            return answer
        } catch let obstacle as RollupStatistics.Obstacle {
            if obstacle == .damagedCells { dropRollups(of: query.request.type) }
            return nil
        }
    }

    /// Puts cells that were made together with those that are kept; nil where what was planned no longer holds. Not only
    /// a change of samples is one: a new order of the sources takes kept cells away, as does another question that finds
    /// them damaged.
    package func answer(_ query: StatisticsQuery, _ plan: RollupPlan, _ made: [RollupRow]) throws -> [StatisticsRow]? {
        try read { db in
            guard let now = try RollupPlan(db, query, type: plan.type), plan.holds(now) else { return nil }
            return try RollupStatistics(query: query, plan: plan, db: db).rows(made: made)
        }
    }

    /// Keeps cells for the next question. They can be computed again, so errors are ignored, and callers do not wait, if that
    /// is not possible now.
    func keep(_ rows: [RollupRow], _ plan: RollupPlan) {
        writeLater { db in
            guard try Self.latestChange(db) == plan.generation,
                try SourceRankTable(db, type: plan.type).sources == plan.ranks.sources
            else { return }
            // Another question may have kept cells under this order since the plan was made.
            if plan.isReordered, try !RollupPlan.stands(db, type: plan.type, order: plan.ranks.sources) {
                try RollupInvalidation.dropMerged(db, type: plan.type)
            }
            try RollupTable.write(
                db, type: plan.type, rows: rows, order: plan.style == .cumulative ? plan.ranks.sources : nil)
        }
    }

    /// Drops all cells of a type, which turned out to be damaged.
    func dropRollups(of type: String) {
        writeLater { db in
            try db.execute(
                sql: "DELETE FROM rollup WHERE type = (SELECT id FROM sample_type WHERE identifier = ?)",
                arguments: [type])
        }
    }

    /// Writes rollups after the answer was returned. ``waitForRollups()`` waits until they are written.
    private func writeLater(_ body: @escaping @Sendable (Database) throws -> Void) {
        guard !pool.configuration.readonly else { return }
        rollupWriter.write(to: self, body)
    }

    private var rollupWriter: RollupWriter { companions.companion(RollupWriter.init) }

    /// Waits until the rollups of earlier answers are written. Closing the database does the same.
    func waitForRollups() { rollupWriter.wait() }
}
