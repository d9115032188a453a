// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOCore
import OpenHealthModel
import TestTimeLimits
import Testing

@testable import OpenHealthServer

/// Tests of clients that open more connections than allowed.
@Suite(.timeLimit(.usual)) struct ConnectionLimitTests {
    private static let request = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"

    @Test func `new connections replace idle ones`() async throws {
        try await TestDaemon.with({
            $0.limits.connections = 8
            $0.limits.headSeconds = 600
        }) { daemon in
            let idle = try (0..<40).map { _ in try RawConnection(port: daemon.port) }
            // The threads of the server accept connections in any order, and the later ones would replace those below.
            let (connections, metrics) = (daemon.services.connections, daemon.services.metrics)
            await connections.changes.wait { connections.openedCount == 40 && metrics.openConnections <= 8 }
            for _ in 0..<20 {
                let received = try await RudeClient.exchange(
                    daemon.port, ["GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"])
                #expect(received.hasPrefix("HTTP/1.1 200 "))
            }
            await connections.changes.wait { metrics.openConnections <= 8 }
            #expect(idle.count(where: \.isClosed) >= 32)
            withExtendedLifetime(idle) {}
        }
    }

    @Test func `a connection with a request in progress is not closed for another`() async throws {
        try await TestDaemon.with({
            $0.limits.connections = 2
            $0.limits.connectionsForOwner = 1
        }) { daemon in
            let body = #"{"identifier":"org.example.late","name":"Late"}"#
            let begin = """
                POST /v1/apps HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\n\
                Content-Length: \(body.utf8.count)\r\n\r\n
                """
            let busy = try await RudeClient(daemon.port)
            let response = try await busy.use { outbound, inbound in
                try await outbound.write(ByteBuffer(string: begin))
                let stays = try RawConnection(port: daemon.port)
                stays.write(Array(begin.utf8))
                // The server may accept a later connection first.
                let (connections, metrics) = (daemon.services.connections, daemon.services.metrics)
                await connections.changes.wait { metrics.openConnections >= 2 }
                // Both have a request in progress; loopback has one more in reserve.
                for _ in 0..<3 {
                    // The daemon notices the end of a connection shortly after the client.
                    await connections.changes.wait { metrics.openConnections <= 2 }
                    let received = try await RudeClient.exchange(
                        daemon.port, ["GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"])
                    #expect(received.hasPrefix("HTTP/1.1 200 "))
                }
                try await outbound.write(ByteBuffer(string: body))
                var received = ""
                while let part = try await inbound.next() { received += String(buffer: part) }
                withExtendedLifetime(stays) {}
                return received
            }
            #expect(response.hasPrefix("HTTP/1.1 "))
            #expect(!response.hasPrefix("HTTP/1.1 503"))
        }
    }

    @Test func `a client that sends no head in time is disconnected long before it counts as idle`() async throws {
        try await TestDaemon.with({ ($0.limits.headSeconds, $0.limits.idleSeconds) = (10, 100_000) }) { daemon in
            for beginning in ["", "GET /healthz HTTP/1.1\r\nHost:"] {
                try await MemoryConnection.with(daemon.daemon) { connection in
                    await connection.send(beginning)
                    await connection.pass(.seconds(9))
                    #expect(connection.isOpen)
                    await connection.pass(.seconds(1))
                    #expect(!connection.isOpen)
                    #expect(await connection.read().isEmpty)
                }
            }
        }
    }

    @Test func `one address has a limited number of connections, except for loopback, where a proxy may be`() throws {
        var limits = HealthDaemon.Limits()
        limits.connections = 10
        limits.connectionsPerAddress = 3
        limits.connectionsForOwner = 2
        let stranger = try SocketAddress(ipAddress: "203.0.113.9", port: 1)
        let other = try SocketAddress(ipAddress: "203.0.113.10", port: 1)
        let owner = try SocketAddress(ipAddress: "198.51.100.1", port: 1)
        let loopback = try SocketAddress(ipAddress: "127.0.0.1", port: 1)

        let registry = ConnectionRegistry(limits, clock: .continuous)
        // Connections with a request in progress stay open.
        var tokens: [Token] = []
        func open(_ address: SocketAddress) -> OpenConnection? {
            let token = Token()
            tokens.append(token)
            let connection = registry.open(ObjectIdentifier(token), ClientAddress(address)) {}
            connection?.beginRequest()
            return connection
        }
        for _ in 0..<3 { #expect(open(stranger) != nil) }
        #expect(open(stranger) == nil)
        for _ in 0..<3 { #expect(open(other) != nil) }
        for _ in 0..<4 { #expect(open(loopback) != nil) }
        // All connections are in use and busy.
        #expect(open(owner) == nil)
        registry.noteOwner(at: ClientAddress(owner))
        #expect(open(owner) != nil)
        #expect(open(loopback) != nil)
        #expect(open(owner) == nil && open(loopback) == nil)
        registry.stop()
        #expect(open(owner) == nil)
    }

    // An object of which only the identity is used.
    private final class Token {}
}
