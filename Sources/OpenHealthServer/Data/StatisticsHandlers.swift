// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthStatistics
import OpenHealthStore
import Hummingbird

/// The handlers of the routes for statistics.
enum StatisticsHandlers {
    static let bindings: [RouteBinding] = [
        RouteBinding(writing: StatisticsRoutes.query, answer),
        RouteBinding(writing: StatisticsRoutes.read) { scope, _ in
            try await answer(scope, try await question(scope))
        },
    ]

    private static func answer(_ scope: RequestScope, _ question: StatisticsQueryJSON) async throws -> Response {
        let session = try scope.session()
        let buckets = try question.buckets?.civil()
        let (statistics, permissions, dataEnd) = try await scope.blocking {
            let permissions = try PermissionSnapshot(session, of: question.type)
            let part = SampleQuery.Part(question.type, question.predicate)
            return (
                try session.statistics(part, options: question.options, buckets: buckets), permissions,
                buckets == nil ? nil : try session.dataEnd(of: question.type)
            )
        }
        let completeness = IntervalCompleteness(
            buckets: buckets, predicate: question.predicate, now: scope.services.configuration.clock(),
            dataEnd: dataEnd)
        let json: @Sendable (HKStatistics) -> JSONValue = { one in
            completeness.mark(JSONFormat.statistics.json(one), start: one.startDate)
        }
        if scope.wantsLines { return scope.answer(lines: statistics, permissions: permissions, json) }
        return scope.answer(list: "statistics", statistics, permissions: permissions, json)
    }

    // MARK: - Queries

    private static func question(_ scope: RequestScope) async throws -> StatisticsQueryJSON {
        let query = QueryText(scope)
        let type = try query.requiredType(as: HKQuantityType.self)
        var options = StatisticsOptionNames.allFigures(of: type)
        if let text = scope.query("options") {
            options = try StatisticsOptionNames.options(
                text.split(separator: ",").map { JSONReader(.string(String($0)), pointer: "?options") })
        }
        return StatisticsQueryJSON(
            type: type, predicate: try query.predicate(), options: options, buckets: try await query.buckets())
    }
}
