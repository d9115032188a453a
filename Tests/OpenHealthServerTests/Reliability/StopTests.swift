// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import NIOCore
import NIOPosix
import ProcessTestSupport
import TestTimeLimits
import Testing

@Suite("Stopping a server", .timeLimit(.usual))
struct StopTests {
    private static let body = #"{"identifier":"org.example.late","name":"Late"}"#
    private static let head = """
        POST /v1/apps HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
        Content-Length: \(body.utf8.count)\r\n\r\n
        """

    /// Waits until the daemon has begun to stop.
    private static func stopping(_ daemon: ServingProcess) async throws {
        let isStopping: Bool? = try await poll(every: .milliseconds(5)) {
            daemon.logged.contains(#""message":"stopping""#) ? true : nil
        }
        try #require(isStopping == true)
    }

    @Test("the current request is answered, new connections are refused, and the exit is orderly")
    func graceful() async throws {
        let store = try ServedStore()
        let daemon = try await store.serve("--stop-seconds", "3600")
        try store.run("apps", "open-registration", "on", "--store", store.store.path)
        let received = try await RudeClient(daemon.port).use { outbound, inbound in
            try await outbound.write(ByteBuffer(string: Self.head + String(Self.body.prefix(10))))
            // The response to another request shows that the first one has arrived.
            _ = try await daemon.send("GET", "/healthz")
            daemon.signal(SIGTERM)
            // The daemon waits for the rest.
            try await outbound.write(ByteBuffer(string: String(Self.body.dropFirst(10))))
            var received = ""
            while let part = try await inbound.next() { received += String(buffer: part) }
            return received
        }
        #expect(received.hasPrefix("HTTP/1.1 201 "))
        #expect(received.lowercased().contains("connection: close"))
        #expect(await daemon.end() == 0)
        await #expect(throws: (any Error).self) { try await RudeClient(daemon.port).use { _, _ in } }
        #expect(daemon.logged.contains(#""message":"stopped""#))
    }

    @Test("a second signal ends it at once", arguments: [SIGTERM, SIGINT])
    func twice(_ signal: Int32) async throws {
        let daemon = try await ServedStore().serve()
        try await RudeClient(daemon.port).use { outbound, _ in
            try await outbound.write(ByteBuffer(string: Self.head))
            _ = try await daemon.send("GET", "/healthz")
            daemon.signal(signal)
            try await Self.stopping(daemon)
            daemon.signal(signal)
            #expect(await daemon.end() == 128 + signal)
        }
    }

    @Test("a stop during an endless upload waits its time and stores none of it")
    func upload() async throws {
        let store = try ServedStore()
        let (daemon, token) = try await store.prepare("--stop-seconds", "1")
        let samples = JSONValue.object([("samples", .array((0..<100).map { WriteLoad.sample($0) }))]).text
        let head = """
            POST /v1/samples HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(token)\r\n\
            Content-Type: application/json\r\nContent-Length: \(samples.utf8.count)\r\n\r\n
            """
        try await RudeClient(daemon.port).use { outbound, _ in
            try await outbound.write(ByteBuffer(string: head + String(samples.dropLast(5))))
            _ = try await daemon.send("GET", "/healthz")
            daemon.signal(SIGTERM)
            #expect(await daemon.end() == 0)
        }
        #expect(try store.run("check", "--store", store.store.path).status == 0)
        let next = try await store.serve()
        #expect(try await WriteLoad.numbers(next, token: token).isEmpty)
    }

    @Test(
        "it ends while other clients connect, send nothing, or have been answered",
        arguments: [false, true])
    func connecting(_ hasTLS: Bool) async throws {
        let store = try ServedStore()
        let options = ["--stop-seconds", "3600"]
        let daemon = try await (hasTLS ? store.serveTLS(options) : store.serve(options))
        // Some clients send nothing, some start a TLS handshake without finishing it, and some have received a response.
        let silent = try (0..<20).map { _ in try RawConnection(port: daemon.port) }
        let halfOpen = try (0..<20).map { _ in
            let connection = try RawConnection(port: daemon.port)
            connection.write([0x16, 0x03, 0x01, 0x01, 0x00, 0x01, 0x00])
            return connection
        }
        let answered = try (0..<20).map { _ in
            let connection = try RawConnection(port: daemon.port)
            connection.write(Array("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8))
            return connection
        }
        let knockers = (0..<2).map { _ in Knocker(port: daemon.port) }
        for knocker in knockers { await knocker.waitForConnections(50) }
        daemon.signal(SIGTERM)
        #expect(await daemon.end() == 0)
        for knocker in knockers { knocker.end() }
        withExtendedLifetime((silent, halfOpen, answered)) {}
        #expect(!daemon.logged.contains("not answered in time"))
        #expect(daemon.logged.contains(#""message":"stopped""#))
    }

    @Test("a change stream ends with an event for it")
    func stream() async throws {
        let store = try ServedStore()
        let (daemon, token) = try await store.prepare()
        let request = """
            GET /v1/changes?type=stepCount HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(token)\r\n\r\n
            """
        let received = try await RudeClient(daemon.port).use { outbound, inbound in
            try await outbound.write(ByteBuffer(string: request))
            var received = ""
            var isTold = false
            // A server that closes the stream by itself fails the test and must end, too.
            defer { if !isTold { daemon.signal(SIGTERM) } }
            while let part = try await inbound.next() {
                received += String(buffer: part)
                // A second signal would end the daemon immediately.
                guard !isTold, received.contains("event: place") else { continue }
                isTold = true
                daemon.signal(SIGTERM)
            }
            return received
        }
        #expect(received.contains("event: end"))
        // The chunked body is complete.
        #expect(received.hasSuffix("0\r\n\r\n"))
        #expect(await daemon.end() == 0)
    }
}
