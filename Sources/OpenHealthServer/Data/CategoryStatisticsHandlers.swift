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
    static let bindings: [RouteBinding] = [RouteBinding(StatisticsRoutes.categories, read)]

    private static func read(_ scope: RequestScope) async throws -> Response {
        let query = QueryText(scope)
        let type = try query.requiredType(as: HKCategoryType.self)
        let (from, to) = (try query.date("from"), try query.date("to"))
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
            completeness.mark(json(row, asleep: asleep), start: row.start)
        }
    }

    /// Returns the values that together are one state, such as sleep of any stage.
    private static func asleepValues(of type: HKCategoryType) -> Set<Int>? {
        guard type.identifier == HKCategoryTypeIdentifier.sleepAnalysis.rawValue else { return nil }
        return Set(HKCategoryValueSleepAnalysis.allAsleepValues.map(\.rawValue))
    }

    private static func json(_ row: CategoryRow, asleep: Set<Int>?) -> JSONValue {
        var entries: [(key: String, value: JSONValue)] = [
            ("startDate", .string(APIDate.text(row.start))), ("endDate", .string(APIDate.text(row.end))),
            ("covered", .double(row.covered)),
        ]
        if let asleep {
            let sum = row.values.filter { asleep.contains($0.value) }.reduce(0) { $0 + $1.duration }
            entries.append(("asleep", .double(sum)))
        }
        entries.append(
            (
                "values",
                .array(
                    row.values.map { value in
                        .object([
                            ("value", .integer(value.value)), ("duration", .double(value.duration)),
                            ("reported", .double(value.reported)), ("samples", .integer(value.count)),
                        ])
                    })
            ))
        return .object(entries)
    }
}
