// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOHTTP1
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import Testing

@testable import OpenHealthServer

@Suite(.timeLimit(.minutes(40))) struct FHIRResultParameterTests {
    private static func body(_ app: DataWorld.Client, _ path: String) async throws -> JSONValue {
        let answer = try await app.get(path)
        #expect(answer.status == 200, "\(answer.text)")
        return try answer.json().value
    }

    @Test func totalsAndElementsAreThoseThatAreRequested() async throws {
        try await DataWorld.run { world in
            let app = try world.trustedApp("app")
            let start = Date(timeIntervalSince1970: 1_767_225_600)
            try app.session.save(
                (0..<3).map { number in
                    HKQuantitySample(
                        type: HKQuantityType(.heartRate),
                        quantity: HKQuantity(unit: HKUnit(from: "count/min"), doubleValue: 60),
                        start: start + Double(number), end: start + Double(number))
                })
            for query in ["_summary=count", "_count=0", "_summary=count&_count=2"] {
                let bundle = try await Self.body(app, "/fhir/Observation?\(query)")
                #expect(bundle["total"]?.double == 3 && bundle["entry"] == nil, "\(query)")
            }
            let page = try await Self.body(app, "/fhir/Observation?_total=accurate&_count=2&_elements=valueQuantity")
            #expect(page["total"]?.double == 3 && page["entry"]?.array?.count == 2)
            let resource = try #require(page["entry"]?.array?.first?["resource"])
            guard case .object(let entries) = resource else { return }
            let keys: Set<String> = ["resourceType", "id", "status", "code", "valueQuantity", "meta"]
            #expect(Set(entries.map(\.key)) == keys)
            #expect(resource["meta"]?["tag"]?.array?.first?["code"]?.string == "SUBSETTED")
            let plain = try await Self.body(app, "/fhir/Observation?_count=2&_total=none")
            #expect(plain["total"] == nil && plain["entry"]?.array?.count == 2)
            #expect(try await app.get("/fhir/Observation?_summary=text").status == 400)
        }
    }

    @Test func thePersonIsFoundByASearch() async throws {
        try await DataWorld.run { world in
            let app = try world.trustedApp("app")
            for query in ["", "?_id=person", "?_id=a,person"] {
                let bundle = try await Self.body(app, "/fhir/Patient" + query)
                #expect(bundle["entry"]?.array?.count == 1, "\(query)")
                #expect(bundle["entry"]?.array?.first?["resource"]?["id"]?.string == "person")
            }
            #expect(try await Self.body(app, "/fhir/Patient?_id=other")["entry"] == nil)
            let strict = try await app.ask(
                .GET, "/fhir/Patient?name=a", headers: [("Prefer", "handling=strict")])
            #expect(strict.status == 400)
        }
    }
}
