// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthAPI
import OpenHealthTestBasics
@testable import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import TestTimeLimits
import Testing

@testable import OpenHealthServer
@testable import OpenHealthStore

/// Tests of apps that keep the store as busy as possible, over separate sockets.
@Suite(.timeLimit(.slow)) struct BusyStoreTests {
    private static let steps = HKQuantityType(.stepCount)
    private static let patient: @Sendable (inout HealthDaemon.Configuration) -> Void = {
        $0.limits.querySeconds = 100_000
        $0.limits.changeSeconds = 100_000
    }

    /// Replaces the table of samples with a view whose reads never finish. The sums prevent SQLite from substituting the values
    /// of a query for the column, which would show that there is no row.
    private static func slowDown(_ daemon: OwnedDaemon) throws {
        try daemon.database.write { db in
            try db.execute(
                sql: """
                    ALTER TABLE sample RENAME TO real_sample;
                    CREATE VIEW sample (type, start, id, end, value, provenance, metadata, lag, ordinal) AS
                    WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n)
                    SELECT x + 0, x + 0, x + 0, NULL, 1, x * 0 + 1, NULL, NULL, 0 FROM n WHERE x < 0;
                    """)
        }
    }

    /// Registers apps that can save and read steps, and returns their tokens.
    private static func apps(_ count: Int, _ daemon: OwnedDaemon) throws -> [String] {
        try (0..<count).map { number in
            let identity = AppIdentity(identifier: "org.example.busy\(number)", name: "Busy \(number)")
            let token = try daemon.services.apps.register(trusted: identity)
            try daemon.database.apps.setPermission(
                share: .authorized, read: .authorized, app: identity.identifier, types: [steps.identifier])
            let access = AppAccess(database: daemon.database, app: identity)
            let date = Date(timeIntervalSince1970: 1_700_000_000)
            try access.save([
                HKQuantitySample(
                    type: steps, quantity: HKQuantity(unit: .count(), doubleValue: 1), start: date, end: date)
            ])
            return token
        }
    }

    private static func get(_ path: String, _ token: String) -> [UInt8] {
        Array("GET \(path) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(token)\r\n\r\n".utf8)
    }

    private static func post(_ path: String, _ token: String, _ body: String) -> [UInt8] {
        Array(
            """
            POST \(path) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(token)\r\n\
            Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)
            """.utf8)
    }

    /// Returns requests that read samples in every possible way.
    private static func requests(_ token: String) -> [[UInt8]] {
        let query = #"{"parts":[{"type":"stepCount","predicate":"metadata.note MATCHES 'a+'"}]}"#
        return [
            get("/v1/samples?type=stepCount", token),
            post("/v1/samples/query", token, query),
            post("/v1/samples/queries", token, #"{"queries":[\#(query),\#(query)]}"#),
            post("/v1/samples/delete", token, #"{"type":"stepCount","predicate":"metadata.note == 'a'"}"#),
            get("/fhir/Observation", token),
        ]
    }

    /// Opens a connection for each request of each app, and waits until the daemon processes some requests of every app.
    private static func keepBusy(_ daemon: OwnedDaemon, _ tokens: [String]) async throws -> [RawConnection] {
        let port = try #require(URL(string: daemon.url)?.port)
        let connections = try tokens.flatMap(requests).map { request in
            let connection = try RawConnection(port: port)
            connection.write(request)
            return connection
        }
        let reading = daemon.services.access.apps.reading
        await reading.changes.wait { reading.count >= tokens.count * 3 }
        return connections
    }

    @Test
    func `the owner's pages respond during endless queries of apps, which end when the apps disconnect`()
        async throws
    {
        try await OwnedDaemon.with(Self.patient) { daemon in
            let tokens = try Self.apps(6, daemon)
            try Self.slowDown(daemon)
            let connections = try await Self.keepBusy(daemon, tokens)
            let owner = try await daemon.signIn()
            for path in ["/owner/apps", "/owner/requests", "/v1/owner/apps", "/v1/owner/session", "/readyz"] {
                #expect(try await daemon.send("GET", path, as: .owner(owner)).status == 200, "\(path)")
            }
            #expect(daemon.services.access.callsOfApps >= tokens.count * 3)
            withExtendedLifetime(connections) {}
        }
    }

    @Test func `the queries of a client end when it disconnects`() async throws {
        try await OwnedDaemon.with(Self.patient) { daemon in
            let tokens = try Self.apps(2, daemon)
            try Self.slowDown(daemon)
            var connections = try await Self.keepBusy(daemon, tokens)
            #expect(!connections.isEmpty)
            connections = []
            for pool in [daemon.services.access.apps.reading, daemon.services.access.apps.writing] {
                await pool.changes.wait { pool.count == 0 }
            }
        }
    }

    @Test func `a client that closes its sending side still gets a prompt response`() async throws {
        try await OwnedDaemon.with({ $0.limits.closedSeconds = 300 }) { daemon in
            let tokens = try Self.apps(1, daemon)
            let response = try await daemon.raw(Self.get("/v1/samples?type=stepCount", tokens[0]))
            #expect(response.hasPrefix("HTTP/1.1 200 "))
        }
    }

    @Test func `a query that takes too long gets 503, and the connection stays open`() async throws {
        let clock = ManualClock()
        try await OwnedDaemon.with {
            $0.steadyClock = clock
            $0.limits.querySeconds = 30
            $0.limits.changeSeconds = 30
        } _: { daemon in
            let tokens = try Self.apps(1, daemon)
            try Self.slowDown(daemon)
            // The time limit of each use of the store passes as soon as it has begun.
            let passing = [daemon.services.access.apps.reading, daemon.services.access.apps.writing].map { pool in
                Task {
                    for await _ in pool.changes where pool.count > 0 { clock.advance(by: .seconds(30)) }
                }
            }
            for path in ["/v1/samples?type=stepCount", "/fhir/Observation"] {
                let response = try await daemon.send("GET", path, as: .app(tokens[0]))
                #expect(response.status == 503, "\(path)")
                #expect(response.text.contains("exceeded its time limit"), "\(response.text)")
                #expect(response.text.contains("equest a shorter time interval"), "\(response.text)")
            }
            let body = #"{"type":"stepCount"}"#
            let response = try await daemon.send("POST", "/v1/samples/delete", as: .app(tokens[0]), json: body)
            #expect(response.status == 503, "\(response.text)")
            #expect(response.text.contains("end fewer records or documents at once"), "\(response.text)")
            #expect(!response.text.contains("interval"), "\(response.text)")
            for task in passing {
                task.cancel()
                await task.value
            }
            #expect(try await daemon.send("GET", "/v1/app", as: .app(tokens[0])).status == 200)
        }
    }

    @Test func `one app uses a few threads, and its excess requests get 503`() async throws {
        try await OwnedDaemon.with {
            Self.patient(&$0)
            $0.limits.waitingRequestsPerApp = 4
        } _: { daemon in
            let tokens = try Self.apps(1, daemon)
            try Self.slowDown(daemon)
            let port = try #require(URL(string: daemon.url)?.port)
            let request = Self.get("/v1/samples?type=stepCount", tokens[0])
            let connections = try (0..<7).map { _ in
                let connection = try RawConnection(port: port)
                connection.write(request)
                return connection
            }
            // Three requests read, and four wait.
            let reads = daemon.services.access.reads
            await reads.changes.wait { reads.waiting >= 4 }
            let response = try await daemon.send("GET", "/v1/samples?type=stepCount&limit=1", as: .app(tokens[0]))
            #expect(response.status == 503 && response.header("Retry-After") != nil)
            let reading = daemon.services.access.apps.reading
            await reading.changes.wait { reading.count == 3 }
            withExtendedLifetime(connections) {}
        }
    }
}
