// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthModel
import OpenHealthSession

extension RemoteSession {
    package func samples(_ query: SampleQuery) async throws -> [HKSample] {
        let question = try Self.sendable(SampleQueryJSON(query.bounded).json, query.parts.map(\.predicate))
        var request = DaemonRequest(.post, "/v1/samples/query", question)
        // All of them, a line each: the text of the whole answer is never held.
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
        let questions = try queries.map {
            try Self.sendable(SampleQueryJSON($0.bounded).json, $0.parts.map(\.predicate))
        }
        let request = DaemonRequest(
            .post, "/v1/samples/queries", .object([("queries", .array(questions))]))
        return try await json(request) { (json) throws(Problem) in
            let answers = try json.list("answers") { (answer) throws(Problem) in
                var samples: [HKSample] = []
                for sample in try answer.array() { samples.append(try SampleJSON(sample).sample) }
                return samples
            }
            guard answers.count == queries.count else {
                throw json.problem("There is not one answer to each question.")
            }
            return answers
        }
    }

    package func samplePages(_ query: SampleQuery) -> any SamplePaging { RemotePages(self, query) }

    package func sources(_ part: SampleQuery.Part) async throws -> Set<HKSource> {
        let question = try Self.sendable(SampleQueryPartJSON(part).json, [part.predicate])
        return try await json(DaemonRequest(.post, "/v1/sources/query", question)) { (json) throws(Problem) in
            Set(try json.list("sources") { (source) throws(Problem) in try SourceJSON(source).revision.source })
        }
    }

    package func correlations(
        _ part: SampleQuery.Part, members: [HKSampleType: PredicateNode]
    ) async throws -> [HKCorrelation] {
        let question = try Self.sendable(
            CorrelationQueryJSON(part, members: members).json, [part.predicate] + members.values)
        return try await json(DaemonRequest(.post, "/v1/correlations/query", question)) { (json) throws(Problem) in
            try json.list("correlations") { (sample) throws(Problem) in
                guard let correlation = try SampleJSON(sample).sample as? HKCorrelation else {
                    throw sample.problem("This is no correlation.")
                }
                return correlation
            }
        }
    }

    package func ownObject(_ uuid: UUID) async throws -> HKSample? {
        let request = DaemonRequest(.get, "/v1/samples/\(uuid.uuidString)", query: [("own", "true")])
        do {
            return try await json(request) { (json) throws(Problem) in try SampleJSON(json).sample }
        } catch let error as HKError where error.code == .errorNoData {
            return nil
        }
    }
}

extension SampleQuery {
    /// The same with a limit that counts, or none.
    var bounded: SampleQuery { SampleQuery(parts, order: order, limit: limit.flatMap { $0 > 0 ? $0 : nil }) }
}
