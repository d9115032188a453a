// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthAPI
import OpenHealthModel
import OpenHealthSession

/// The samples of a question to a daemon, page by page.
struct RemotePages: SamplePaging {
    private let session: RemoteSession
    private let query: SampleQuery
    private var cursor: String?
    private var isDone = false
    /// How many may still come; nil for any number.
    private var remaining: Int?

    /// How many samples a page of the daemon can have.
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
            let asked = try RemoteSession.sendable(
                SampleQueryJSON(question, cursor: cursor).json, question.parts.map(\.predicate))
            let (samples, next) = try await session.json(DaemonRequest(.post, "/v1/samples/query", asked)) {
                (json) throws(Problem) -> ([HKSample], String?) in
                let samples = try json.list("samples") { (sample) throws(Problem) in try SampleJSON(sample).sample }
                return (samples, try json.optional("cursor")?.string())
            }
            cursor = next
            isDone = next == nil
            remaining = remaining.map { max(0, $0 - samples.count) }
            if !samples.isEmpty { return samples }
        }
        return nil
    }
}
