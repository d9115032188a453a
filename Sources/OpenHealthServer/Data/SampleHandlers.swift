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
        RouteBinding(SampleRoutes.list, list), RouteBinding(SampleRoutes.query, query),
        RouteBinding(SampleRoutes.queries, queries), RouteBinding(SampleRoutes.show, show),
        RouteBinding(SampleRoutes.correlations, correlations), RouteBinding(SampleRoutes.save, SavingHandlers.save),
        RouteBinding(SampleRoutes.delete, SavingHandlers.delete),
        RouteBinding(SampleRoutes.deleteMany, SavingHandlers.deleteMany),
    ]

    private static func list(_ exchange: Exchange) async throws -> Response {
        if exchange.wantsLines { return try await lines(try SampleQueryJSON(exchange), exchange) }
        return try await exchange.cached { try page(try SampleQueryJSON(exchange), exchange) }
    }

    private static func query(_ exchange: Exchange) async throws -> Response {
        let body = try await exchange.body()
        if exchange.wantsLines { return try await lines(try SampleQueryJSON(try BodyReader.json(body)), exchange) }
        return try await exchange.cached(body: body) {
            try page(try SampleQueryJSON(try BodyReader.json(body)), exchange)
        }
    }

    private static func page(_ question: SampleQueryJSON, _ exchange: Exchange) throws -> JSONValue {
        let query = question.query
        let session = try exchange.session()
        let anchors = try Anchors(session)
        let place = try question.cursor.map { (cursor) throws(Problem) in
            try SampleCursorText.place(cursor, query, anchors)
        }
        let count = min(query.limit ?? SampleRoutes.usualPage, SampleRoutes.mostOnPage)
        let (samples, end) = try session.page(query, after: place, count: count)
        exchange.services.metrics.samplesRead.add(samples.count)
        var entries: [(key: String, value: JSONValue)] = [("samples", .array(samples.map { SampleJSON($0).json }))]
        if let end { entries.append(("cursor", .string(SampleCursorText.text(end, query, anchors)))) }
        return .object(entries)
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

    private static func queries(_ exchange: Exchange) async throws -> Response {
        let body = try await exchange.body()
        return try await exchange.cached(body: body) {
            let json = try BodyReader.json(body)
            try json.check(keys: ["queries"])
            let queries = try json.required("queries").array(most: 100).map { entry in
                try entry.check(keys: ["parts", "order", "limit"])
                return try SampleQueryJSON(entry).query
            }
            guard let answers = try exchange.session().samples(queries, most: mostAtOnce) else {
                throw Problem(
                    .invalidArgument,
                    "These are more than \(mostAtOnce) samples. Ask POST /v1/samples/query for application/x-ndjson.")
            }
            return .object([
                ("answers", .array(answers.map { .array($0.map { SampleJSON($0).json }) }))
            ])
        }
    }

    private static func show(_ exchange: Exchange) async throws -> Response {
        let uuid = try exchange.uuid()
        let isOwn = try exchange.flag("own")
        return try await exchange.cached {
            let session = try exchange.session()
            guard isOwn else { return SampleJSON(try session.sample(uuid)).json }
            guard let sample = try session.ownObject(uuid) else {
                throw HKError(.errorNoData, "There is no sample with the UUID \(uuid) that this app has saved.")
            }
            return SampleJSON(sample).json
        }
    }

    private static func correlations(_ exchange: Exchange) async throws -> Response {
        let body = try await exchange.body()
        return try await exchange.cached(body: body) {
            let question = try CorrelationQueryJSON(try BodyReader.json(body))
            let found = try exchange.session().correlations(question.part, members: question.members)
            return .object([("correlations", .array(found.map { SampleJSON($0).json }))])
        }
    }
}
