// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthStatistics
import OpenHealthStore
import Hummingbird

/// The handlers of the route for the durations of categories.
enum CategoryStatisticsHandlers {
    static let bindings: [RouteBinding] = [RouteBinding(StatisticsRoutes.categories.route, read)]

    private static func read(_ scope: RequestScope) async throws -> Response {
        let query = QueryText(scope)
        let type = try query.requiredType(as: HKCategoryType.self)
        let (from, to) = try query.dates()
        let buckets = try await query.buckets()?.civil()
        let session = try scope.session()
        let asleep = asleepValues(of: type)
        let (rows, permissions, dataEnd) = try await scope.blocking {
            let permissions = try PermissionSnapshot(session, of: type)
            return (
                try session.categoryDurations(of: type, from: from, to: to, buckets: buckets), permissions,
                buckets == nil ? nil : try session.dataEnd(of: type)
            )
        }
        let completeness = IntervalCompleteness(
            buckets: buckets, from: from, to: to, now: scope.services.configuration.clock(), dataEnd: dataEnd)
        return scope.answer(list: "statistics", rows, permissions: permissions) { row in
            json(row, asleep: asleep, isPartial: completeness.isPartial(row.start)).json
        }
    }

    /// Returns the values that together are one state, such as sleep of any stage.
    private static func asleepValues(of type: HKCategoryType) -> Set<Int>? {
        guard type.identifier == HKCategoryTypeIdentifier.sleepAnalysis.rawValue else { return nil }
        return Set(HKCategoryValueSleepAnalysis.allAsleepValues.map(\.rawValue))
    }

    private static func json(_ row: CategoryRow, asleep: Set<Int>?, isPartial: Bool) -> CategoryStatisticsJSON {
        CategoryStatisticsJSON(
            start: row.start, end: row.end, covered: row.covered,
            asleep: asleep.map { asleep in
                row.values.filter { asleep.contains($0.value) }.reduce(0) { $0 + $1.duration }
            },
            values: row.values, isPartial: isPartial)
    }
}
