// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthModel
import TestTimeLimits
import Testing

@testable import OpenHealthServer

/// Tests of predicates that are deeply nested, wide, or slow to match, from an app without permissions.
@Suite(.timeLimit(.slow)) struct HostilePredicateTests {
    private static let texts = [
        String(repeating: "(", count: 20_000), String(repeating: "!", count: 60_000),
        String(repeating: "NOT (", count: 6000) + "count == 1" + String(repeating: ")", count: 6000),
        String(repeating: "NOT (count == 1 AND NOT (count == 2 OR ", count: 4000) + "count == 1"
            + String(repeating: "))", count: 4000),
        "count IN " + String(repeating: "{", count: 60_000), "startDate > " + String(repeating: "CAST(", count: 40_000),
        "metadata.note MATCHES '" + String(repeating: "(", count: 60_000) + "'",
        "metadata.note MATCHES '" + String(repeating: "[", count: 60_000) + "'",
        "metadata.note MATCHES '(a{999}){999}'", "metadata.note MATCHES '(a)\\\\1'",
    ]

    private static func bodies(_ predicate: JSONValue) -> [(path: String, body: JSONValue)] {
        let part = JSONValue.object([("type", .string("stepCount")), ("predicate", predicate)])
        let parts = JSONValue.object([("parts", .array([part]))])
        let alone = JSONValue.object([("predicate", predicate)])
        return [
            ("/v1/samples/query", parts), ("/v1/samples/queries", .object([("queries", .array([parts]))])),
            ("/v1/changes/query", parts), ("/v1/sources/query", part), ("/v1/samples/delete", part),
            ("/v1/statistics/query", part), ("/v1/activity-summaries/query", alone), ("/v1/medications/query", alone),
            ("/v1/effort-relationships/query", alone),
            ("/v1/correlations/query", .object([("type", .string("food")), ("members", .array([part]))])),
            ("/v1/authorization-requests", .object([("objects", part)])),
        ]
    }

    @Test func deepPredicatesAreProblems() async throws {
        try await TestDaemon.with { daemon in
            let token = try daemon.app("stranger")
            for text in Self.texts {
                for (path, body) in Self.bodies(.string(text)) {
                    let response = try await daemon.send("POST", path, token: token, json: body)
                    #expect((400..<500).contains(response.status), "\(path) \(text.prefix(30)): \(response.text)")
                    #expect(response.text.utf8.count < 2000)
                }
                // The maximum length of a head.
                let short = String(text.prefix(4000)).replacing("!", with: "%21")
                let query = short.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
                let response = try await daemon.send(
                    "GET", "/v1/samples?type=stepCount&predicate=\(query)", token: token)
                #expect((400..<500).contains(response.status), "\(text.prefix(30)): \(response.text)")
            }
            for (begin, end) in [(#"{"not":"#, "}"), (#"{"and":["#, "]}"), (#"{"activity":"#, "}")] {
                let inner = (0..<75).reduce(#"{"constant":true}"#) { inner, _ in begin + inner + end }
                for (path, body) in Self.bodies(try #require(JSONValue(inner))) {
                    let response = try await daemon.send("POST", path, token: token, json: body)
                    #expect((400..<500).contains(response.status), "\(path): \(response.text)")
                }
            }
            // The same daemon still responds.
            #expect(try await daemon.send("GET", "/v1/types", token: token).status == 200)
        }
    }

    /// An invalid predicate is an invalid argument, and the problem contains its path.
    @Test func problemsHaveAPath() async throws {
        try await TestDaemon.with { daemon in
            let token = try daemon.app("stranger")
            try daemon.allow("stranger", read: [DataFixtures.steps])
            func detail(_ predicate: String) async throws -> String {
                let (path, body) = Self.bodies(.string(predicate))[0]
                let response = try await daemon.send("POST", path, token: token, json: body)
                #expect(response.status == 422, "\(response.text)")
                return response.problem?.detail ?? ""
            }
            let deep = try await detail(String(repeating: "!", count: 100))
            #expect(deep.contains("/parts/0/predicate") && deep.contains("character 65") && deep.contains("64 levels"))
            let pattern = try await detail("metadata.note MATCHES 'a(?<=b)'")
            #expect(pattern.contains("character 2 of the pattern: look-behind is not supported"))
        }
    }
}
