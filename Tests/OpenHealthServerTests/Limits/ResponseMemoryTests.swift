// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import Synchronization
import TestTimeLimits
import Testing

@testable import OpenHealthServer

/// Tests of the memory limits of responses that have not been sent.
@Suite(.timeLimit(.usual)) struct ResponseMemoryTests {
    private static let steps = HKQuantityType(.stepCount)
    private static let count = 2000

    /// Saves samples whose response is larger than the buffers of the kernel.
    private static func save(_ daemon: TestDaemon, as app: String) throws {
        let access = AppAccess(
            database: daemon.database, app: AppIdentity(identifier: TestDaemon.identifier(app), name: app))
        let note = String(repeating: "x", count: 2000)
        try access.save(
            (0..<count).map { number in
                let date = Date(timeIntervalSince1970: 1_700_000_000 + Double(number))
                return HKQuantitySample(
                    type: steps, quantity: HKQuantity(unit: .count(), doubleValue: 1), start: date, end: date,
                    metadata: ["note": note])
            })
    }

    @Test func `answers of several apps that are larger than expected make others wait`() throws {
        var limits = HealthDaemon.Limits()
        limits.responseBytes = 1000
        let memory = ResponseMemory(limits, clock: .continuous)
        let first = memory.hold(900, for: "first")
        try memory.check()
        var second = memory.hold(101, for: "second")
        let problem = #expect(throws: Problem.self) { try memory.check() }
        #expect(problem?.kind == .unavailable && problem?.retryAfter != nil && second != nil)
        second = nil
        try memory.check()
        withExtendedLifetime(first) {}
    }

    @Test(arguments: ["application/json", "application/x-ndjson"])
    func `answers to clients that read nothing stay within their limit, and do not delay other apps`(_ accept: String)
        async throws
    {
        let limit = 6 << 20
        try await TestDaemon.with({
            $0.limits.responseBytesPerApp = limit
            $0.limits.responseSeconds = 1
            // Connections whose clients read nothing end later than the test, however long it takes.
            $0.limits.idleSeconds = 3600
        }) { daemon in
            let tokens = try ["greedy", "modest"].map { try daemon.app($0) }
            for name in ["greedy", "modest"] { try daemon.allow(name, share: [Self.steps], read: [Self.steps]) }
            try Self.save(daemon, as: "modest")
            let request =
                "GET /v1/samples?type=stepCount&limit=\(Self.count) HTTP/1.1\r\nHost: localhost\r\n"
                + "Authorization: Bearer \(tokens[0])\r\nAccept: \(accept)\r\n\r\n"
            let clients = try (0..<12).map { _ in try RawConnection(port: daemon.port, receiveBuffer: 4096) }
            for client in clients { client.write(Array(request.utf8)) }
            let memory = daemon.services.responses
            for await _ in memory.changes where memory.waiting > 0 { break }
            // A response can exceed the limit by its size, and one for each concurrent read of the app is built at a time.
            let one = Self.count * 2500
            #expect(memory.used <= limit + (daemon.services.configuration.limits.readsPerApp + 1) * one)
            let response = try await daemon.send("GET", "/v1/samples?type=stepCount&limit=10", token: tokens[1])
            #expect(response.status == 200)
            // A request that has waited in vain is answered.
            for await _ in memory.changes where memory.waiting == 0 { break }
            // Whole bodies fill the limit; lines are written in pages, and need not.
            if accept == "application/json" {
                let refused = try await daemon.send("GET", "/v1/samples?type=stepCount&limit=10", token: tokens[0])
                #expect(refused.status == 503 && refused.header("Retry-After") != nil, "\(refused.text.prefix(200))")
            }
            withExtendedLifetime(clients) {}
        }
    }

    @Test func `the memory is free again when the clients have read or closed`() async throws {
        try await TestDaemon.with({ $0.limits.responseBytesPerApp = 6 << 20 }) { daemon in
            let token = try daemon.app("app")
            try daemon.allow("app", share: [Self.steps], read: [Self.steps])
            try Self.save(daemon, as: "app")
            let path = "/v1/samples?type=stepCount&limit=\(Self.count)"
            for _ in 0..<8 {
                let response = try await daemon.send("GET", path, token: token)
                #expect(response.status == 200 && response.bytes.count > Self.count * 2000)
            }
            do {
                let request = "GET \(path) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(token)\r\n\r\n"
                let client = try RawConnection(port: daemon.port, receiveBuffer: 4096)
                client.write(Array(request.utf8))
                _ = client.readBeginning()
                #expect(daemon.services.responses.used > 0)
                withExtendedLifetime(client) {}
            }
            for await _ in daemon.services.responses.changes where daemon.services.responses.used == 0 { break }
        }
    }

    private struct Recorder: ResponseBodyWriter {
        let sizes: Sizes

        mutating func write(_ buffer: ByteBuffer) { sizes.all.withLock { $0.append(buffer.readableBytes) } }

        consuming func finish(_ trailingHeaders: HTTPFields?) {}
    }

    private final class Sizes: Sendable {
        let all = Mutex<[Int]>([])
    }

    @Test func `a response is written in parts and counted as long as it exists`() async throws {
        let memory = ResponseMemory(HealthDaemon.Limits(), clock: .continuous)
        let size = ResponseMemory.part * 5 / 2
        func response() -> Response {
            var response = Response(
                status: .ok, body: ResponseBody(byteBuffer: ByteBuffer(repeating: 1, count: size)))
            memory.send(&response, to: "app", RequestWork())
            return response
        }
        // A response that is never written.
        #expect(response().body.contentLength == size)
        #expect(memory.used == 0)
        var written: Response? = response()
        #expect(memory.used == size)
        let sizes = Sizes()
        try await written?.body.write(Recorder(sizes: sizes))
        written = nil
        #expect(sizes.all.withLock { $0 } == [ResponseMemory.part, ResponseMemory.part, ResponseMemory.part / 2])
        #expect(memory.used == 0)
    }

    @Test func `a request reserves memory once, until it is answered`() async throws {
        let (memory, work) = (ResponseMemory(HealthDaemon.Limits(), clock: .continuous), RequestWork())
        try await memory.expectResponse(to: "app", work)
        let reserved = memory.used
        try await memory.expectResponse(to: "app", work)
        #expect(reserved > 0 && memory.used == reserved)
        work.noteResponded()
        #expect(memory.used == 0)
    }
}
