// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthStatistics
import OpenHealthStore

extension AppSession {
    /// How the sum of what the app may see of a cumulative type over a stretch of time came about. Samples are cut at the
    /// ends of the stretch.
    ///
    /// The order names the sources that have something in the stretch, and no others: which sources there are besides is
    /// none of the app's business where it may read only a part.
    /// - Throws: an `HKError`: `errorInvalidArgument` for a type that does not add up, or a stretch that ends before it
    ///   begins; `errorAuthorizationNotDetermined` where the app has not asked.
    package func explanation(of type: HKQuantityType, from: Date, to: Date) throws -> StatisticsExplanation {
        guard type.aggregationStyle == .cumulative else {
            throw HKError(
                .errorInvalidArgument, "\(type.identifier) does not add up, so there is no sum to explain.")
        }
        return try read(noting: { $0.stretches.isEmpty ? [] : AccessNote.figures(type, [(from, to)]) }) { db in
            let access = try access(db, type)
            let query = try StatisticsQuery(StatisticsRequest(type: type.identifier, from: from, to: to))
            let unit = type.canonicalUnit.unitString
            guard let number = try StatisticsQuery.number(db, type: type.identifier) else {
                return StatisticsExplanation(order: [], total: 0, unit: unit, stretches: [])
            }
            let ranks = try SourceRankTable(db, type: number)
            var explanation: StatisticsExplanation
            if access == .all {
                var samples = try IntervalReader(db, type: number, from: query.from, to: query.to, ranks: ranks)
                explanation = try ExplanationReader(db, query, type: number, of: &samples, ranks: ranks).explanation()
            } else {
                var samples = try visibleIntervals(db, type, number: number, from: query.from, to: query.to, ranks)
                explanation = try ExplanationReader(db, query, type: number, of: &samples, ranks: ranks).explanation()
            }
            let present = Set(
                explanation.stretches.flatMap { [$0.source.id] + $0.leftOut.map(\.source.id) })
            explanation.order.removeAll { !present.contains($0.source.id) }
            return explanation
        }
    }

    /// Returns the durations of the values of a category in the data that the app may see, bucket by bucket; see
    /// ``HealthDatabase/categoryDurations(type:from:to:buckets:)``.
    /// - Throws: an `HKError`: `errorInvalidArgument` for a range that ends before it begins, and too many buckets;
    ///   `errorAuthorizationNotDetermined` where the app has not asked.
    package func categoryDurations(
        of type: HKCategoryType, from: Date?, to: Date?, buckets: CivilBuckets?
    ) throws -> [CategoryRow] {
        try read(noting: { AccessNote.figures(type, $0.map { ($0.start, $0.end) }) }) { db in
            let access = try access(db, type)
            let query = try CategoryQuery(type: type.identifier, from: from, to: to, buckets: buckets)
            if access == .all {
                var timeline = try CategoryReader.ofAll(db, query)
                return timeline?.rows() ?? []
            }
            guard let number = try StatisticsQuery.number(db, type: type.identifier) else { return [] }
            let ranks = try SourceRankTable(db, type: number)
            var samples = try visibleIntervals(
                db, type, number: number, from: query.from, to: query.to, ranks, missingValue: query.missingValue)
            var timeline = try CategoryReader(db, query, of: &samples, ranks: ranks)
            return timeline.rows()
        }
    }

    /// The samples that the app may see and that share a moment with a stretch of time.
    private func visibleIntervals(
        _ db: Database, _ type: HKSampleType, number: Int64, from: Double, to: Double, _ ranks: SourceRankTable,
        missingValue: Double? = nil
    ) throws -> FilteredIntervals {
        let part = SampleQuery.Part(type, .interval(PredicateInterval(from: from, to: to)))
        return FilteredIntervals(
            reader: try SampleReader(db, [part], for: self), ranks: ranks,
            series: try SeriesReadings(db, type: number, startingFrom: -.infinity, from: from, to: to),
            missingValue: missingValue)
    }
}
