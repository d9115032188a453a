// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthStatistics
import OpenHealthStore
import Hummingbird

/// Answers the routes about statistics.
enum StatisticsHandlers {
    static let bindings: [RouteBinding] = [
        RouteBinding(writing: StatisticsRoutes.query, answer),
        RouteBinding(writing: StatisticsRoutes.read) { exchange, _ in
            try await answer(exchange, try await question(exchange))
        },
    ]

    private static func answer(_ exchange: Exchange, _ question: StatisticsQueryJSON) async throws -> Response {
        let session = try exchange.session()
        let buckets = try question.buckets?.civil()
        let (statistics, sight, dataEnd) = try await exchange.blocking {
            let sight = try Sight(session, of: question.type)
            let part = SampleQuery.Part(question.type, question.predicate)
            return (
                try session.statistics(part, options: question.options, buckets: buckets), sight,
                buckets == nil ? nil : try session.dataEnd(of: question.type)
            )
        }
        let completeness = IntervalCompleteness(
            buckets: buckets, predicate: question.predicate, now: exchange.services.configuration.clock(),
            dataEnd: dataEnd)
        let json: @Sendable (HKStatistics) -> JSONValue = { one in
            completeness.mark(StatisticsJSON(one).json, start: one.startDate)
        }
        if exchange.wantsLines { return exchange.answer(lines: statistics, sight: sight, json) }
        return exchange.answer(list: "statistics", statistics, sight: sight, json)
    }

    // MARK: - In a query

    private static func question(_ exchange: Exchange) async throws -> StatisticsQueryJSON {
        let query = QueryText(exchange)
        let type = try query.requiredType(as: HKQuantityType.self)
        var options = StatisticsOptionNames.allFigures(of: type)
        if let text = exchange.query("options") {
            options = try StatisticsOptionNames.options(
                text.split(separator: ",").map { JSONReader(.string(String($0)), pointer: "?options") })
        }
        return StatisticsQueryJSON(
            type: type, predicate: try query.predicate(), options: options, buckets: try await query.buckets())
    }
}
