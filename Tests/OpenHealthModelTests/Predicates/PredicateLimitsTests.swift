// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthTestBasics
import TestTimeLimits
import Testing

/// Tests that format strings, JSON and programs cannot create predicates beyond the limits.
@Suite(.timeLimit(.slow)) struct PredicateLimitsTests {
    private static let one = PredicateNode.compare(.count, .equalTo, .number(1))

    private static func nested(_ count: Int, _ wrap: (PredicateNode) -> PredicateNode) -> PredicateNode {
        (1..<count).reduce(one) { node, _ in wrap(node) }
    }

    private static func refusal(_ format: String) -> HKPredicateFormatError? {
        do {
            _ = try NSPredicate.validated(format: format)
            return nil
        } catch {
            return error
        }
    }

    // MARK: Texts

    private static let openings: [(begin: String, count: Int, end: String)] = [
        ("(", 20_000, ""), ("(", 64, "count == 1"), ("!", 60_000, ""), ("!", 64, "count == 1"),
        ("NOT ", 60_000, "count == 1"),
        ("NOT (", 6000, "count == 1"), ("NOT (count == 1 AND NOT (count == 2 OR ", 4000, "count == 1"),
        ("(count == 1 OR (count == 2 AND ", 32, "count == 1"), ("count IN {", 1, String(repeating: "{", count: 20_000)),
        ("count == 1 OR count IN ", 1, String(repeating: "{", count: 70) + "1" + String(repeating: "}", count: 70)),
        ("startDate > ", 1, String(repeating: "CAST(", count: 20_000)),
        ("startDate > ", 1, String(repeating: "{CAST(", count: 20_000)),
    ]

    @Test func deepTextsAreRefused() throws {
        for (begin, count, end) in Self.openings {
            let closing = String(repeating: ")", count: begin.count(where: { $0 == "(" }) * count)
            let error = try #require(Self.refusal(String(repeating: begin, count: count) + end + closing))
            #expect(error.message.contains("64 levels"), "\(error)")
            #expect(error.position <= 64 * begin.count + 400 && error.isNeutral, "\(begin): \(error)")
        }
    }

    @Test func textsWithinTheLimitAreRead() throws {
        let texts = [
            String(repeating: "!", count: 63) + "count == 1",
            String(repeating: "(", count: 63) + "count == 1" + String(repeating: ")", count: 63),
            String(repeating: "(count == 1 OR (count == 2 AND ", count: 31) + "count == 1"
                + String(repeating: ")", count: 62),
            "count == 1" + String(repeating: " OR count == 2", count: 20_000),
            "count IN {1" + String(repeating: ",1", count: 40_000) + "}",
        ]
        for text in texts { #expect(Self.refusal(text) == nil) }
    }

    @Test func longTextsAreRefused() throws {
        let error = try #require(Self.refusal("count == 1" + String(repeating: " OR count == 2", count: 30_000)))
        #expect(error.message.contains("100000") && error.isNeutral)
        #expect(error.position > 300_000)
    }

    // MARK: Programs

    @Test func nestedCompoundPredicatesOfPrograms() {
        var deep: NSPredicate = Self.one.predicate
        for level in 0..<6000 {
            deep = NSCompoundPredicate(type: level.isMultiple(of: 2) ? .not : .and, subpredicates: [deep])
        }
        #expect(PredicateNode(deep) == .refused(.tooDeep))
        // A few objects that represent 2^60 conditions.
        var doubled: NSPredicate = Self.one.predicate
        for _ in 0..<60 { doubled = NSCompoundPredicate(type: .or, subpredicates: [doubled, doubled]) }
        #expect(PredicateNode(doubled) == .refused(.tooManyParts))
        let wide = NSCompoundPredicate(
            type: .or, subpredicates: Array(repeating: Self.one.predicate, count: 100_000))
        #expect(PredicateNode(wide) == .refused(.tooManyParts))
        let fitting = NSCompoundPredicate(type: .or, subpredicates: Array(repeating: Self.one.predicate, count: 50_000))
        #expect(PredicateNode(fitting).fault == nil)
        // A refused predicate remains refused as part of another.
        let around = NSCompoundPredicate(type: .not, subpredicates: [PredicateNode.refused(.tooDeep).predicate])
        #expect(PredicateNode(around) == .refused(.tooDeep))
        #expect(!PredicateNode(around).matches(HealthModelTestSamples.bodyMass))
        #expect("\(PredicateNode(around).predicate)".contains("64 levels"))
    }

    /// Each level is a separate predicate, as created by `HKQuery.predicateForWorkouts(activityPredicate:)`.
    @Test func activitiesInActivities() {
        var predicate: NSPredicate = Self.one.predicate
        for _ in 0..<6000 { predicate = PredicateNode.activity(PredicateNode(predicate)).predicate }
        #expect(PredicateNode(predicate) == .refused(.tooDeep))
        // The time to simplify these used to double with each level.
        let node = Self.nested(60) { .activity($0) }
        #expect(node.simplified == node)
    }

    @Test func longListsOfPrograms() throws {
        let uuids = (0..<100_001).map { _ in UUID() }
        let node = PredicateNode(try NSPredicate.validated(format: "UUID IN %@", argumentArray: [uuids]))
        #expect(node == .refused(.tooManyParts))
        #expect(throws: HKError.self) { try node.check() }
        var list: Any = 1
        for _ in 0..<5000 { list = [list] }
        #expect(throws: HKPredicateFormatError.self) {
            try NSPredicate.validated(format: "count IN %@", argumentArray: [list])
        }
    }

    @Test func limitsOfNodes() {
        #expect(Self.nested(64) { .not($0) }.fault == nil)
        #expect(Self.nested(65) { .not($0) }.fault == .tooDeep)
        #expect(Self.nested(72) { .and([$0, Self.one]) }.queryFault == nil)
        #expect(Self.nested(73) { .and([$0, Self.one]) }.queryFault == .tooDeep)
        var list = PredicateValue.list([.number(1)])
        for _ in 0..<63 { list = .list([list]) }
        #expect(PredicateNode.compare(.count, .in, list).fault == .tooDeep)
        #expect(PredicateNode.or(Array(repeating: Self.one, count: 99_999)).fault == nil)
        #expect(PredicateNode.or(Array(repeating: Self.one, count: 100_000)).fault == .tooManyParts)
        let values = PredicateValue.list(Array(repeating: .number(1), count: 100_000))
        #expect(PredicateNode.compare(.count, .in, values).fault == .tooManyParts)
    }

    // MARK: Patterns

    @Test func patternsOfPredicates() throws {
        func like(_ comparison: PredicateOperator, _ pattern: String) -> PredicateNode {
            .compare(.metadata("note"), comparison, .text(pattern))
        }
        #expect(like(.matches, "a+").fault == nil && like(.contains, "(").fault == nil)
        guard case .pattern(.matches, let error) = like(.matches, "secret(?=b)").fault else {
            Issue.record("the pattern is not refused")
            return
        }
        #expect(error.position == 7)
        let text = PredicateFault.pattern(.matches, error).description
        #expect(text.contains("character 7") && text.contains("look-ahead") && !text.contains("secret"))
        #expect(PredicateNode(like(.matches, "(").predicate) != like(.matches, "("))
        #expect(PredicateNode.and((0..<12).map { like(.matches, "a{\(900 + $0)}") }).fault == .tooManyStates)
        #expect(like(.like, String(repeating: "*a", count: 600)).fault != nil)
        let format = try #require(Self.refusal("metadata.note MATCHES 'secret(?=b)'"))
        #expect(format.message.contains("character 7") && format.isNeutral && !format.message.contains("secret"))
        #expect(try #require(Self.refusal("'a' MATCHES '(a'")).message.contains("regular expression"))
    }

    // MARK: JSON

    @Test func deepJSONIsRefused() throws {
        func decode(_ begin: String, _ count: Int, _ inner: String, _ end: String) throws -> PredicateNode {
            let text = String(repeating: begin, count: count) + inner + String(repeating: end, count: count)
            return try JSONDecoder().decode(PredicateNode.self, from: Data(text.utf8))
        }
        for count in [200, 500, 20_000, 200_000] {
            #expect(throws: DecodingError.self) { try decode(#"{"not":"#, count, #"{"constant":true}"#, "}") }
            #expect(throws: DecodingError.self) { try decode(#"{"activity":"#, count, #"{"constant":true}"#, "}") }
            #expect(throws: DecodingError.self) { try decode(#"{"and":["#, count, #"{"constant":true}"#, "]}") }
            let list = String(repeating: #"{"list":["#, count: count) + String(repeating: "]}", count: count)
            #expect(throws: DecodingError.self) {
                try decode("", 1, #"{"compare":{"field":"count","operator":"in","value":\#(list)}}"#, "")
            }
        }
        #expect(try decode(#"{"not":"#, 100, #"{"constant":true}"#, "}").fault == .tooDeep)
        #expect(try decode(#"{"or":["#, 63, #"{"constant":true}"#, "]}").fault == nil)
        #expect(throws: EncodingError.self) { try JSONEncoder().encode(PredicateNode.not(.refused(.tooDeep))) }
    }
}
