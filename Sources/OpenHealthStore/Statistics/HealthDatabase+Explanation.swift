// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthStatistics

extension HealthDatabase {
    /// Explains the sum of a cumulative type over a range: the sources that counted, and the amounts that were skipped.
    /// - Parameters:
    ///   - type: The identifier of a cumulative quantity type.
    ///   - from: The start of the range.
    ///   - to: The end of the range.
    /// - Returns: The sum that ``statistics(_:)`` returns for a single bucket of the range, and its parts.
    /// - Throws: A ``StoreError``: `invalidArgument` for other types.
    public func explanation(type: String, from: Date, to: Date) throws -> StatisticsExplanation {
        let query = try StatisticsQuery(StatisticsRequest(type: type, from: from, to: to))
        guard query.style == .cumulative else {
            throw StoreError(
                .invalidArgument, message: "\(type) is not cumulative, so it has no sum to explain",
                remedy: "request its statistics by source")
        }
        return try read { db in
            guard let number = try StatisticsQuery.number(db, type: type) else {
                return StatisticsExplanation(
                    order: [], total: 0, unit: query.quantityType.canonicalUnit.unitString, stretches: [])
            }
            let ranks = try SourceRankTable(db, type: number)
            var samples = try IntervalReader(
                db, type: number, from: query.from, to: query.to, ranks: ranks, recordsLeftOut: true)
            let explanation = try ExplanationReader(db, query, type: number, of: &samples, ranks: ranks).explanation()
            return try AggregateFigures.add(to: explanation, db, query, type: number)
        }
    }
}
