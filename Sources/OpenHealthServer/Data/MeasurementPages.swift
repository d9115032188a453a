// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthAPI
import OpenHealthModel
import Hummingbird

/// What is inside a sample, in pages: as one page of JSON, or as NDJSON all of it.
struct MeasurementPages: Sendable {
    /// A page, and where it ends.
    struct Page: Sendable {
        /// The measurements.
        var elements: [JSONValue]
        /// Where the next page begins; nil behind the last one.
        var end: String?
    }

    /// What one is called in the answer.
    let key: String
    /// What else the answer says.
    var facts: [(key: String, value: JSONValue)] = []
    /// Reads a page; waits for the store.
    let read: @Sendable (_ cursor: String?, _ limit: Int) throws -> Page

    private static let usualLimit = 1000
    /// How many lines are read at a time.
    private static let linesLimit = 500

    /// Answers as it was asked for.
    func answer(_ exchange: Exchange) async throws -> Response {
        let query = QueryText(exchange)
        let read = read
        let cursor = exchange.query("cursor")
        let limit = try query.integer("limit", in: 1...SeriesRoutes.mostInPage) ?? Self.usualLimit
        if exchange.wantsLines {
            // Little is read ahead of the client, so that a permission that is withdrawn counts soon.
            let few = min(limit, Self.linesLimit)
            let first = try await exchange.blocking { try read(cursor, few) }
            return exchange.answer(lines: first) { page in
                guard let end = page.end else { return nil }
                return try await exchange.blocking { try read(end, few) }
            } elements: {
                $0.elements
            }
        }
        let page = try await exchange.blocking { try read(cursor, limit) }
        let end = page.end.map { [("cursor", JSONValue.string($0))] } ?? []
        return exchange.answer(.object(facts + [(key, .array(page.elements))] + end))
    }
}
