// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import TestTimeLimits
import Testing

@testable import OpenHealthServer

/// Tests of the quotas for responses that are kept for an `Idempotency-Key`.
@Suite(.timeLimit(.usual)) struct KeptResponseTests {
    private static let app = "org.example.steps"

    /// Saves samples that have not been saved before.
    private func save(
        _ daemon: OwnedDaemon, _ app: OwnedDaemon.Asker, _ samples: [HKSample], key: String?
    ) async throws -> OwnedDaemon.Response {
        let items = try #require(JSONValue(DataFixtures.saving(samples).text)?["samples"])
        return try await daemon.send(
            "POST", "/v1/samples", as: app,
            json: JSONValue.object([("samples", items), ("savesNewOnly", .bool(true))]).text,
            headers: key.map { [("Idempotency-Key", $0)] } ?? [])
    }

    private func kept(_ daemon: OwnedDaemon) throws -> (count: Int, bytes: Int) {
        try daemon.database.read { db in
            let row = try #require(
                try Row.fetchOne(db, sql: "SELECT count(*), coalesce(sum(length(response)), 0) FROM idempotency"))
            return (row[0], row[1])
        }
    }

    private func used(_ daemon: OwnedDaemon, _ app: OwnedDaemon.Asker) async throws -> [String: Int] {
        let quotas = try await daemon.send("GET", "/v1/app", as: app).json?["quotas"]?.array ?? []
        return Dictionary(
            uniqueKeysWithValues: quotas.compactMap { quota in
                guard let name = quota["name"]?.string, let used = quota["used"]?.double else { return nil }
                return (name, Int(used))
            })
    }

    /// The size of the response for two samples.
    private static let responseBytes = #"{"uuids":["",""]}"#.utf8.count + 2 * 36

    @Test func repeatsWithNewKeysDoNotGrowTheStoreBeyondTheQuota() async throws {
        let bytes = 3 * Self.responseBytes + 10
        try await OwnedDaemon.with(quotas: [.keptResponseBytes: bytes], of: Self.app) {
            (daemon: OwnedDaemon, app: OwnedDaemon.Asker) async throws in
            let samples = [DataFixtures.stepSample(0), DataFixtures.stepSample(1)]
            var first = ""
            for number in 1...3 {
                let response = try await save(daemon, app, samples, key: "key-\(number)")
                #expect(response.status == 200 && response.body.count == Self.responseBytes)
                if number == 1 { first = response.text }
            }
            daemon.clock.move(seconds: 1000)
            for number in 4...8 {
                let response = try await save(daemon, app, samples, key: "key-\(number)")
                #expect(response.status == 429)
                #expect(response.problem?.detail.contains("keptResponseBytes") == true)
                #expect(response.problem?.retryAfter.map { (85_400...85_401).contains($0) } == true)
            }
            #expect(try kept(daemon) == (3, 3 * Self.responseBytes))
            let figures = try await used(daemon, app)
            #expect(figures["keptResponses"] == 3 && figures["keptResponseBytes"] == 3 * Self.responseBytes)
            // Requests that were answered before keep their answers, and requests without a key are not affected.
            #expect(try await save(daemon, app, samples, key: "key-1").text == first)
            #expect(try await save(daemon, app, [DataFixtures.stepSample(2)], key: nil).status == 200)
            // A smaller response can still fit, and the owner can raise the quota.
            try daemon.database.apps.quotas.set([.keptResponseBytes: 2 * bytes], of: Self.app)
            #expect(try await save(daemon, app, samples, key: "key-4").status == 200)
            // After a day the first ones have ended.
            try daemon.database.apps.quotas.set([.keptResponseBytes: bytes], of: Self.app)
            daemon.clock.move(seconds: 85_401)
            #expect(try await save(daemon, app, samples, key: "key-9").status == 200)
            #expect(try kept(daemon) == (2, 2 * Self.responseBytes))
        }
    }

    @Test func aRefusedRequestChangesNothing() async throws {
        try await OwnedDaemon.with(quotas: [.keptResponses: 2], of: Self.app) {
            (daemon: OwnedDaemon, app: OwnedDaemon.Asker) async throws in
            for number in 0..<4 {
                let response = try await save(daemon, app, [DataFixtures.stepSample(number)], key: "key-\(number)")
                #expect(response.status == (number < 2 ? 200 : 429))
                if number >= 2 { #expect(response.problem?.detail.contains("keptResponses") == true) }
            }
            #expect(try daemon.database.samples(SampleRequest(types: [DataFixtures.steps.identifier])).count == 2)
            #expect(try kept(daemon).count == 2)
            // The other changes with keys have the same quota.
            let ask = try await daemon.send(
                "POST", "/v1/authorization-requests", as: app, json: #"{"share":[],"read":["heartRate"]}"#,
                headers: [("Idempotency-Key", "ask")])
            #expect(ask.status == 429)
            let hook = try await daemon.send(
                "POST", "/v1/webhooks", as: app,
                json: #"{"url":"https://steps.example.org/a","types":["stepCount"],"frequency":"immediate"}"#,
                headers: [("Idempotency-Key", "hook")])
            #expect(hook.status == 429)
            #expect(try kept(daemon).count == 2)
        }
    }

    /// A response that is larger than the quota never fits, so there is no time to wait for.
    @Test func aResponseThatIsLargerThanTheQuotaIsRefused() async throws {
        try await OwnedDaemon.with(quotas: [.keptResponseBytes: 10], of: Self.app) {
            (daemon: OwnedDaemon, app: OwnedDaemon.Asker) async throws in
            let response = try await save(daemon, app, [DataFixtures.stepSample(0)], key: "key")
            #expect(response.status == 429 && response.problem?.retryAfter == nil)
            #expect(try await save(daemon, app, [DataFixtures.stepSample(0)], key: nil).status == 200)
        }
    }
}
