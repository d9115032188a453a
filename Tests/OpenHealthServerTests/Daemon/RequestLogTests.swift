// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import TestTimeLimits
import Testing

@Suite("Logged properties of requests", .timeLimit(.usual))
struct RequestLogTests {
    @Test("route, method, status, duration and app are logged, but no token, query value or sample value")
    func nothingPrivate() async throws {
        let store = try ServedStore()
        let (daemon, token) = try await store.prepare()
        let secret = "4711.25"
        let sample = JSONValue.object([
            ("type", .string("HKQuantityTypeIdentifierStepCount")), ("startDate", .string("2026-03-14T07:30:00Z")),
            ("endDate", .string("2026-03-14T07:31:00Z")), ("value", .number(secret)), ("unit", .string("count")),
        ])
        let saved = try await daemon.send(
            "POST", "/v1/samples", token: token, json: .object([("samples", .array([sample]))]))
        #expect(saved.status == 200)
        _ = try await daemon.send("GET", "/v1/samples?type=stepCount&from=2026-03-14T07:30:00Z", token: token)
        _ = try await daemon.send("GET", "/v1/samples?type=hunter2", token: token)
        _ = try await daemon.send("GET", "/v1/app", token: "ohk_guessed")
        _ = try await daemon.send("GET", "/private/\(secret)")
        daemon.signal(SIGTERM)
        #expect(await daemon.end() == 0)
        let log = daemon.logged
        for text in [token, secret, "4711", "2026-03-14T07:3", "hunter2", "ohk_guessed", "/private"] {
            #expect(!log.contains(text), "\(text)")
        }
        let lines = log.split(separator: "\n").map { JSONValue(String($0)) }
        #expect(lines.allSatisfy { $0 != nil })
        let requests = lines.compactMap { $0 }.filter { $0["message"]?.string == "request" }
        #expect(
            requests.contains { line in
                line["route"]?.string == "saveSamples" && line["method"]?.string == "POST"
                    && line["status"]?.double == 200
                    && line["request"]?.string?.isEmpty == false
                    && line["app"]?.string == "org.example.writer" && line["milliseconds"]?.double != nil
            })
        #expect(requests.contains { $0["route"]?.string == "none" && $0["status"]?.double == 404 })
    }
}
