// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKitRemote
import OpenHealthAccess
import OpenHealthModel
import OpenHealthRemote
import OpenHealthSession
import OpenHealthStore
import OpenHealthKit
import ProcessTestSupport
import RemoteTestSupport
import TestTimeLimits
import Testing

/// Tests of responses that no daemon would send.
@Suite("Hostile answers", .timeLimit(.usual)) struct HostileDaemonTests {
    /// Invalid responses, and the code of the error that a query ends with.
    static let responses: [(name: String, bytes: String, code: HKError.Code)] = [
        ("no JSON", http("{\"samples\": [}"), .unknownError),
        (
            "wrong types", http("{\"anchor\": {\"deep\": [1, 2]}, \"statistics\": 3, \"status\": 7, \"url\": 1}"),
            .unknownError
        ),
        ("nothing", http(""), .unknownError),
        ("a list", http("[]"), .unknownError),
        (
            "a page", "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 13\r\n\r\n<html></html>",
            .unknownError
        ),
        (
            "half a body",
            "HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\nContent-Length: 5000\r\n\r\n{\"sam",
            .errorDatabaseInaccessible
        ),
        ("half a head", "HTTP/1.1 200 OK\r\nContent-Ty", .errorDatabaseInaccessible),
        ("no HTTP", "I am no server\r\n\r\n", .unknownError),
        (
            "elsewhere", "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n",
            .unknownError
        ),
        ("a gateway", "HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n", .errorDatabaseInaccessible),
        ("an error without a problem", "HTTP/1.1 500 Oops\r\nContent-Length: 0\r\n\r\n", .unknownError),
        ("depth", http(String(repeating: "[", count: 100_000)), .unknownError),
        ("invalid text", http("{\"anchor\": \"\u{0}\u{FFFD}\"}"), .unknownError),
        ("a problem", problem("unauthenticated", 401), .errorAuthorizationDenied),
        (
            "a problem of HealthKit", problem("forbidden", 403, ", \"healthKitCode\": 5"),
            .errorAuthorizationNotDetermined
        ),
        ("an unknown code", problem("not-found", 404, ", \"healthKitCode\": 123456"), .errorNoData),
    ]

    private static func http(_ body: String) -> String {
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    private static func problem(_ kind: String, _ status: Int, _ more: String = "") -> String {
        let body =
            "{\"type\": \"urn:openhealthkit:problem:\(kind)\", \"title\": \"t\", \"status\": \(status), "
            + "\"detail\": \"d\"\(more)}"
        return
            "HTTP/1.1 \(status) No\r\nContent-Type: application/problem+json\r\n"
            + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    /// Returns the store of an app whose daemon always sends the same response.
    private func store(_ server: LoopbackServer) -> HKHealthStore {
        var options = RemoteOptions()
        options.unsentFolder = FileManager.default.temporaryDirectory.appending(path: "hostile-\(UUID().uuidString)")
        options.timeLimits = .long
        let configuration = HealthKitSystem.Configuration(
            store: .remote(url: server.url, token: "t", options: options), app: AppIdentity(identifier: "a", name: "a"))
        return HKHealthStore.make(in: HealthContext(configuration))
    }

    @Test(arguments: responses.indices) func everyRequestEndsWithAnError(_ index: Int) async throws {
        let response = Self.responses[index]
        let server = try LoopbackServer { connection in
            guard LoopbackServer.request(connection) != nil else { return }
            // The client must not wait for more on a closed connection.
            let bytes = response.bytes.replacing("Content-Length", with: "Connection: close\r\nContent-Length")
            LoopbackServer.write(connection, Array(bytes.utf8))
        }
        let store = store(server)
        let access = try store.context.access()
        let part = SampleQuery.Part(RemoteWorld.steps)
        let calls: [(any HealthAccess) async throws -> Void] = [
            { _ = try await $0.latestAnchor() }, { _ = try await $0.changes([part], after: nil) },
            { _ = try await $0.statistics(StatisticsQuery(type: RemoteWorld.steps, options: .cumulativeSum)) },
            { _ = try await $0.sources(part) },
            { _ = try await $0.heartbeats(of: UUID(), from: 0, limit: 1) }, { _ = try await $0.voltages(of: UUID()) },
            { _ = try await $0.attachments(of: UUID(), type: RemoteWorld.steps) },
            { _ = try await $0.activitySummaries(.constant(true)) }, { _ = try await $0.medications(.constant(true)) },
            { _ = try await $0.saveNew([RemoteWorld.sample(0)]) },
            { _ = try await $0.samples([SampleQuery([part]), SampleQuery([part])]) },
            { access in
                var pages = access.samplePages(SampleQuery([part]))
                _ = try await pages.next(10)
            },
        ]
        for (number, call) in calls.enumerated() {
            let error = await code { try await call(access) }
            #expect(error == response.code, "\(response.name), question \(number)")
        }
    }

    @Test func anEndlessStreamIsNotRead() async throws {
        let (closed, continuation) = AsyncStream.makeStream(of: Void.self)
        let server = try LoopbackServer { connection in
            guard LoopbackServer.request(connection) != nil else { return }
            LoopbackServer.write(
                connection,
                Array("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n[".utf8))
            let part = [UInt8](repeating: UInt8(ascii: " "), count: 1 << 20)
            while LoopbackServer.write(connection, part) {}
            continuation.finish()
        }
        let access = try store(server).context.access()
        #expect(await code { _ = try await access.latestAnchor() } == .unknownError)
        // The client closes the connection, and does not read on.
        for await _ in closed {}
    }

    @Test func anUnreachableServerIsAnError() async throws {
        let port = try LocalPort.free()
        let url = try #require(URL(string: "http://127.0.0.1:\(port)"))
        let configuration = HealthKitSystem.Configuration(store: .remote(url: url, token: "t"))
        let access = try HealthContext(configuration).access()
        do {
            _ = try await access.latestAnchor()
            Issue.record("there was an answer")
        } catch let error as HKError {
            #expect(error.code == .errorDatabaseInaccessible)
            #expect(error.localizedDescription.contains("127.0.0.1:\(port)"))
        }
    }

    @Test(arguments: [
        "http://example.org", "http://127.example.org", "ftp://127.0.0.1", "http://", "https://a@example.org",
        "http://127.0.0.1/?q=1",
    ])
    func invalidAddressesAreErrors(_ address: String) throws {
        let url = try #require(URL(string: address))
        #expect(throws: HKError.self) {
            try HealthContext(HealthKitSystem.Configuration(store: .remote(url: url, token: "t"))).access()
        }
    }

    @Test(arguments: ["", "to ken", "t\r\nX: y", "t\u{e9}"]) func invalidTokensAreErrors(_ token: String) throws {
        let url = try #require(URL(string: "http://127.0.0.1:1"))
        #expect(throws: HKError.self) {
            try HealthContext(HealthKitSystem.Configuration(store: .remote(url: url, token: token))).access()
        }
    }
}
