// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthAPI
import OpenHealthModel
import Hummingbird

/// The measurements of a sample in pages: as one page of JSON, or all of them as NDJSON.
struct MeasurementPages<Element: Sendable>: Sendable {
    /// The form of a measurement.
    private let element: JSONFormat<Element>
    /// A closure that reads a page on a thread that may block.
    private let read: @Sendable (_ cursor: String?, _ limit: Int) throws -> MeasurementPageJSON<Element>

    private static var usualLimit: Int { 1000 }
    /// The number of lines that are read at a time.
    private static var linesLimit: Int { 500 }

    init(
        of element: JSONFormat<Element>,
        _ read: @escaping @Sendable (_ cursor: String?, _ limit: Int) throws -> MeasurementPageJSON<Element>
    ) {
        self.element = element
        self.read = read
    }

    /// Answers in the requested form.
    /// - Parameter make: A closure that returns the endpoint's answer for a page.
    func answer<Answer>(
        _ scope: RequestScope, _ endpoint: Endpoint<Void, Answer>,
        _ make: (MeasurementPageJSON<Element>) -> Answer
    ) async throws -> Response {
        let query = QueryText(scope)
        let (read, encode) = (read, element.encode)
        let cursor = scope.query("cursor")
        let limit = try query.integer("limit", in: 1...SeriesRoutes.maximumInPage) ?? Self.usualLimit
        if scope.wantsLines {
            // Only a few lines are read ahead of the client, so that a revoked permission takes effect soon.
            let few = min(limit, Self.linesLimit)
            let first = try await scope.blocking { try read(cursor, few) }
            return scope.answer(lines: first) { page in
                guard let cursor = page.cursor else { return nil }
                return try await scope.blocking { try read(cursor, few) }
            } elements: { page in
                page.elements.map { encode($0) ?? .null }
            }
        }
        return scope.answer(make(try await scope.blocking { try read(cursor, limit) }), to: endpoint)
    }
}
