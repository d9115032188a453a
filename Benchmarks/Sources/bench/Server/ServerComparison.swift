// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import Foundation
import OpenHealthModel
import OpenHealthStore
import NIOCore

/// Compares the daemon under load with a minimal server of the same library.
final class ServerComparison {
    let settings: Settings
    let wrk: String
    let seconds: Int
    private let client: HTTPClient
    private(set) var report: [String] = []

    init(_ settings: Settings, wrk: String, seconds: Int) {
        self.settings = settings
        self.wrk = wrk
        self.seconds = seconds
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        // A thousand streams are open at once.
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 1100
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    func run() async throws {
        let file = settings.work.appending(path: "served.db")
        try MadeHeartRate(count: 500_000).makeStore(at: file)
        let daemon = try BenchedServer("bench", ["serve", file.path])
        let hello = try BenchedServer("hello", [])
        let world = try await World(client, daemon, file)
        report = ["server, \(seconds) s each, 32 connections", Table.line("", "requests/s", "p99 ms", "bytes")]
        try await reads(world, daemon, hello)
        try saves(world, daemon)
        try await streams(world, daemon)
        try await silence(world, daemon)
        daemon.stop()
        hello.stop()
        try await client.shutdown()
    }

    // MARK: - Load

    private func row(_ name: String, _ run: Wrk, _ bytes: Int?) {
        report.append(
            Table.line(
                name, Table.fixed(run.requestsPerSecond, 0), Table.fixed(run.p99, 2), bytes.map { "\($0)" } ?? "-"))
    }

    private func reads(_ world: World, _ daemon: BenchedServer, _ hello: BenchedServer) async throws {
        var ratios: [Double] = []
        let small =
            "/v1/samples?type=heartRate&from=\(Self.date(Decade.midnight(1800)))&to=\(Self.date(Decade.midnight(1801)))"
        for (name, path) in [("one day of heart rate", small), ("ten of them", small + "&limit=10")] {
            let bytes = try await world.bytes(path, world.reader)
            let peer = try Wrk(wrk, "\(hello.url)/hello/\(bytes)", seconds: seconds, work: settings.work)
            let ours = try Wrk(
                wrk, daemon.url + path, headers: ["Authorization: Bearer \(world.reader)"], seconds: seconds,
                work: settings.work)
            row("hello, as many bytes", peer, bytes)
            row(name, ours, bytes)
            ratios.append(ours.requestsPerSecond / peer.requestsPerSecond)
        }
        let health = try Wrk(wrk, daemon.url + "/healthz", seconds: seconds, work: settings.work)
        row("/healthz", health, 15)
        let spread = try Wrk(
            wrk, daemon.url, script: Self.readsOfDays(world.reader), seconds: seconds, work: settings.work)
        row("one day of heart rate, any day", spread, nil)
        report.append("share of hello's rate: " + ratios.map { Table.fixed($0, 2) }.joined(separator: ", "))
        report.append("goal: at least 0.5 for a small read: \(Table.verdict(ratios.contains { $0 >= 0.5 }))")
    }

    private func saves(_ world: World, _ daemon: BenchedServer) throws {
        let run = try Wrk(wrk, daemon.url, script: Self.batchSaves(world.writer), seconds: seconds, work: settings.work)
        row("saves of 100 samples", run, nil)
        let rate = run.requestsPerSecond * 100
        report.append("samples saved durably: \(Int(rate)) a second, goal 20000: \(Table.verdict(rate >= 20_000))")
    }

    // MARK: - Streams

    /// Measures the memory of a thousand streams, and the time until each of them has received a change.
    private func streams(_ world: World, _ daemon: BenchedServer) async throws {
        let before = daemon.memory
        let told = try await withThrowingTaskGroup(of: Double.self) { group in
            for _ in 0..<1000 { group.addTask { try await world.followsOneChange(world.reader) } }
            while try await world.metric("health_streams_open") < 1000 { try await Task.sleep(for: .milliseconds(20)) }
            try await Task.sleep(for: .milliseconds(200))
            let memory = daemon.memory
            report.append(
                "1000 streams: \((memory - before) / 1_000_000) MB more, \((memory - before) / 1_024_000) KiB each")
            let begin = monotonicSeconds()
            try await world.save(world.writer, "HKQuantityTypeIdentifierHeartRate", "count/min")
            var ends: [Double] = []
            for try await end in group { ends.append(end - begin) }
            return Latencies(ends)
        }
        report.append(
            "a change reaches them: half in \(Table.fixed(told.milliseconds(0.5), 0)) ms, 99 of 100 in "
                + "\(Table.fixed(told.milliseconds(0.99), 0)) ms")
    }

    // MARK: - What a refusal gives away

    /// Measures whether response times reveal that a denied type has data. Requests for the denied type and for an empty one
    /// alternate, in pairs whose order changes.
    private func silence(_ world: World, _ daemon: BenchedServer) async throws {
        let (denied, empty) = ("/v1/samples?type=heartRate", "/v1/samples?type=bodyMass")
        guard try await world.body(denied, world.denied) == world.body(empty, world.denied) else {
            throw BenchError("a denied type does not look like an empty one")
        }
        var times: [String: [Double]] = [:]
        for round in 0..<2000 {
            for path in round.isMultiple(of: 2) ? [denied, empty] : [empty, denied] {
                let begin = monotonicSeconds()
                _ = try await world.body(path, world.denied)
                times[path, default: []].append(monotonicSeconds() - begin)
            }
        }
        let (one, other) = (Latencies(times[denied] ?? []), Latencies(times[empty] ?? []))
        report.append(
            "denied \(Table.fixed(one.milliseconds(0.5), 3)) ms, empty \(Table.fixed(other.milliseconds(0.5), 3)) ms "
                + "(medians of 2000)")
    }

    // MARK: - Requests

    static func date(_ seconds: Int) -> String {
        ISO8601DateFormatter().string(from: Date(timeIntervalSince1970: Double(seconds)))
    }

    /// Returns a script that requests another day each time.
    private static func readsOfDays(_ token: String) -> String {
        """
        local first, days, number = \(Decade.midnight(0)), \(Decade.days - 1), 0
        local headers = { ["Authorization"] = "Bearer \(token)" }
        function request()
            number = (number + 7919) % days
            local begin = os.date("!%Y-%m-%dT%H:%M:%SZ", first + number * 86400)
            local finish = os.date("!%Y-%m-%dT%H:%M:%SZ", first + (number + 1) * 86400)
            return wrk.format("GET", "/v1/samples?type=heartRate&from=" .. begin .. "&to=" .. finish, headers)
        end
        """
    }

    /// Returns a script that saves another hundred samples each time.
    private static func batchSaves(_ token: String) -> String {
        """
        local thread = 0
        function setup(t) t:set("offset", thread * 20000000); thread = thread + 1 end
        function init() number = offset end
        local headers = { ["Authorization"] = "Bearer \(token)", ["Content-Type"] = "application/json" }
        function request()
            local parts = {}
            for index = 1, 100 do
                number = number + 1
                local date = os.date("!%Y-%m-%dT%H:%M:%SZ", 1600000000 + number)
                parts[index] = '{"type":"HKQuantityTypeIdentifierStepCount","startDate":"' .. date ..
                    '","endDate":"' .. date .. '","value":' .. (number % 97 + 1) .. ',"unit":"count"}'
            end
            headers["Idempotency-Key"] = "k" .. number
            return wrk.format("POST", "/v1/samples", headers, '{"samples":[' .. table.concat(parts, ",") .. "]}")
        end
        """
    }
}
