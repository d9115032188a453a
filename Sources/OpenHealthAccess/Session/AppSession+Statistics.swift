// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthSession
import OpenHealthStatistics
import OpenHealthStore

extension AppSession {
    /// Returns statistics over the visible samples that match a predicate.
    ///
    /// Samples count as a whole: the parts outside the predicate's interval of samples that cross its edges are in additional
    /// buckets. If the app can read all samples, queries of an interval are answered from stored cells.
    /// - Parameters:
    ///   - buckets: The buckets; nil for a single bucket.
    /// - Returns: The buckets with samples, in order.
    /// - Throws: An `HKError`: `errorInvalidArgument` if the type isn't a quantity type, or an option isn't compatible with it.
    package func statistics(
        _ part: SampleQuery.Part, options: HKStatisticsOptions, buckets: CivilBuckets?
    ) throws -> [HKStatistics] {
        try part.predicate.check()
        let type = try part.statisticsType(for: options)
        var request = StatisticsRequest(
            type: type.identifier, buckets: buckets, separateBySource: options.contains(.separateBySource),
            boundary: .wholeSamples)
        let shape = try read { db in
            try StatisticsShape(db, part, access: try access(db, type), own: try ownSources(db))
        }
        let rows: [StatisticsRow]
        switch shape {
        case .nothing: rows = []
        case .interval(let from, let to):
            request.from = from.isFinite ? Date(timeIntervalSince1970: from) : nil
            request.to = to.isFinite ? Date(timeIntervalSince1970: to) : nil
            do {
                rows = try database.statistics(request)
            } catch {
                throw HKError(storeError: error)
            }
        case .samples:
            rows = try read { db in try filteredStatistics(db, request, part) }
        }
        note(AccessNote.figures(type, rows.map { ($0.start, $0.end) }))
        let maker = StatisticsMaker(type: type, options: options)
        return rows.map { row in
            // A single bucket has the dates of the query's interval, if it has any.
            guard buckets == nil, case .interval(let interval) = part.predicate.simplified else {
                return maker.statistics(row)
            }
            var row = row
            if interval.from.isFinite { row.start = Date(timeIntervalSince1970: interval.from) }
            if interval.to.isFinite { row.end = max(row.start, Date(timeIntervalSince1970: interval.to)) }
            return maker.statistics(row)
        }
    }
}
