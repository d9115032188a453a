// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import CoreMetrics
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthStore

/// The handlers of the routes for samples.
enum SampleHandlers {
    static let bindings: [RouteBinding] = [
        RouteBinding(SampleRoutes.list.route, list), RouteBinding(SampleRoutes.query.route, query),
        RouteBinding(cached: SampleRoutes.queries, queries), RouteBinding(SampleRoutes.show.route, show),
        RouteBinding(cached: SampleRoutes.correlations, correlations),
        RouteBinding(SampleRoutes.save.route, SavingHandlers.save),
        RouteBinding(SampleRoutes.delete.route, SavingHandlers.delete),
        RouteBinding(SampleRoutes.deleteMany.route, SavingHandlers.deleteMany),
    ]

    private static func list(_ scope: RequestScope) async throws -> Response {
        if scope.wantsLines { return try await lines(try SampleQueryJSON(scope), scope) }
        return try await scope.cached { try page(try SampleQueryJSON(scope), scope).json }
    }

    private static func query(_ scope: RequestScope) async throws -> Response {
        guard scope.wantsLines else {
            return try await scope.cached(SampleRoutes.query) { try page($0, scope) }
        }
        return try await lines(try SampleRoutes.query.read(try await scope.body()), scope)
    }

    private static func page(_ request: SampleQueryJSON, _ scope: RequestScope) throws -> SamplePageJSON {
        let query = request.query
        let access = try scope.access()
        let anchors = try Anchors(access)
        let place = try request.cursor.map { (cursor) throws(Problem) in
            try SampleCursorText.place(cursor, query, anchors, at: scope.request.method == .get ? "?cursor" : "/cursor")
        }
        let count = min(query.limit ?? SampleRoutes.usualPage, SampleRoutes.maximumOnPage)
        let (samples, end) = try access.page(query, after: place, count: count)
        scope.services.metrics.samplesRead.increment(by: samples.count)
        return SamplePageJSON(samples, cursor: end.map { SampleCursorText.text($0, query, anchors) })
    }

    private static func lines(_ request: SampleQueryJSON, _ scope: RequestScope) async throws -> Response {
        guard request.cursor == nil else {
            throw Problem(.invalidArgument, "NDJSON has no pages. Omit the cursor.")
        }
        let lines = try await SampleLines(
            request.query, try scope.access(), scope.services, scope.context.account.work)
        return Response(
            status: .ok, headers: [.contentType: SampleRoutes.lines],
            body: ResponseBody { writer in
                var lines = lines
                try await lines.write(to: &writer)
            })
    }

    /// The maximum number of samples in all responses of one request.
    private static let maximumAtOnce = 100_000
    /// The number of bytes of metadata and documents in all responses of one request that is too large.
    private static let maximumBytesAtOnce = 32 << 20

    private static func queries(_ scope: RequestScope, _ queries: [SampleQuery]) throws -> [[HKSample]] {
        let bytes = PageBytes(maximumBytesAtOnce)
        guard let responses = try scope.access().samples(queries, most: maximumAtOnce, bytes: bytes) else {
            throw Problem(
                .invalidArgument,
                "There are more than \(maximumAtOnce) samples, or \(maximumBytesAtOnce >> 20) MiB of their metadata. "
                    + "Request application/x-ndjson from POST /v1/samples/query.")
        }
        return responses
    }

    private static func correlations(
        _ scope: RequestScope, _ request: CorrelationQueryJSON
    ) throws -> CorrelationPageJSON {
        let access = try scope.access()
        let anchors = try Anchors(access)
        let place = try request.cursor.map { (cursor) throws(Problem) in
            try SampleCursorText.place(cursor, request, anchors)
        }
        let (found, end) = try access.correlations(
            request.part, members: request.members, after: place,
            count: min(request.limit ?? SampleRoutes.usualPage, SampleRoutes.maximumOnPage))
        scope.services.metrics.samplesRead.increment(by: found.count)
        return CorrelationPageJSON(found, cursor: end.map { SampleCursorText.text($0, request, anchors) })
    }

    private static func show(_ scope: RequestScope) async throws -> Response {
        let uuid = try scope.uuid()
        let isOwn = try scope.flag("own")
        return try await scope.cached(SampleRoutes.show) { _ in
            let access = try scope.access()
            guard isOwn else { return try access.sample(uuid) }
            guard let sample = try access.ownObject(uuid) else {
                throw HKError(.errorNoData, "There is no sample with the UUID \(uuid) that this app has saved.")
            }
            return sample
        }
    }
}

/// The cursors for apps: a position in the order of a query and a hash of the query, encrypted for the app.
enum SampleCursorText {
    /// The lists that have cursors.
    private enum List: String {
        case samples, correlations
    }

    /// Returns the cursor of a position in a query.
    static func text(_ place: SortedPlace, _ query: SampleQuery, _ anchors: Anchors) -> String {
        text(place, mark(query), anchors, .samples)
    }

    /// Returns the cursor of a position in a query for correlations.
    static func text(_ place: SortedPlace, _ request: CorrelationQueryJSON, _ anchors: Anchors) -> String {
        text(place, mark(request), anchors, .correlations)
    }

    private static func text(_ place: SortedPlace, _ mark: UInt64, _ anchors: Anchors, _ list: List) -> String {
        var data = Data()
        data.append(word: mark)
        return anchors.cursor(data + place.bytes, for: list.rawValue)
    }

    /// Returns the position of a cursor.
    /// - Parameter pointer: The location of the cursor in the request.
    static func place(
        _ text: String, _ query: SampleQuery, _ anchors: Anchors, at pointer: String
    ) throws(Problem) -> SortedPlace {
        try place(text, mark(query), anchors, .samples, at: pointer)
    }

    /// Returns the position of a cursor of a query for correlations, whose order is that of the start dates.
    static func place(
        _ text: String, _ request: CorrelationQueryJSON, _ anchors: Anchors
    ) throws(Problem) -> SortedPlace {
        try place(text, mark(request), anchors, .correlations, at: "/cursor")
    }

    private static func place(
        _ text: String, _ queryMark: UInt64, _ anchors: Anchors, _ list: List, at pointer: String
    ) throws(Problem) -> SortedPlace {
        let unreadable = problem(
            "This is not a cursor. Send one that the server has returned to this app.", at: pointer)
        guard let data = anchors.bytes(ofCursor: text, for: list.rawValue) else { throw unreadable }
        var reader = WordReader(data)
        guard let mark = reader.word(), let place = SortedPlace(reader.remainder) else { throw unreadable }
        guard mark == queryMark else {
            throw problem("The cursor belongs to another query. Send the query without it.", at: pointer)
        }
        return place
    }

    private static func problem(_ detail: String, at pointer: String) -> Problem {
        Problem(.invalidArgument, "\(pointer): \(detail)", faults: [Problem.Fault(pointer, detail)])
    }

    /// Returns a value that identifies a query.
    private static func mark(_ query: SampleQuery) -> UInt64 {
        var request = SampleQueryJSON(query)
        request.query.limit = nil
        return mark(request.json)
    }

    private static func mark(_ request: CorrelationQueryJSON) -> UInt64 {
        var request = request
        (request.limit, request.cursor) = (nil, nil)
        return mark(request.json)
    }

    private static func mark(_ request: JSONValue) -> UInt64 {
        var hash = ContentHash.empty
        hash.combine(request.text)
        return hash.low
    }
}
