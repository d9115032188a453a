// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import TestTimeLimits
import Testing

@testable import OpenHealthAPI

/// Tests that hostile predicates are refused before they use more stack or time than others.
@Suite(.timeLimit(.usual)) struct PredicateJSONLimitsTests {
    private static let texts = [
        String(repeating: "(", count: 20_000), String(repeating: "!", count: 60_000),
        String(repeating: "NOT (", count: 6000) + "count == 1" + String(repeating: ")", count: 6000),
        "count IN " + String(repeating: "{", count: 20_000), "startDate > " + String(repeating: "CAST(", count: 20_000),
        "count == 1" + String(repeating: "||1==1", count: 40_000),
        "metadata.note MATCHES 'secret(?=b)'", "metadata.note MATCHES '(secret{500}){500}'",
        "'secret' MATCHES '(a'", "metadata.note LIKE '" + String(repeating: "*a", count: 600) + "'",
        (0..<12).map { "metadata.note MATCHES 'a{\(900 + $0)}'" }.joined(separator: " OR "),
    ]

    private static let documents = [
        String(repeating: #"{"not":"#, count: 75) + #"{"constant":true}"# + String(repeating: "}", count: 75),
        String(repeating: #"{"and":["#, count: 75) + #"{"constant":true}"# + String(repeating: "]}", count: 75),
        String(repeating: #"{"activity":"#, count: 80) + #"{"constant":true}"# + String(repeating: "}", count: 80),
        #"{"compare":{"field":"count","operator":"in","value":"# + String(repeating: #"{"list":["#, count: 74)
            + String(repeating: "]}", count: 74) + "}}",
        #"{"compare":{"field":"metadata:a","operator":"matches","value":{"text":"secret(?!a)"}}}"#,
        #"{"or":["# + Array(repeating: #"{"and":[]}"#, count: 23_000).joined(separator: ",") + "]}",
    ]

    @Test func textsBeyondTheLimitsAreRefused() {
        for text in Self.texts {
            let problem = #expect(throws: Problem.self) { try PredicateJSON(JSONReader(.string(text), pointer: "/p")) }
            #expect(problem?.kind == .invalidRequest, "\(text.prefix(40)): \(problem?.detail ?? "")")
            #expect(problem?.detail.contains("secret") == false)
            #expect((problem?.detail.utf8.count ?? 0) < 500)
            let parameter = #expect(throws: Problem.self) { try PredicateJSON(parameter: text, at: "?predicate") }
            #expect(parameter?.kind == .invalidRequest)
        }
    }

    @Test func documentsBeyondTheLimitsAreRefused() throws {
        for text in Self.documents.dropLast() {
            let json = JSONReader(try #require(JSONValue(text), "\(text.prefix(40))"), pointer: "/p")
            let problem = #expect(throws: Problem.self) { try PredicateJSON(json) }
            #expect(problem?.kind == .invalidRequest, "\(text.prefix(40)): \(problem?.detail ?? "")")
            #expect(problem?.detail.contains("secret") == false)
            #expect((problem?.detail.utf8.count ?? 0) < 500)
        }
        // A wide predicate within the limits is read.
        let json = try #require(JSONValue(Self.documents[Self.documents.count - 1]))
        let wide = try PredicateJSON(JSONReader(json))
        #expect(wide.node.fault == nil)
    }

    /// The detail contains the path of the error in a predicate, and the fault of a pattern.
    @Test func problemsHaveAPath() {
        func detail(_ text: String) -> String {
            let problem = #expect(throws: Problem.self) {
                try PredicateJSON(JSONReader(.string(text), pointer: "/p"))
            }
            return problem?.detail ?? ""
        }
        #expect(detail("count == 1 AND secret").contains("character 16"))
        #expect(!detail("count == 1 AND secret").contains("secret"))
        let pattern = detail("count == 1 AND metadata.a MATCHES 'a(?=b)'")
        #expect(pattern.contains("character 27") && pattern.contains("character 2 of the pattern: look-ahead"))
        #expect(detail(String(repeating: "!", count: 70)).contains("64 levels"))
    }

    /// The deepest predicate that a program can create is accepted, including the levels that the package adds.
    @Test func theDeepestPredicateRoundTrips() throws {
        let list = PredicateValue.list([.quantity(HKQuantity(unit: .count(), doubleValue: 1))])
        var node = PredicateNode.compare(.quantity, .in, list)
        for level in 0..<62 { node = level.isMultiple(of: 2) ? .and([.constant(true), node]) : .or([node]) }
        #expect(node.fault == nil)
        for _ in 0..<PredicateLimits.ownDepth { node = .and([.interval(PredicateInterval(from: 0, to: 1)), node]) }
        #expect(node.queryFault == nil)
        let query = SampleQuery([SampleQuery.Part(HKQuantityType(.stepCount), node)])
        let request = JSONValue.object([("queries", .array([SampleQueryJSON(query).json]))])
        let json = try #require(JSONValue(request.text))
        let back = try SampleQueryJSON(JSONReader(json).required("queries").array()[0])
        #expect(back.query.parts == query.parts)
    }
}
