// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthAPI
import HealthModel
import HealthStatistics
import HealthStore
import Hummingbird

/// Answers the routes about statistics.
enum StatisticsHandlers {
    static let bindings: [RouteBinding] = [
        RouteBinding(StatisticsRoutes.query) { exchange in
            try await answer(exchange, try StatisticsQueryJSON(try await exchange.json()))
        },
        RouteBinding(StatisticsRoutes.read) { exchange in try await answer(exchange, try question(exchange)) },
    ]

    private static func answer(_ exchange: Exchange, _ question: StatisticsQueryJSON) async throws -> Response {
        let session = try exchange.session()
        let buckets = try question.buckets.map(civil)
        let (statistics, sight) = try await exchange.blocking {
            let sight = try Sight(session, of: question.type)
            let part = SampleQuery.Part(question.type, question.predicate)
            return (try session.statistics(part, options: question.options, buckets: buckets), sight)
        }
        if exchange.wantsLines {
            return exchange.answer(lines: statistics, sight: sight) { StatisticsJSON($0).json }
        }
        return exchange.answer(list: "statistics", statistics, sight: sight) { StatisticsJSON($0).json }
    }

    private static func civil(_ value: BucketsJSON) throws(Problem) -> CivilBuckets {
        do {
            return try CivilBuckets(anchor: value.anchor, interval: value.interval, calendar: value.calendar)
        } catch {
            throw Problem(
                .invalidArgument, "The intervals of the collection: \(error)",
                healthKitCode: HKError.Code.errorInvalidArgument.rawValue)
        }
    }

    // MARK: - In a query

    private static func question(_ exchange: Exchange) throws(Problem) -> StatisticsQueryJSON {
        let query = QueryText(exchange)
        let type = try query.requiredType(as: HKQuantityType.self)
        var options = StatisticsOptionNames.allFigures(of: type)
        if let text = exchange.query("options") {
            options = try StatisticsOptionNames.options(
                text.split(separator: ",").map { JSONReader(.string(String($0)), pointer: "?options") })
        }
        return StatisticsQueryJSON(
            type: type, predicate: try query.predicate(), options: options, buckets: try buckets(exchange, query))
    }

    /// Midnight of the first day of 2001, a Monday: days begin there, weeks, months, quarters and years.
    private static let anchor = DateComponents(year: 2001, month: 1, day: 1)

    private static func buckets(_ exchange: Exchange, _ query: QueryText) throws(Problem) -> BucketsJSON? {
        let start = try query.date("anchor")
        guard let every = exchange.query("every") else { return nil }
        guard let interval = BucketsJSON.interval(every) else {
            let detail = "This has to be minute, hour, day, week, month, quarter or year, or several: 15minutes."
            throw Problem(
                .invalidRequest, "The parameter every: \(detail)", faults: [Problem.Fault("?every", detail)])
        }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try CalendarName.timeZone(
            JSONReader(.string(exchange.query("timeZone") ?? "UTC"), pointer: "?timeZone"))
        guard let anchor = start ?? calendar.date(from: anchor) else {
            throw Problem(.invalidRequest, "The intervals begin nowhere in this time zone: give an anchor.")
        }
        return BucketsJSON(anchor: anchor, interval: interval, calendar: calendar)
    }
}
