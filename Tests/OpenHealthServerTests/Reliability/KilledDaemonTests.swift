// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthModel
import TestTimeLimits
import Testing

@testable import OpenHealthServer

@Suite("A server that is killed", .timeLimit(.slow))
struct KilledDaemonTests {
    @Test(
        "after many kills under write load every acknowledged save or push is stored once",
        arguments: [(PhoneApp?.none, 36)] + PhoneApp.allCases.map { (PhoneApp?.some($0), 18) })
    func killed(phone: PhoneApp?, kills: Int) async throws {
        let store = try ServedStore()
        let type = WriteLoad.type(phone)
        let (first, token) = try await store.prepare(app: WriteLoad.app, pushes: phone != nil, type: type)
        let load = WriteLoad(token: token, pushingAs: phone)
        var daemon = first
        for kill in 0..<kills {
            let running = daemon
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await load.run(running) }
                // The process is killed immediately after some responses, while it processes the requests of other clients.
                await load.wait(forMore: 1 + kill % 6)
                running.signal(SIGKILL)
                await running.end()
                await group.waitForAll()
            }
            daemon = try await store.serve()
        }
        // Requests without a response of the last daemon are sent again.
        await load.run(daemon, onlyOpen: true)
        #expect(load.faults.isEmpty)
        #expect(load.isAllAnswered)
        let numbers = try await WriteLoad.numbers(daemon, token: token, type: type)
        #expect(Set(numbers) == load.saved)
        #expect(numbers.count == load.saved.count)
        #expect(load.saved.count >= 3 * kills)
        daemon.signal(SIGTERM)
        #expect(await daemon.end() == 0)
        #expect(try store.run("check", "--store", store.store.path).status == 0)
    }

    @Test("a restarted server serves the same data to the same tokens")
    func restarted() async throws {
        let store = try ServedStore()
        let (first, token) = try await store.prepare()
        let body = WriteLoad.sample(7)
        let saved = try await first.send(
            "POST", "/v1/samples", token: token, json: .object([("samples", .array([body]))]))
        #expect(saved.status == 200)
        let before = try await first.send("GET", "/v1/samples?type=stepCount", token: token)
        first.signal(SIGTERM)
        #expect(await first.end() == 0)
        let second = try await store.serve()
        let after = try await second.send("GET", "/v1/samples?type=stepCount", token: token)
        #expect(after.json == before.json)
        #expect(after.json["samples"]?.array?.count == 1)
    }
}
