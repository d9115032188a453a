// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthModel
import NIOCore
import Testing

@testable import OpenHealthServer

/// Tests with short timeouts run in separate processes, because clients in this one might not get a thread in time.
@Suite("Slow, stuck and broken clients", .timeLimit(.minutes(40)))
struct BadClientTests {
    /// Runs a daemon with short timeouts.
    private static func impatient(_ body: @Sendable (TestDaemon) async throws -> Void) async throws {
        try await TestDaemon.with({
            $0.limits.idleSeconds = 4
            $0.limits.bodySeconds = 3
        }) { daemon in
            try await body(daemon)
            // No connection stays open.
            while daemon.services.metrics.openConnections > 0 { try await Task.sleep(for: .milliseconds(10)) }
        }
    }

    private static let head = "POST /v1/apps HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"

    @Test("a slow head is not waited for, on a new connection and on a reused one")
    func slowHead() async {
        await #expect(processExitsWith: .success) {
            try await BadClientTests.impatient { daemon in
                // The number of fields is within the limit, but they do not arrive within the timeout.
                let trickle = ["GET /healthz HTTP/1.1\r\n"] + Array(repeating: "X-A: b\r\n", count: 1000)
                let received = try await RudeClient.exchange(daemon.port, trickle, pause: .milliseconds(100))
                #expect(received.isEmpty)
                let first = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
                let second = try await RudeClient.exchange(daemon.port, [first] + trickle, pause: .milliseconds(100))
                #expect(second.components(separatedBy: "HTTP/1.1 ").count == 2)
                #expect(second.hasPrefix("HTTP/1.1 200 "))
            }
        }
    }

    @Test("an idle connection is closed")
    func idle() async {
        await #expect(processExitsWith: .success) {
            try await BadClientTests.impatient { daemon in
                let nothing = try await RudeClient.exchange(daemon.port, [])
                #expect(nothing.isEmpty)
                let once = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
                let answered = try await RudeClient.exchange(daemon.port, [once])
                #expect(answered.hasPrefix("HTTP/1.1 200 "))
            }
        }
    }

    @Test("a missing or slow body gets 408")
    func slowBody() async {
        await #expect(processExitsWith: .success) {
            try await BadClientTests.impatient { daemon in
                let stuck = try await RudeClient.exchange(
                    daemon.port, [BadClientTests.head + "Content-Length: 100\r\n\r\n{"])
                #expect(stuck.hasPrefix("HTTP/1.1 408 "))
                #expect(stuck.contains("urn:openhealthkit:problem:request-timeout"))
                let pieces =
                    [BadClientTests.head + "Content-Length: 9000\r\n\r\n{"] + Array(repeating: " ", count: 8000)
                let slow = try await RudeClient.exchange(daemon.port, pieces, pause: .milliseconds(20))
                #expect(slow.hasPrefix("HTTP/1.1 408 "))
            }
        }
    }

    @Test("a body that is too large gets 413 early, and its connection closes while it is still being sent")
    func largeBody() async {
        await #expect(processExitsWith: .success) {
            try await BadClientTests.impatient { daemon in
                let announced = BadClientTests.head + "Content-Length: 999999999\r\n\r\n"
                let chunked = BadClientTests.head + "Transfer-Encoding: chunked\r\n\r\n"
                let filler = String(repeating: "a", count: 1000)
                for (start, part) in [(announced, filler), (chunked, "3e8\r\n\(filler)\r\n")] {
                    let pieces = [start] + Array(repeating: part, count: 3000)
                    let received = try await RudeClient.exchange(daemon.port, pieces, pause: .milliseconds(10))
                    #expect(received.hasPrefix("HTTP/1.1 413 "))
                    #expect(received.lowercased().contains("connection: close"))
                }
            }
        }
    }

    @Test(
        "a redirection before the end of its request announces the end of the connection, which closes after the request"
    )
    func earlyRedirection() async throws {
        try await OwnedDaemon.with { daemon in
            let port = try #require(URL(string: daemon.url)?.port)
            let head =
                "POST /owner/apps HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n"
                + "Content-Type: application/x-www-form-urlencoded\r\n\r\n"
            let received = try await RudeClient(port).use { outbound, inbound in
                try await outbound.write(ByteBuffer(string: head))
                var received = ""
                while !received.contains("\r\n\r\n"), let part = try await inbound.next() {
                    received += String(buffer: part)
                }
                try await outbound.write(ByteBuffer(string: "{}"))
                // The server closes the connection without a reset.
                while let part = try await inbound.next() { received += String(buffer: part) }
                return received
            }
            #expect(received.hasPrefix("HTTP/1.1 303 "))
            #expect(received.lowercased().contains("connection: close\r\n"))
            #expect(received.components(separatedBy: "HTTP/1.1 ").count == 2)
        }
    }

    @Test("responses to a client that never reads are not buffered")
    func neverReads() async {
        await #expect(processExitsWith: .success) {
            try await BadClientTests.impatient { daemon in
                let connection = try await RudeClient(daemon.port)
                try await connection.use { outbound, _ in
                    let requests = String(
                        repeating: "GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n", count: 2000)
                    do { try await outbound.write(ByteBuffer(string: requests)) } catch {}
                    // The daemon closes the connection before the client does.
                    while daemon.services.metrics.openConnections == 0 { try await Task.sleep(for: .milliseconds(5)) }
                    while daemon.services.metrics.openConnections > 0 { try await Task.sleep(for: .milliseconds(5)) }
                }
            }
        }
    }

    @Test("too deep and invalid JSON bodies get 400", arguments: ["[", "{\"a\":"])
    func deep(_ opening: String) async throws {
        try await TestDaemon.with { daemon in
            for count in [1, 63, 64, 65, 2000] {
                let body = String(repeating: opening, count: count)
                let received = try await RudeClient.exchange(
                    daemon.port,
                    [BadClientTests.head + "Connection: close\r\nContent-Length: \(body.utf8.count)\r\n\r\n" + body])
                #expect(received.hasPrefix("HTTP/1.1 400 "), "\(count)")
            }
        }
    }

    @Test(
        "other protocols get a problem and nothing else",
        arguments: [
            ("GARBAGE\r\n\r\n", 400), ("GET /healthz HTTP/1.1\nHost: localhost\n\n", 400),
            ("GET /healthz HTTP/1.1\r\nHost: localhost\r\n folded: x\r\n\r\n", 400),
            ("GET /healthz HTTP/1.1\r\nHost: localhost\u{0}\r\n\r\n", 400),
            ("POST /v1/apps HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}x", 400),
            (
                "POST /v1/apps HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n"
                    + "0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n", 400
            ),
            ("GET /healthz HTTP/1.1\r\nX: \(String(repeating: "a", count: 20_000))\r\n\r\n", 431),
            ("GET /healthz HTTP/1.1\r\n\(String(repeating: "X: a\r\n", count: 200))\r\n", 431),
        ])
    func noHTTP(_ text: String, _ status: Int) async throws {
        try await TestDaemon.with { daemon in
            let received = try await RudeClient.exchange(daemon.port, [text])
            #expect(received.hasPrefix("HTTP/1.1 \(status) "))
            #expect(received.contains("Content-Type: application/problem+json\r\n"))
            #expect(received.components(separatedBy: "HTTP/1.1 ").count == 2)
            let body = received.components(separatedBy: "\r\n\r\n").last ?? ""
            #expect(JSONValue(body).flatMap { Problem($0) }?.kind.status == status)
        }
    }
}
