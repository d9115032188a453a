// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthModel
import OpenHealthTestSupport
import TestTimeLimits
import Testing

@testable import OpenHealthServer

@Suite(.timeLimit(.slow)) struct SampleCursorTests {
    /// Paging during saves and deletions of others returns each existing sample once.
    @Test(arguments: [
        "oldestFirst", "newestFirst", "endDate", "-endDate", "quantity", "-quantity", "uuid", "-uuid", "categoryValue",
    ])
    func pagesAreCompleteWhileDataArrives(order: String) async throws {
        try await TestDaemon.with { daemon in
            let token = try daemon.app("pages")
            try daemon.allow("pages", share: [DataFixtures.steps], read: [DataFixtures.steps])
            var random = SeededGenerator(seed: 11)
            // Many samples have equal sort keys.
            let samples = (0..<120).map { _ in
                DataFixtures.stepSample(
                    Int.random(in: 0..<20, using: &random), count: Double.random(in: 1...3, using: &random).rounded())
            }
            try await daemon.save(samples, token: token)
            let extra = (0..<60).map { _ in
                DataFixtures.stepSample(
                    Int.random(in: -5..<25, using: &random), count: Double.random(in: 1...3, using: &random).rounded())
            }
            var seen: [UUID] = []
            var cursor: String?
            var turn = 0
            repeat {
                let path = "/v1/samples?type=stepCount&order=\(order)&limit=7" + (cursor.map { "&cursor=\($0)" } ?? "")
                let response = try await daemon.send("GET", path, token: token)
                #expect(response.status == 200, "\(response.text)")
                seen += try response.json.required("samples").array().map { try SampleJSON($0).sample.uuid }
                cursor = try response.json.optional("cursor")?.string()
                if turn < extra.count {
                    try await daemon.save([extra[turn]], token: token)
                    if turn % 3 == 2 {
                        _ = try await daemon.send("DELETE", "/v1/samples/\(extra[turn - 1].uuid)", token: token)
                    }
                }
                turn += 1
            } while cursor != nil
            #expect(Set(seen).count == seen.count)
            #expect(Set(seen).isSuperset(of: samples.map(\.uuid)))
            #expect(seen.count < 190)
        }
    }

    @Test func theLastPageHasNoCursor() async throws {
        try await TestDaemon.with { daemon in
            let token = try daemon.app("last")
            try daemon.allow("last", share: [DataFixtures.steps], read: [DataFixtures.steps])
            try await daemon.save((0..<6).map { DataFixtures.stepSample($0) }, token: token)
            for order in ["oldestFirst", "newestFirst", "quantity"] {
                let first = try await daemon.send(
                    "GET", "/v1/samples?type=stepCount&limit=3&order=\(order)", token: token)
                let cursor = try first.json.required("cursor").string()
                let second = try await daemon.send(
                    "GET", "/v1/samples?type=stepCount&limit=3&order=\(order)&cursor=\(cursor)", token: token)
                #expect(try second.json.required("samples").array().count == 3)
                #expect(try second.json.optional("cursor") == nil)
                let foreign = try await daemon.send(
                    "GET", "/v1/samples?type=stepCount&limit=3&order=endDate&cursor=\(cursor)", token: token)
                #expect(foreign.status == 422)
                #expect(try foreign.json.required("errors").array().first?.value["pointer"] == .string("?cursor"))
            }
            for cursor in ["x", "%00", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "===="] {
                let response = try await daemon.send("GET", "/v1/samples?type=stepCount&cursor=\(cursor)", token: token)
                #expect(response.status == 422)
                #expect(try response.json.required("errors").array().first?.value["pointer"] == .string("?cursor"))
            }
        }
    }

    @Test func linesHaveTheSameSamples() async throws {
        try await TestDaemon.with { daemon in
            let token = try daemon.app("lines")
            try daemon.allow("lines", share: [DataFixtures.steps], read: [DataFixtures.steps])
            try await daemon.save((0..<1700).map { DataFixtures.stepSample($0) }, token: token)
            let expected = try await daemon.uuids(of: DataFixtures.steps, token: token)
            for (limit, count) in [("", 1700), ("&limit=1", 1), ("&limit=501", 501), ("&limit=1700", 1700)] {
                for (order, uuids) in [
                    ("oldestFirst", expected), ("newestFirst", expected.reversed()), ("endDate", expected),
                ] {
                    let response = try await daemon.send(
                        "GET", "/v1/samples?type=stepCount&order=\(order)\(limit)", token: token,
                        headers: [("Accept", "application/x-ndjson")])
                    #expect(response.header("Content-Type") == "application/x-ndjson")
                    let lines = response.text.split(separator: "\n").compactMap { JSONValue(String($0)) }
                    #expect(try lines.map { try SampleJSON(JSONReader($0)).sample.uuid } == Array(uuids.prefix(count)))
                }
            }
        }
    }
}
