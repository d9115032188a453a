// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession
import Testing

@testable import OpenHealthAPI

@Suite struct QueryJSONTests {
    @Test func queriesRoundTrip() throws {
        let start = Date(timeIntervalSinceReferenceDate: 795_166_200.5)
        let nodes: [PredicateNode] = [
            .constant(true), .interval(PredicateInterval(from: 1, to: .infinity, isStartStrict: true)),
            .and([
                .not(.compare(.uuid, .equalTo, .uuid(UUID()))),
                .or([.compare(.startDate, .greaterThan, .date(start)), .constant(false)]),
            ]),
            .compare(.metadata("a:b"), .in, .list([.number(.infinity), .null, .text("\"\n")])),
        ]
        for node in nodes {
            let query = SampleQuery(
                [SampleQuery.Part(HKQuantityType(.stepCount), node), SampleQuery.Part(.workoutType())],
                order: SampleQuery.Order.Key.allCases.map { SampleQuery.Order($0, ascending: false) }, limit: 7)
            let json = SampleQueryJSON(query, cursor: "c").json
            let back = try SampleQueryJSON(JSONReader(try #require(JSONValue(json.text))))
            #expect(back.query.parts == query.parts)
            #expect(back.query.order == query.order)
            #expect(back.query.limit == 7)
            #expect(back.cursor == "c")
        }
    }

    @Test func predicatesCanBeTexts() throws {
        let json = JSONReader(.string("startDate >= CAST(795166200, 'NSDate') AND metadata.HKWasUserEntered == YES"))
        guard case .and(let parts) = try PredicateJSON(json).node else {
            Issue.record("no conjunction")
            return
        }
        #expect(parts.count == 2)
        #expect(PredicateJSON(.block(PredicateBlock(NSPredicate { _, _ in true }))).json == nil)
    }

    @Test(arguments: [
        "1", "{}", "[]", #"{"and":1}"#, #"{"and":[],"or":[]}"#, #""quantity""#, #""%@ == %K""#, #""nothing == 1""#,
        #"{"compare":{"field":"secret","operator":"==","value":{"number":1}}}"#, #"{"block":"a"}"#,
        #"{"compare":{"field":"quantity","operator":"==","value":{"quantity":{"value":1,"unit":"((("}}}}"#,
    ])
    func invalidPredicatesAreRefused(text: String) throws {
        let json = JSONReader(try #require(JSONValue(text)), pointer: "/parts/0/predicate")
        let problem = #expect(throws: Problem.self) { try PredicateJSON(json) }
        #expect(problem?.faults.first?.pointer.hasPrefix("/parts/0/predicate") == true)
        #expect(problem?.detail.contains("secret") == false)
    }

    @Test func problemsOfKeyPathsSayWhatIsValid() {
        func problem(_ text: String) -> Problem? {
            #expect(throws: Problem.self) { try PredicateJSON(parameter: text, at: "?predicate") }
        }
        let unknown = problem("startDate == nil OR secret == 1")
        #expect(unknown?.kind == .invalidArgument)
        #expect(unknown?.detail.contains("character 21: unknown key path. Valid key paths: ") == true)
        for path in ["startDate", "source.name", "device.model", "metadata.<key>", "workoutActivity.<key path>."] {
            #expect(unknown?.detail.contains(path) == true, "\(path)")
        }
        for other in ["secret", "HKDevicePropertyKeyName", ".uuid"] {
            #expect(unknown?.detail.contains(other) == false, "\(other)")
        }
        #expect(problem("quantity > 80")?.detail.contains("a quantity, which only a predicate as an object") == true)
        #expect(problem("startDate > '2026-11-01'")?.detail.contains("CAST(<seconds since 2001>") == true)
        let secret = problem("metadata.secret == {1, 2}")?.detail
        #expect(secret?.contains("secret") == false)
    }

    @Test func examplesOfPredicatesAreRead() throws {
        let schema = try #require(APIComponents.all.first { $0.name == "Predicate" }?.schema.json)
        let examples = try #require(schema["examples"]?.array)
        #expect(examples.count > 1)
        for example in examples { _ = try PredicateJSON(JSONReader(example)) }
    }

    @Test func anchorsRoundTrip() throws {
        for place in [0, 1, Int.max] {
            let anchor = HKQueryAnchor(fromValue: place)
            #expect(try AnchorJSON(JSONReader(AnchorJSON(anchor).json)).anchor == anchor)
        }
        for text in ["", "-1", "+1", " 1", "1.0", "99999999999999999999", "a"] {
            #expect(AnchorJSON.anchor(text) == nil)
        }
    }

    @Test func changesRoundTrip() throws {
        let date = Date(timeIntervalSince1970: 1_800_000_000)
        let sample = HKQuantitySample(
            type: HKQuantityType(.stepCount), quantity: HKQuantity(unit: .count(), doubleValue: 1), start: date,
            end: date)
        let gone = HKDeletedObject(
            uuid: UUID(),
            metadata: [HKMetadataKeySyncIdentifier: .string("a"), HKMetadataKeySyncVersion: .integer(2)])
        let changes = AppChanges(
            added: [sample], deleted: [gone, HKDeletedObject(uuid: UUID())], anchor: HKQueryAnchor(fromValue: 5),
            hasMore: true)
        let back = try AppChanges(JSONReader(changes.json))
        #expect(back.json == changes.json)
        #expect(back.deleted.first?.metadata?[HKMetadataKeySyncVersion] as? Int == 2)
    }
}
