// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import TestTimeLimits
import Testing

@testable import OpenHealthServer

/// Tests of the number of bytes of pages.
@Suite(.timeLimit(.usual)) struct PageBytesTests {
    private static let metadata = 200_000
    private static let count = 30
    /// The number of samples whose metadata reaches the limit of a page.
    private static let most = PageBytes.usual / metadata + 1

    /// Runs a daemon with samples that have much metadata.
    private static func run(_ body: @Sendable (TestDaemon, _ token: String, _ uuids: [UUID]) async throws -> Void)
        async throws
    {
        try await TestDaemon.with { daemon in
            let token = try daemon.app("pages")
            try daemon.allow("pages", read: [DataFixtures.steps])
            let text = String(repeating: "x", count: metadata)
            let samples = (0..<count).map { minute in
                let date = DataFixtures.start + Double(minute) * 60
                return HKQuantitySample(
                    type: DataFixtures.steps, quantity: HKQuantity(unit: .count(), doubleValue: Double(minute + 1)),
                    start: date, end: date, metadata: ["note": "\(minute)" + text])
            }
            try daemon.database.save(
                samples, source: ProvenanceData(sourceName: "Other", bundleIdentifier: "org.example.other"))
            try await body(daemon, token, samples.map(\.uuid))
        }
    }

    @Test(arguments: ["oldestFirst", "newestFirst", "quantity", "-quantity"])
    func `a page of samples ends with its bytes, and the pages have all samples`(order: String) async throws {
        try await Self.run { daemon, token, uuids in
            var (seen, cursor, pages): ([UUID], String?, Int) = ([], nil, 0)
            repeat {
                let path =
                    "/v1/samples?type=stepCount&order=\(order)&limit=10000" + (cursor.map { "&cursor=\($0)" } ?? "")
                let response = try await daemon.send("GET", path, token: token)
                let samples = try response.json.required("samples").array().map { try SampleJSON($0).sample.uuid }
                #expect(samples.count <= Self.most && !samples.isEmpty)
                #expect(response.bytes.count < PageBytes.usual + 2 * Self.metadata)
                seen += samples
                cursor = try response.json.optional("cursor")?.string()
                pages += 1
            } while cursor != nil
            let isReversed = order == "newestFirst" || order == "-quantity"
            #expect(seen == (isReversed ? uuids.reversed() : uuids))
            #expect(pages == (Self.count + Self.most - 1) / Self.most)
        }
    }

    @Test func `a page of correlations ends with its bytes, and the pages have all correlations`() async throws {
        try await TestDaemon.with { daemon in
            let token = try daemon.app("pages")
            let pressures = [HKQuantityType(.bloodPressureSystolic), HKQuantityType(.bloodPressureDiastolic)]
            try daemon.allow("pages", read: pressures)
            let type = HKCorrelationType(.bloodPressure)
            let text = String(repeating: "x", count: Self.metadata)
            let correlations = (0..<Self.count).map { minute in
                let date = DataFixtures.start + Double(minute) * 60
                let unit = HKUnit.millimeterOfMercury()
                let members = pressures.map {
                    HKQuantitySample(
                        type: $0, quantity: HKQuantity(unit: unit, doubleValue: 80), start: date, end: date)
                }
                return HKCorrelation(
                    type: type, start: date, end: date, objects: Set(members), metadata: ["note": "\(minute)" + text])
            }
            try daemon.database.save(
                correlations, source: ProvenanceData(sourceName: "Other", bundleIdentifier: "org.example.other"))
            for limit in [nil, 7, 10_000] {
                var (seen, pages): ([UUID], Int) = ([], 0)
                var query = CorrelationQueryJSON(
                    SampleQuery.Part(type), members: [pressures[0]: .constant(true)], limit: limit)
                repeat {
                    let response = try await daemon.send(
                        "POST", "/v1/correlations/query", token: token, json: query.json)
                    let page = try CorrelationPageJSON(response.json)
                    #expect(!page.correlations.isEmpty && page.correlations.count <= min(limit ?? .max, Self.most))
                    #expect(response.bytes.count < PageBytes.usual + 2 * Self.metadata)
                    seen += page.correlations.map(\.uuid)
                    query.cursor = page.cursor
                    pages += 1
                } while query.cursor != nil
                #expect(seen == correlations.map(\.uuid))
                let onPage = min(limit ?? .max, Self.most)
                #expect(pages == (Self.count + onPage - 1) / onPage)
            }
            // A cursor belongs to its query.
            let first = try await daemon.send(
                "POST", "/v1/correlations/query", token: token,
                json: CorrelationQueryJSON(SampleQuery.Part(type), limit: 1).json)
            let cursor = try CorrelationPageJSON(first.json).cursor
            let other = CorrelationQueryJSON(
                SampleQuery.Part(type), members: [pressures[0]: .constant(true)], cursor: cursor)
            #expect(
                try await daemon.send("POST", "/v1/correlations/query", token: token, json: other.json).status == 422)
        }
    }

    @Test(arguments: [nil, 25]) func `lines have all samples`(limit: Int?) async throws {
        try await Self.run { daemon, token, uuids in
            for order in ["oldestFirst", "quantity"] {
                let path = "/v1/samples?type=stepCount&order=\(order)" + (limit.map { "&limit=\($0)" } ?? "")
                let response = try await daemon.send(
                    "GET", path, token: token, headers: [("Accept", "application/x-ndjson")])
                let lines = response.text.split(separator: "\n")
                let seen = try lines.map { line in
                    try SampleJSON(JSONReader(#require(JSONValue(String(line))))).sample.uuid
                }
                #expect(seen == Array(uuids.prefix(limit ?? uuids.count)))
            }
        }
    }

    @Test func `changes end with their bytes, and have all samples`() async throws {
        try await Self.run { daemon, _, uuids in
            let access = AppAccess(
                database: daemon.database, app: AppIdentity(identifier: TestDaemon.identifier("pages"), name: "pages"))
            var (seen, anchor, hasMore): ([UUID], HKQueryAnchor?, Bool) = ([], nil, true)
            while hasMore {
                let changes = try access.changes(
                    [SampleQuery.Part(DataFixtures.steps)], after: anchor, limit: 10_000, bytes: PageBytes())
                #expect(changes.added.count <= Self.most)
                seen += changes.added.map(\.uuid)
                (anchor, hasMore) = (changes.anchor, changes.hasMore)
            }
            #expect(seen == uuids)
        }
    }

    @Test func `several queries at once are refused if their samples have too many bytes`() async throws {
        try await Self.run { daemon, token, _ in
            func ask(_ count: Int) async throws -> Int {
                let part = #"{"parts":[{"type":"stepCount"}]}"#
                let text = "{\"queries\":[" + Array(repeating: part, count: count).joined(separator: ",") + "]}"
                let json = try #require(JSONValue(text))
                return try await daemon.send("POST", "/v1/samples/queries", token: token, json: json).status
            }
            let (one, several) = (try await ask(1), try await ask(6))
            #expect(one == 200 && several == 422)
        }
    }
}
