// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthModel
import Synchronization
import TestTimeLimits
import Testing

@testable import OpenHealthServer

@Suite(.timeLimit(.usual)) struct IdempotencyTests {
    @Test func aRepeatedRequestIsPerformedOnce() async throws {
        try await TestDaemon.with { daemon in
            let token = try daemon.app("again")
            try daemon.allow("again", share: [DataFixtures.steps], read: [DataFixtures.steps])
            // Without UUIDs, each save would create another sample.
            let body = JSONValue(
                #"{"samples":[{"type":"stepCount","startDate":"2026-03-14T07:30:00Z","value":12,"unit":"count"}]}"#)
            let key = [("Idempotency-Key", "one")]
            let responses = try await withThrowingTaskGroup(of: TestDaemon.Response.self) { group in
                for _ in 0..<20 {
                    group.addTask {
                        try await daemon.send("POST", "/v1/samples", token: token, json: body, headers: key)
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(Set(responses.map(\.text)).count == 1)
            #expect(responses.allSatisfy { $0.status == 200 })
            #expect(try await daemon.uuids(of: DataFixtures.steps, token: token).count == 1)
            let other = try await daemon.send(
                "POST", "/v1/samples", token: token, json: DataFixtures.saving([DataFixtures.stepSample(0)]),
                headers: key)
            #expect(other.status == 409)
            let next = try await daemon.send(
                "POST", "/v1/samples", token: token, json: body, headers: [("Idempotency-Key", "two")])
            #expect(next.status == 200 && next.text != responses.first?.text)
            let bad = try await daemon.send(
                "POST", "/v1/samples", token: token, json: body, headers: [("Idempotency-Key", "a b")])
            #expect(bad.status == 400)
            #expect(try await daemon.uuids(of: DataFixtures.steps, token: token).count == 2)
        }
    }

    @Test func keysBelongToTheirAppAndExpireAfterADay() async throws {
        let now = Mutex(Date(timeIntervalSince1970: 1_800_000_000))
        try await TestDaemon.with({ $0.clock = { now.withLock(\.self) } }) { daemon in
            let body = JSONValue(
                #"{"samples":[{"type":"stepCount","startDate":"2026-03-14T07:30:00Z","value":12,"unit":"count"}]}"#)
            var tokens: [String] = []
            for name in ["one", "two"] {
                tokens.append(try daemon.app(name))
                try daemon.allow(name, share: [DataFixtures.steps], read: [DataFixtures.steps])
            }
            func save(_ token: String) async throws -> String {
                try await daemon.send(
                    "POST", "/v1/samples", token: token, json: body, headers: [("Idempotency-Key", "k")]
                ).text
            }
            let first = try await save(tokens[0])
            #expect(try await save(tokens[1]) != first)
            now.withLock { $0 += 86_000 }
            #expect(try await save(tokens[0]) == first)
            now.withLock { $0 += 1000 }
            #expect(try await save(tokens[0]) != first)
        }
    }

    @Test func failuresAreNotKept() async throws {
        try await TestDaemon.with { daemon in
            let token = try daemon.app("later")
            let body = DataFixtures.saving([DataFixtures.stepSample(0)])
            let key = [("Idempotency-Key", "one")]
            let denied = try await daemon.send("POST", "/v1/samples", token: token, json: body, headers: key)
            #expect(denied.status == 403)
            try daemon.allow("later", share: [DataFixtures.steps], read: [DataFixtures.steps])
            let saved = try await daemon.send("POST", "/v1/samples", token: token, json: body, headers: key)
            #expect(saved.status == 200)
            let uuid = DataFixtures.stepSample(0).uuid
            let gone = [("Idempotency-Key", "gone")]
            #expect(try await daemon.send("DELETE", "/v1/samples/\(uuid)", token: token, headers: gone).status == 404)
            let own = try await daemon.uuids(of: DataFixtures.steps, token: token)[0]
            for _ in 0..<2 {
                let response = try await daemon.send(
                    "DELETE", "/v1/samples/\(own)", token: token, headers: [("Idempotency-Key", "delete")])
                #expect(response.status == 204)
            }
        }
    }

    @Test func aRepeatedWebhookKeepsItsSecret() async throws {
        try await TestDaemon.with { daemon in
            let token = try daemon.app("hooked")
            try daemon.allow("hooked", read: [DataFixtures.steps])
            func add(_ key: String?) async throws -> TestDaemon.Response {
                let body = #"{"url":"https://steps.example.org/a","types":["stepCount"],"frequency":"immediate"}"#
                return try await daemon.send(
                    "POST", "/v1/webhooks", token: token, json: JSONValue(body),
                    headers: key.map { [("Idempotency-Key", $0)] } ?? [])
            }
            let first = try await add("one")
            #expect(first.status == 201)
            let again = try await add("one")
            #expect(again.status == 201 && again.text == first.text)
            // Without the key, the webhook is registered again with another secret.
            let other = try await add(nil)
            #expect(other.status == 200 && other.text != first.text)
            #expect(try await add("one").text == first.text)
        }
    }

    @Test func thePersonIsAskedOnceForARepeatedRequest() async throws {
        try await TestDaemon.with { daemon in
            let token = try daemon.app("asking")
            func ask(_ body: String, _ key: String?) async throws -> TestDaemon.Response {
                try await daemon.send(
                    "POST", "/v1/authorization-requests", token: token, json: JSONValue(body),
                    headers: key.map { [("Idempotency-Key", $0)] } ?? [])
            }
            let types = #"{"share":[],"read":["stepCount"]}"#
            let first = try await ask(types, "one")
            #expect(first.status == 201 && first.json.value["status"]?.string == "pending")
            #expect(try await ask(types, "one").text == first.text)
            #expect(try await ask(#"{"share":[],"read":["heartRate"]}"#, "one").status == 409)
            // Each request for objects is a new one.
            let objects = #"{"objects":{"type":"HKVisionPrescriptionTypeIdentifier"}}"#
            let asked = try await ask(objects, "two")
            #expect(asked.status == 201)
            #expect(try await ask(objects, "two").text == asked.text)
            #expect(try await ask(objects, nil).text != asked.text)
        }
    }
}
