// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthModel
import NIOCore
import OpenHealthTestBasics
import TestTimeLimits
import Testing

@testable import OpenHealthServer

@Suite("Slow, stuck and broken clients", .timeLimit(.usual))
struct BadClientTests {
    private static let head = "POST /v1/apps HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    private static let health = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"

    /// Runs a daemon with the usual limits and a stopped clock.
    private static func with(
        _ body: @Sendable (HealthDaemon, ManualClock) async throws -> Void
    ) async throws {
        let clock = ManualClock()
        try await TestDaemon.with({
            $0.limits = HealthDaemon.Limits()
            $0.steadyClock = clock
        }) { try await body($0.daemon, clock) }
    }

    @Test("a slow head is not waited for, on a new connection and on a reused one")
    func slowHead() async throws {
        try await Self.with { daemon, _ in
            let field = "X-A: b\r\n"
            // The number of fields is within the limit, but they do not arrive within the time limit.
            let received = try await MemoryConnection.with(daemon) { connection in
                await connection.send("GET /healthz HTTP/1.1\r\n")
                for _ in 1..<10 {
                    await connection.pass(.seconds(1))
                    #expect(connection.isOpen)
                    await connection.send(field)
                }
                await connection.pass(.seconds(1))
                #expect(!connection.isOpen)
                return await connection.read()
            }
            #expect(received.isEmpty)
            try await MemoryConnection.with(daemon) { connection in
                await connection.send(Self.health)
                // The body of the response before can come first.
                #expect(await connection.read(until: "\r\n\r\n").contains("HTTP/1.1 200 "))
                await connection.send("GET /healthz HTTP/1.1\r\n")
                for _ in 1..<60 {
                    await connection.pass(.seconds(1))
                    #expect(connection.isOpen)
                    await connection.send(field)
                }
                await connection.pass(.seconds(2))
                #expect(!connection.isOpen)
                #expect(!(await connection.read()).contains("HTTP/1.1 "))
            }
        }
    }

    @Test func `long extensions of chunks are refused`() async throws {
        try await Self.with { daemon, _ in
            let head = Self.head + "Transfer-Encoding: chunked\r\n\r\n"
            let part = String(repeating: "a", count: 60 << 10)
            // Each chunk may have an extension, and a chunk of a large body needs no limit.
            let accepted = try await MemoryConnection.with(daemon) { connection in
                await connection.send(head)
                for _ in 0..<4 { await connection.send("1;\(part)\r\n{\r\n") }
                await connection.send("0\r\n\r\n")
                return await connection.read(until: "\r\n\r\n")
            }
            #expect(!accepted.contains("extensions"))
            #expect(accepted.hasPrefix("HTTP/1.1 4"))
            let refused = try await MemoryConnection.with(daemon) { connection in
                await connection.send(head + "1;")
                for _ in 0..<2 { await connection.send(part) }
                #expect(connection.isOpen)
                for _ in 0..<2 { await connection.send(part) }
                let received = await connection.read(until: "extensions")
                await connection.pass(.seconds(5))
                #expect(!connection.isOpen)
                return received
            }
            #expect(refused.hasPrefix("HTTP/1.1 400 "))
        }
    }

    @Test("an idle connection is closed")
    func idle() async throws {
        try await Self.with { daemon, _ in
            try await MemoryConnection.with(daemon) { connection in
                await connection.pass(.seconds(9))
                #expect(connection.isOpen)
                await connection.pass(.seconds(1))
                #expect(!connection.isOpen)
            }
            try await MemoryConnection.with(daemon) { connection in
                for _ in 1...3 {
                    await connection.send(Self.health)
                    #expect(await connection.read(until: "\r\n\r\n").contains("HTTP/1.1 200 "))
                    await connection.pass(.seconds(59))
                    #expect(connection.isOpen)
                }
                await connection.pass(.seconds(60))
                #expect(!connection.isOpen)
            }
        }
    }

    @Test("a missing or slow body gets 408")
    func slowBody() async throws {
        try await Self.with { daemon, clock in
            for isSlow in [false, true] {
                let received = try await MemoryConnection.with(daemon) { connection in
                    await connection.send(Self.head + "Content-Length: 9000\r\n\r\n{")
                    await clock.waitForSleeper(of: .seconds(30))
                    for _ in 1..<30 {
                        clock.advance(by: .seconds(1))
                        if isSlow { await connection.send(" ") }
                    }
                    clock.advance(by: .seconds(1))
                    let received = await connection.read(until: "request-timeout")
                    await connection.pass(.seconds(5))
                    #expect(!connection.isOpen)
                    return received
                }
                #expect(received.hasPrefix("HTTP/1.1 408 "))
                #expect(received.contains("urn:openhealthkit:problem:request-timeout"))
            }
        }
    }

    @Test("a body that stops arriving while it is read in parts ends with the idle connection")
    func stuckBody() async throws {
        try await Self.with { daemon, _ in
            try await MemoryConnection.with(daemon) { connection in
                await connection.send(Self.head + "Content-Length: 9000\r\n\r\n{")
                for _ in 1...3 {
                    await connection.pass(.seconds(59))
                    #expect(connection.isOpen)
                    await connection.send(" ")
                }
                await connection.pass(.seconds(60))
                #expect(!connection.isOpen)
            }
        }
    }

    @Test("a body that is too large gets 413 early, and its connection closes while it is still being sent")
    func largeBody() async throws {
        try await Self.with { daemon, _ in
            let announced = Self.head + "Content-Length: 999999999\r\n\r\n"
            let chunked = Self.head + "Transfer-Encoding: chunked\r\n\r\n"
            let filler = String(repeating: "a", count: 100_000)
            for (start, part) in [(announced, filler), (chunked, "186a0\r\n\(filler)\r\n")] {
                try await MemoryConnection.with(daemon) { connection in
                    await connection.send(start)
                    for _ in 1...30 { await connection.send(part) }
                    let received = await connection.read(until: "\r\n\r\n")
                    #expect(received.hasPrefix("HTTP/1.1 413 "))
                    #expect(received.lowercased().contains("connection: close"))
                    for _ in 1...4 {
                        await connection.pass(.seconds(1))
                        #expect(connection.isOpen)
                        await connection.send(part)
                    }
                    await connection.pass(.seconds(1))
                    #expect(!connection.isOpen)
                }
            }
        }
    }

    @Test("a client that reads nothing of its answer for a while is disconnected")
    func stopsReading() async throws {
        try await Self.with { daemon, _ in
            let request = "GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n"
            for returns in [true, false] {
                try await MemoryConnection.with(daemon) { connection in
                    try await connection.setReading(false)
                    await connection.send(request)
                    await connection.pass(.seconds(59))
                    #expect(connection.isOpen)
                    if returns {
                        try await connection.setReading(true)
                        #expect(await connection.read(until: "\r\n\r\n").contains("HTTP/1.1 200 "))
                    }
                    await connection.pass(.seconds(1))
                    #expect(connection.isOpen == returns)
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
    func neverReads() async throws {
        try await TestDaemon.with({ $0.limits.idleSeconds = 1 }) { daemon in
            let connection = try await RudeClient(daemon.port)
            try await connection.use { outbound, _ in
                let requests = String(
                    repeating: "GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n", count: 2000)
                do { try await outbound.write(ByteBuffer(string: requests)) } catch {}
                // The daemon closes the connection before the client does.
                let (connections, metrics) = (daemon.services.connections, daemon.services.metrics)
                await connections.changes.wait { connections.openedCount > 0 && metrics.openConnections == 0 }
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
