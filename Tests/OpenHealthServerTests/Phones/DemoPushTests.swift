// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import TestTimeLimits
import Testing

/// Tests of `health demo --push` against a real server.
@Suite(.timeLimit(.slow)) struct DemoPushTests {
    private struct Output {
        var status: Int32
        var text: String
        var errors: String

        var json: JSONValue { JSONValue(text) ?? .null }
    }

    /// Runs the tool without blocking the threads of tasks.
    private static func run(_ arguments: [String], in store: ServedStore) async throws -> Output {
        let name = UUID().uuidString
        let (output, errors) = (
            store.folder.appendingPathComponent("out-\(name)"), store.folder.appendingPathComponent("errors-\(name)")
        )
        let process = try RunningProcess([ServedStore.tool] + arguments, output: output, errors: errors)
        let status = await process.end()
        return Output(
            status: status, text: try String(contentsOf: output, encoding: .utf8),
            errors: try String(contentsOf: errors, encoding: .utf8))
    }

    /// Connects an app, and returns the arguments with its credentials.
    private static func connect(_ app: String, _ store: ServedStore) throws -> [String] {
        let pairing = try store.run(
            "apps", "pair", "--for", app, "--server", "http://127.0.0.1", "--store", store.store.path, "--format",
            "json")
        let response = try #require(JSONValue(pairing.output), "\(pairing.errors)")
        if let code = response["code"]?.string { return ["--code", code] }
        let file = store.folder.appendingPathComponent("token")
        try Data(try #require(response["token"]?.string).utf8).write(to: file)
        return ["--token-file", file.path]
    }

    private static func days(_ type: String, _ store: ServedStore) async throws -> String {
        let response = try await run(
            [
                "statistics", type, "--every", "day", "--by-source", "--format", "csv", "--timezone", "UTC", "--store",
                store.store.path,
            ], in: store)
        #expect(response.status == 0, "\(response.errors)")
        return response.text
    }

    @Test(
        arguments: [
            ("health-auto-export", ["--batch", "150", "--language", "german"], "stepCount"),
            ("open-wearables", [], "stepCount"), ("health-connect-webhook", [], "stepCount"),
            ("nightscout", [], "bloodGlucose"),
        ])
    func pushesWithFaultsStoreWhatPushesWithoutFaultsStore(_ app: String, _ options: [String], _ type: String)
        async throws
    {
        let isPhone = app == "health-auto-export" || app == "open-wearables"
        let plain = try ServedStore()
        let daemon = try await plain.serve()
        let push = ["demo", "--push", app, "--days", "3", "--seed", "5", "--json"]
        let first = try await Self.run(
            push + ["--server", daemon.url] + (try Self.connect(app, plain)), in: plain)
        #expect(first.status == 0, "\(first.errors)")
        #expect(first.json["refused"]?.double == 0, "\(first.text)")
        #expect(first.json["repeats"]?.double == 0)
        let faulty = try ServedStore()
        let other = try await faulty.serve()
        let credentials = try Self.connect(app, faulty)
        let export = faulty.folder.appendingPathComponent("export.xml").path
        try await FaultyRelay.with(other.url, faulty.client) { relay, url in
            let faults = ["--server", url, "--gap", "2", "--repeat", "1", "--lost", "30"]
            let result = try await Self.run(
                push + options + faults + credentials + (isPhone ? [export] : []), in: faulty)
            #expect(result.status == 0, "\(result.errors)")
            #expect(result.json["refused"]?.double == 0, "\(result.text)")
            let (pushes, repeats) = (result.json["pushes"]?.double ?? 0, result.json["repeats"]?.double ?? 0)
            #expect(repeats > 2)
            #expect(Double(relay.requests) >= pushes + repeats)
        }
        let expected = try await Self.days(type, plain)
        #expect(expected.split(whereSeparator: \.isNewline).count > 3)
        #expect(try await Self.days(type, faulty) == expected)
        if isPhone {
            let imported = try await Self.run(
                ["import", export, "--store", faulty.store.path, "--format", "json"], in: faulty)
            #expect(imported.status == 0, "\(imported.errors)")
            #expect(imported.json["records"]?["added"]?.double == 0, "\(imported.text)")
            #expect(imported.json["byKind"]?["workouts"]?["added"]?.double == 0, "\(imported.text)")
            #expect(try await Self.days(type, faulty) == expected)
        }
        for process in [daemon, other] {
            process.signal(SIGTERM)
            #expect(await process.end() == 0)
        }
        #expect(try faulty.run("check", "--store", faulty.store.path).status == 0)
    }

    @Test func figuresOfRunningHoursAreReplaced() async throws {
        let store = try ServedStore()
        let daemon = try await store.serve()
        let result = try await Self.run(
            [
                "demo", "--push", "health-auto-export", "--aggregation", "hours", "--days", "2", "--batch", "7",
                "--repeat", "1", "--server", daemon.url,
            ] + (try Self.connect("health-auto-export", store)), in: store)
        #expect(result.status == 0, "\(result.errors)")
        let rows = try await Self.run(
            ["aggregates", "heartRate", "--format", "json", "--store", store.store.path], in: store)
        // 24 hours of two days, each once although it was sent several times.
        #expect(JSONValue(rows.text)?.array?.count == 48, "\(rows.text)")
        let samples = try await Self.run(
            ["samples", "heartRate", "--format", "json", "--store", store.store.path], in: store)
        #expect(JSONValue(samples.text)?.array?.isEmpty == true)
        daemon.signal(SIGTERM)
        await daemon.end()
    }

    @Test func wrongTokensAndAddressesAreNamed() async throws {
        let store = try ServedStore()
        let daemon = try await store.serve()
        let token = store.folder.appendingPathComponent("token")
        try Data("ohk_wrong".utf8).write(to: token)
        let push = ["demo", "--push", "health-auto-export", "--token-file", token.path, "--server"]
        let cases: [(arguments: [String], status: Int32, word: String)] = [
            (push + [daemon.url], 2, "apps pair --for health-auto-export"),
            (push + ["ftp://x"], 2, "--server"), (push + [daemon.url, "--gap", "1"], 2, "--gap"),
            (["demo", "--push", "nightscout", "--token-file", "/missing"], 2, "no token"),
            (["demo", "--push", "nightscout", "--aggregation", "hours"], 2, "--aggregation"),
            (["demo", "--push", "health-bridge"], 2, "HealthBridge"), (["demo", "--days", "3", "x.zip"], 2, "--push"),
            (["demo"], 2, "--push"),
        ]
        for (arguments, status, word) in cases {
            let result = try await Self.run(arguments, in: store)
            #expect(result.status == status, "\(arguments): \(result.errors)")
            #expect(result.errors.contains(word), "\(arguments): \(result.errors)")
            #expect(!result.errors.contains("ohk_wrong"))
        }
        daemon.signal(SIGTERM)
        await daemon.end()
        let silent = try await Self.run(push + [daemon.url], in: store)
        #expect(silent.status == 1)
        #expect(silent.errors.contains("does not respond"))
    }
}
