// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthModel
import OpenHealthTestBasics
import TestTimeLimits
import Testing

@testable import OpenHealthServer

/// Tests of the memory limits of request bodies.
@Suite(.timeLimit(.usual)) struct BodyMemoryTests {
    private static let steps = HKQuantityType(.stepCount)
    private static let large = 40 << 20

    private static func head(_ path: String, _ token: String, _ length: String) -> String {
        "POST \(path) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(token)\r\n"
            + "Content-Type: application/json\r\n\(length)\r\n\r\n"
    }

    @Test func `an app without any permission is refused before a large body is read`() async throws {
        try await TestDaemon.with { daemon in
            let token = try daemon.app("stranger")
            let reader = try daemon.app("reader")
            try daemon.allow("reader", read: [Self.steps])
            for (path, token) in [
                ("/v1/samples", token), ("/v1/samples/query", token), ("/v1/samples/queries", token),
                ("/v1/changes/query", token), ("/v1/samples", reader),
            ] {
                guard let most = APIRoutes.all.first(where: { $0.path == path && $0.body != nil })?.body?.most else {
                    Issue.record("no route \(path)")
                    continue
                }
                let announced = "Content-Length: \(min(Self.large, most))"
                let received = try await RudeClient.exchange(daemon.port, [Self.head(path, token, announced)])
                #expect(received.hasPrefix("HTTP/1.1 403 "), "\(path): \(received.prefix(200))")
            }
            // If the length is not known, the limit is checked while the body is read.
            let chunk = "4000\r\n" + String(repeating: " ", count: 0x4000) + "\r\n"
            let pieces =
                [Self.head("/v1/samples", token, "Transfer-Encoding: chunked")] + Array(repeating: chunk, count: 20)
            let received = try await RudeClient.exchange(daemon.port, pieces)
            #expect(received.hasPrefix("HTTP/1.1 403 "), "\(received.prefix(200))")
            #expect(daemon.services.bodies.used == 0)
        }
    }

    @Test func `bodies in progress stay within their limit, and do not delay other apps`() async throws {
        let clock = ManualClock()
        try await TestDaemon.with({
            $0.limits.bodyBytesPerApp = 1 << 20
            $0.limits.bodySeconds = 30
            $0.steadyClock = clock
        }) { daemon in
            let first = try Self.token(of: "first", daemon)
            let second = try Self.token(of: "second", daemon)
            let length = 700 << 10
            let head = Self.head("/v1/samples", first, "Content-Length: \(length)")
            let unfinished = head + String(repeating: " ", count: 1000)
            let tasks = Self.exchanges(12, with: daemon.port, sending: unfinished)
            let turns = daemon.services.bodies.apps
            await turns.changes.wait { turns.waiting == 11 }
            #expect(daemon.services.bodies.used >= length)
            #expect(daemon.services.bodies.used <= 1 << 20)
            let sample = JSONValue.object([
                ("type", .string("stepCount")), ("startDate", .string("2026-03-01T10:00:00Z")),
                ("endDate", .string("2026-03-01T10:01:00Z")), ("value", .integer(1)), ("unit", .string("count")),
            ])
            let saved = try await daemon.send(
                "POST", "/v1/samples", token: second, json: .object([("samples", .array([sample]))]))
            #expect(saved.status == 200, "\(saved.text)")
            // The other requests receive Retry-After, and the unfinished body is given up.
            clock.advance(by: .seconds(10))
            await turns.changes.wait { turns.waiting == 0 }
            await clock.waitForSleeper(of: .seconds(20))
            clock.advance(by: .seconds(20))
            let statuses = try await Self.statuses(of: tasks)
            #expect(statuses.filter { $0 == "HTTP/1.1 503" }.count >= 8, "\(statuses)")
            #expect(Set(statuses).isSubset(of: ["HTTP/1.1 503", "HTTP/1.1 408"]), "\(statuses)")
            await daemon.services.requestsInProgress.settled()
            #expect(daemon.services.bodies.used == 0)
        }
    }

    /// Returns the token of an app that can save and read steps.
    private static func token(of app: String, _ daemon: TestDaemon) throws -> String {
        let token = try daemon.app(app)
        try daemon.allow(app, share: [steps], read: [steps])
        return token
    }

    private static func statuses(of exchanges: [Task<String, any Error>]) async throws -> [String] {
        var statuses: [String] = []
        for scope in exchanges { statuses.append(String(try await scope.value.prefix(12))) }
        return statuses
    }

    /// Returns connections that send the same string and wait for the response.
    private static func exchanges(_ count: Int, with port: Int, sending text: String) -> [Task<String, any Error>] {
        (0..<count).map { _ in Task { try await RudeClient.exchange(port, [text]) } }
    }

    @Test func `JSON with more values than its size allows is refused`() async throws {
        try await TestDaemon.with { daemon in
            let token = try daemon.app("app")
            try daemon.allow("app", share: [Self.steps], read: [Self.steps])
            for (text, count, status) in [
                ("[]", 60_000, 400...422), ("[]", 120_000, 413...413), ("1", 150_000, 413...413),
            ] {
                let body = #"{"samples":["# + Array(repeating: text, count: count).joined(separator: ",") + "]}"
                let received = try await RudeClient.exchange(
                    daemon.port,
                    [
                        Self.head("/v1/samples", token, "Connection: close\r\nContent-Length: \(body.utf8.count)"),
                        body,
                    ])
                let code = received.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
                #expect(
                    status.contains(code) && (code == 413) == (status.lowerBound == 413), "\(text) \(count): \(code)")
            }
        }
    }

    @Test func `a body with a content encoding is refused`() async throws {
        try await TestDaemon.with { daemon in
            let token = try daemon.app("app")
            let response = try await daemon.send(
                "POST", "/v1/samples/query", token: token, json: .object([]), headers: [("Content-Encoding", "gzip")])
            #expect(response.status == 415)
        }
    }
}
