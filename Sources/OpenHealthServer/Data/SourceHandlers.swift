// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthStore
import Hummingbird

/// Answers the routes about where samples come from.
enum SourceHandlers {
    static let bindings: [RouteBinding] = [
        RouteBinding(SourceRoutes.query) { exchange in
            try await answer(exchange, try SampleQueryPartJSON(try await exchange.json()).part)
        },
        RouteBinding(SourceRoutes.read) { exchange in
            let query = QueryText(exchange)
            return try await answer(
                exchange, SampleQuery.Part(try query.requiredType(as: HKSampleType.self), try query.predicate()))
        },
    ]

    private static func answer(_ exchange: Exchange, _ part: SampleQuery.Part) async throws -> Response {
        let session = try exchange.session()
        let sources = try await exchange.blocking { try session.sources(part) }
            .sorted { ($0.name, $0.bundleIdentifier) < ($1.name, $1.bundleIdentifier) }
        return exchange.answer(.object([("sources", .array(sources.map { SourceJSON(source: $0).json }))]))
    }
}
