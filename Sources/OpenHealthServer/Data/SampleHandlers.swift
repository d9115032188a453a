// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthStore
import Hummingbird
import NIOCore

/// Answers the routes about samples.
enum SampleHandlers {
    static let bindings: [RouteBinding] = [
        RouteBinding(SampleRoutes.list, list), RouteBinding(SampleRoutes.query.route, query),
        RouteBinding(cached: SampleRoutes.queries, queries), RouteBinding(SampleRoutes.show.route, show),
        RouteBinding(cached: SampleRoutes.correlations) { exchange, question in
            try exchange.session().correlations(question.part, members: question.members)
        },
        RouteBinding(SampleRoutes.save.route, SavingHandlers.save),
        RouteBinding(SampleRoutes.delete, SavingHandlers.delete),
        RouteBinding(SampleRoutes.deleteMany.route, SavingHandlers.deleteMany),
    ]

    private static func list(_ exchange: Exchange) async throws -> Response {
        if exchange.wantsLines { return try await lines(try SampleQueryJSON(exchange), exchange) }
        return try await exchange.cached { try page(try SampleQueryJSON(exchange), exchange).json }
    }

    private static func query(_ exchange: Exchange) async throws -> Response {
        guard exchange.wantsLines else {
            return try await exchange.cached(SampleRoutes.query) { try page($0, exchange) }
        }
        return try await lines(try SampleRoutes.query.read(try await exchange.body()), exchange)
    }

    private static func page(_ question: SampleQueryJSON, _ exchange: Exchange) throws -> SamplePageJSON {
        let query = question.query
        let session = try exchange.session()
        let anchors = try Anchors(session)
        let place = try question.cursor.map { (cursor) throws(Problem) in
            try SampleCursorText.place(cursor, query, anchors)
        }
        let count = min(query.limit ?? SampleRoutes.usualPage, SampleRoutes.mostOnPage)
        let (samples, end) = try session.page(query, after: place, count: count)
        exchange.services.metrics.samplesRead.add(samples.count)
        return SamplePageJSON(samples, cursor: end.map { SampleCursorText.text($0, query, anchors) })
    }

    private static func lines(_ question: SampleQueryJSON, _ exchange: Exchange) async throws -> Response {
        guard question.cursor == nil else {
            throw Problem(.invalidArgument, "Lines have no pages: ask without a cursor.")
        }
        let lines = try await SampleLines(
            question.query, try exchange.session(), exchange.services, exchange.context.account.work)
        return Response(
            status: .ok, headers: [.contentType: SampleRoutes.lines],
            body: ResponseBody { writer in
                var lines = lines
                try await lines.write(to: &writer)
            })
    }

    /// How many samples all answers of one request have together.
    private static let mostAtOnce = 100_000

    private static func queries(_ exchange: Exchange, _ queries: [SampleQuery]) throws -> [[HKSample]] {
        guard let answers = try exchange.session().samples(queries, most: mostAtOnce) else {
            throw Problem(
                .invalidArgument,
                "These are more than \(mostAtOnce) samples. Ask POST /v1/samples/query for application/x-ndjson.")
        }
        return answers
    }

    private static func show(_ exchange: Exchange) async throws -> Response {
        let uuid = try exchange.uuid()
        let isOwn = try exchange.flag("own")
        return try await exchange.cached(SampleRoutes.show) { _ in
            let session = try exchange.session()
            guard isOwn else { return try session.sample(uuid) }
            guard let sample = try session.ownObject(uuid) else {
                throw HKError(.errorNoData, "There is no sample with the UUID \(uuid) that this app has saved.")
            }
            return sample
        }
    }
}
