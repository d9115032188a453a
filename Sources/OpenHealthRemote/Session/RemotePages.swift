// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthAPI
import OpenHealthModel
import OpenHealthSession

/// The samples of a query to a server, page by page.
struct RemotePages: SamplePaging {
    private let session: RemoteSession
    private let query: SampleQuery
    private var cursor: String?
    private var isDone = false
    /// The number of samples that may follow; nil for any number.
    private var remaining: Int?

    /// The maximum number of samples in a page of the server.
    private static let most = 10_000

    init(_ session: RemoteSession, _ query: SampleQuery) {
        self.session = session
        self.query = query
        remaining = query.bounded.limit
    }

    mutating func next(_ size: Int) async throws -> [HKSample]? {
        while !isDone, remaining != 0 {
            var question = query
            question.limit = min(max(size, 1), remaining ?? .max, Self.most)
            try RemoteSession.check(question.parts.map(\.predicate))
            let page = try await session.call(SampleRoutes.query, SampleQueryJSON(question, cursor: cursor))
            cursor = page.cursor
            isDone = cursor == nil
            remaining = remaining.map { max(0, $0 - page.samples.count) }
            if !page.samples.isEmpty { return page.samples }
        }
        return nil
    }
}
