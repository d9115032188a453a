// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthModel
import OpenHealthSession

extension RemoteSession {
    package func samples(_ query: SampleQuery) async throws -> [HKSample] {
        try Self.check(query.parts.map(\.predicate))
        var request = try DaemonRequest(SampleRoutes.query, SampleQueryJSON(query.bounded))
        // All of them, one on a line: the text of the whole answer is never in memory.
        request.accept = "application/x-ndjson"
        return try await ask(request) { answer in
            var samples: [HKSample] = []
            try await answer.forEachLine { line in
                samples.append(try SampleJSON(line).sample)
                return true
            }
            return samples
        }
    }

    package func samples(_ queries: [SampleQuery]) async throws -> [[HKSample]] {
        if queries.isEmpty { return [] }
        if queries.count == 1 { return [try await samples(queries[0])] }
        for query in queries { try Self.check(query.parts.map(\.predicate)) }
        let answers = try await call(SampleRoutes.queries, queries.map(\.bounded))
        guard answers.count == queries.count else {
            throw HKError(
                .errorInvalidArgument, "The health server's response does not have one result for each query.")
        }
        return answers
    }

    package func samplePages(_ query: SampleQuery) -> any SamplePaging { RemotePages(self, query) }

    package func sources(_ part: SampleQuery.Part) async throws -> Set<HKSource> {
        try Self.check([part.predicate])
        return Set(try await call(SourceRoutes.query, part))
    }

    package func correlations(
        _ part: SampleQuery.Part, members: [HKSampleType: PredicateNode]
    ) async throws -> [HKCorrelation] {
        try Self.check([part.predicate] + members.values)
        let found = try await call(SampleRoutes.correlations, CorrelationQueryJSON(part, members: members))
        return found.compactMap { $0 as? HKCorrelation }
    }

    package func ownObject(_ uuid: UUID) async throws -> HKSample? {
        do {
            return try await call(SampleRoutes.show, path: ["uuid": uuid.uuidString], query: [("own", "true")])
        } catch let error as HKError where error.code == .errorNoData {
            return nil
        }
    }
}

extension SampleQuery {
    /// The query with a limit above zero, or none.
    var bounded: SampleQuery { SampleQuery(parts, order: order, limit: limit.flatMap { $0 > 0 ? $0 : nil }) }
}
