// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import TestTimeLimits
import Testing

@testable import OpenHealthServer

@Suite(.timeLimit(.usual)) struct FHIRResultParameterTests {
    private static func body(_ app: DataWorld.Client, _ path: String) async throws -> JSONValue {
        let response = try await app.get(path)
        #expect(response.status == 200, "\(response.text)")
        return try response.json().value
    }

    @Test func totalsAndElementsAreThoseThatAreRequested() async throws {
        try await DataWorld.run { world in
            let app = try world.trustedApp("app")
            let start = Date(timeIntervalSince1970: 1_767_225_600)
            try app.access.save(
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
            for value in ["true", "text", "data"] {
                let ignored = try await Self.body(app, "/fhir/Observation?_summary=\(value)&_count=5000&foo=1")
                let notice = try #require(ignored["entry"]?.array?.last?["resource"]?["issue"]?.array?.first)
                #expect(notice["diagnostics"]?.string?.contains("ignored: _summary, foo.") == true, "\(notice)")
                #expect(ignored["entry"]?.array?.count == 4, "\(value)")
                let link = ignored["link"]?.array?.first?["url"]?.string
                #expect(link?.hasSuffix("/fhir/Observation?_count=1000") == true, "\(link ?? "")")
                let strict = try await app.ask(
                    .GET, "/fhir/Observation?_summary=\(value)", headers: [("Prefer", "handling=strict")])
                #expect(strict.status == 400, "\(value)")
            }
            let sorted = try await app.get("/fhir/Observation?_sort=_lastUpdated")
            #expect(sorted.status == 400 && sorted.text.contains("_lastUpdated instead"))
        }
    }

    /// fhirpy sends the version without quotation marks.
    @Test func resourcesHaveAVersionByWhichClientsAskForChanges() async throws {
        try await DataWorld.run { world in
            let app = try world.trustedApp("app")
            let start = Date(timeIntervalSince1970: 1_577_836_800)
            let samples = [60.0, 61].map { rate in
                HKQuantitySample(
                    type: HKQuantityType(.heartRate),
                    quantity: HKQuantity(unit: HKUnit(from: "count/min"), doubleValue: rate), start: start, end: start)
            }
            try app.access.save(samples)
            var versions: Set<String> = []
            let paths =
                samples.map { "/fhir/Observation/\($0.uuid.uuidString.lowercased())" } + ["/fhir/Patient/person"]
            for path in paths {
                let read = try await app.get(path)
                let version = try #require(try read.json().value["meta"]?["versionId"]?.string)
                versions.insert(version)
                let tag = try #require(read.header("ETag"))
                #expect(tag == "W/\"\(version)\"" && version.wholeMatch(of: /[0-9a-f]{32}/) != nil)
                for known in [tag, version, "\"\(version)\"", "\"a\", \(tag)", "*"] {
                    let again = try await app.ask(.GET, path, headers: [("If-None-Match", known)])
                    #expect(
                        again.status == 304 && again.body.isEmpty && again.header("ETag") == tag, "\(path) \(known)")
                }
                #expect(try await app.ask(.GET, path, headers: [("If-None-Match", "W/\"a\"")]).status == 200)
            }
            #expect(versions.count == 3)
            // A search has the same versions, also with some elements.
            for query in ["Observation", "Observation?_elements=code", "Patient"] {
                let entries = try #require(try await Self.body(app, "/fhir/\(query)")["entry"]?.array)
                for entry in entries {
                    #expect(versions.contains(entry["resource"]?["meta"]?["versionId"]?.string ?? ""), "\(query)")
                }
            }
            #expect(try await app.get("/fhir/metadata").header("ETag") == nil)
        }
    }

    @Test func observationsAreFoundByTheTimeAtWhichTheyWereReceived() async throws {
        try await DataWorld.run { world in
            let app = try world.trustedApp("app")
            // The samples are of 2020, and are received now.
            let start = Date(timeIntervalSince1970: 1_577_836_800)
            try app.access.save(
                (0..<3).map { number in
                    HKQuantitySample(
                        type: HKQuantityType(.heartRate),
                        quantity: HKQuantity(unit: HKUnit(from: "count/min"), doubleValue: 60),
                        start: start + Double(number), end: start + Double(number))
                })
            func found(_ query: String) async throws -> [JSONValue] {
                let bundle = try await Self.body(app, "/fhir/Observation?\(query)&_count=10&_total=accurate")
                let resources = (bundle["entry"]?.array ?? []).compactMap { $0["resource"] }
                #expect(bundle["total"]?.double == Double(resources.count), "\(query)")
                return resources
            }
            let all = try await found("code=http://loinc.org%7C8867-4")
            let updated = try #require(all.first?["meta"]?["lastUpdated"]?.string)
            #expect(all.count == 3 && !updated.hasPrefix("2020"))
            for (comparison, count) in [
                ("", 3), ("eq", 3), ("ne", 0), ("lt", 0), ("gt", 0), ("le", 3), ("ge", 3), ("sa", 0), ("eb", 0),
            ] {
                #expect(try await found("_lastUpdated=\(comparison)\(updated)").count == count, "\(comparison)")
            }
            #expect(try await found("_lastUpdated=gt2020-01-02").count == 3)
            #expect(try await found("_lastUpdated=2020").isEmpty)
            #expect(try await found("_lastUpdated=2020,\(updated)").count == 3)
            #expect(try await found("_lastUpdated=gt2020&_lastUpdated=lt2021").isEmpty)
            let id = try #require(all.first?["id"]?.string)
            #expect(try await found("_id=\(id)&_lastUpdated=gt2021").count == 1)
            #expect(try await found("_id=\(id)&_lastUpdated=lt2021").isEmpty)
            #expect(try await Self.body(app, "/fhir/Observation/\(id)") == all.first)
            #expect(try await app.get("/fhir/Observation?_lastUpdated=yesterday").status == 400)
            #expect(try await app.get("/fhir/Observation?_lastUpdated=2026-02-30").status == 422)
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
            for query in ["_id=other", "identifier=urn:oid:1.2%7C3", "_id=person&identifier=3"] {
                #expect(try await Self.body(app, "/fhir/Patient?\(query)")["entry"] == nil, "\(query)")
            }
            for (form, count) in [("_id=person", 1), ("_id=other", 0), ("", 1)] {
                let found = try await app.ask(
                    .POST, "/fhir/Patient/_search", body: .bytes(ByteBuffer(string: form)),
                    type: "application/x-www-form-urlencoded")
                let entries = try found.json().value["entry"]?.array ?? []
                #expect(found.status == 200 && entries.count == count, "\(form)")
            }
            let long = String(repeating: "secret", count: 20)
            let warned = try await app.get("/fhir/Patient?birthdate=2000-01-01&\(long)=1")
            #expect(warned.text.contains("ignored: birthdate.") && !warned.text.contains("secret"))
            let strict = try await app.ask(
                .GET, "/fhir/Patient?name=a", headers: [("Prefer", "handling=strict")])
            #expect(strict.status == 400 && strict.text.contains("Unknown parameter name."))
        }
    }
}
