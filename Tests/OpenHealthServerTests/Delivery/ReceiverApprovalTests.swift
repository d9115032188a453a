// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
@testable import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
@testable import OpenHealthStore
import NIOCore
import Synchronization
import TestTimeLimits
import Testing

@testable import OpenHealthServer

/// Tests of the approval of receivers, and of their state as seen by apps.
@Suite(.timeLimit(.usual)) struct ReceiverApprovalTests {
    private static let steps = HKQuantityType(.stepCount)
    private static let app = "org.example.reader"

    /// Runs a daemon with an owner, and an app that can save and read steps.
    private static func with(
        resolve: (@Sendable (String, Int) -> [SocketAddress])? = nil,
        _ body: @Sendable (OwnedDaemon, _ token: String, Receiver, _ port: Int) async throws -> Void
    ) async throws {
        try await Receiver.with { receiver, url in
            try await OwnedDaemon.with {
                $0.webhookPolicy.retries = [.milliseconds(10), .milliseconds(20)]
                $0.webhookPolicy.clockChecks = .milliseconds(10)
                $0.webhookPolicy.responseTime = Receiver.patience
                if let resolve { $0.webhookPolicy.resolve = resolve }
            } _: { daemon in
                let token = try daemon.services.apps.register(
                    trusted: AppIdentity(identifier: app, name: "Reader"))
                try daemon.database.apps.setPermission(
                    share: .authorized, read: .authorized, app: app, types: [steps.identifier])
                try await body(daemon, token, receiver, try #require(URL(string: url)?.port))
            }
        }
    }

    private static func add(_ url: String, _ daemon: OwnedDaemon, _ token: String) async throws {
        let body = #"{"url":"\#(url)","types":["stepCount"],"frequency":"immediate"}"#
        let response = try await daemon.send("POST", "/v1/webhooks", as: .app(token), json: body)
        #expect([200, 201].contains(response.status), "\(response.text)")
    }

    private static func save(_ daemon: OwnedDaemon) throws {
        let access = AppAccess(database: daemon.database, app: AppIdentity(identifier: app, name: "Reader"))
        let date = Date(timeIntervalSince1970: 1_700_000_000)
        try access.save([
            HKQuantitySample(type: steps, quantity: HKQuantity(unit: .count(), doubleValue: 60), start: date, end: date)
        ])
    }

    /// Returns the receivers as seen by the app.
    private static func seen(_ daemon: OwnedDaemon, _ token: String) async throws -> String {
        try await daemon.send("GET", "/v1/webhooks", as: .app(token)).text
    }

    @Test func `nothing is sent before the owner approves, and a refused host looks like a waiting one`() async throws {
        try await Self.with { daemon, token, receiver, port in
            try await Self.add("http://127.0.0.1:\(port)/a", daemon, token)
            let waiting = try await Self.seen(daemon, token)
            #expect(waiting.contains(#""state":"waiting""#))
            let owner = try await daemon.signIn()
            let listed = try await daemon.send("GET", "/v1/owner/receivers", as: .owner(owner))
            #expect(listed.text.contains("127.0.0.1:\(port)") && listed.text.contains(#""decision":"waiting""#))
            let path = "/v1/owner/apps/\(Self.app)/receivers/127.0.0.1%3A\(port)"
            func decide(_ body: String) async throws -> Int {
                try await daemon.send("PUT", path, as: .owner(owner), json: body).status
            }
            #expect(try await decide(#"{"decision":"refused"}"#) == 204)
            #expect(try await Self.seen(daemon, token) == waiting)
            // The receiver is approved, but not for this machine: three attempts fail.
            #expect(try await decide(#"{"decision":"approved"}"#) == 204)
            try Self.save(daemon)
            while try await !Self.seen(daemon, token).contains(#""state":"stopped""#) {
                #expect(try await !Self.seen(daemon, token).contains("failures"))
            }
            #expect(receiver.deliveries.isEmpty)
            #expect(try await decide(#"{"decision":"approved","local":true}"#) == 204)
            await receiver.wait(for: 1)
            #expect(try await decide(#"{"decision":"perhaps"}"#) == 422)
            #expect(try await decide(#"{"decision":"approved","local":1}"#) >= 400)
            let other = try await daemon.send(
                "PUT", "/v1/owner/apps/\(Self.app)/receivers/example.org%3A443", as: .owner(owner),
                json: #"{"decision":"approved"}"#)
            #expect(other.status == 404)
        }
    }

    @Test func `the owner decides on the page in every language`() async throws {
        try await Self.with { daemon, token, receiver, port in
            try await Self.add("http://localhost:\(port)/a", daemon, token)
            let owner = try await daemon.signIn()
            for language in ["en", "en-GB", "de", "es", "fr", "pt", "pt-PT", "ja", "ko", "zh"] {
                let page = try await daemon.send(
                    "GET", "/owner/receivers", as: .owner(owner), headers: [("Accept-Language", language)])
                #expect(page.status == 200 && page.text.contains("localhost:\(port)") && page.text.contains(Self.app))
                #expect(!page.text.contains("receiver_"), "\(language)")
            }
            #expect(try await daemon.send("GET", "/owner/apps", as: .owner(owner)).text.contains("/owner/receivers"))
            try Self.save(daemon)
            let decided = try await daemon.send(
                "POST", "/owner/receivers", as: .owner(owner),
                form: [("app", Self.app), ("host", "localhost:\(port)"), ("decision", "approved"), ("local", "on")])
            #expect(decided.status == 303)
            await receiver.wait(for: 1)
            let missing = try await daemon.send(
                "POST", "/owner/receivers", as: .owner(owner),
                form: [("app", Self.app), ("host", "example.org:443"), ("decision", "approved")])
            #expect(missing.status == 404)
        }
    }

    @Test func `the connection uses the checked address, whatever the name resolves to later`()
        async throws
    {
        let asked = Mutex(0)
        try await Self.with(resolve: { _, port in
            // A second lookup of the name would return another address.
            let count = asked.withLock { count in
                count += 1
                return count
            }
            return (try? [SocketAddress(ipAddress: count == 1 ? "127.0.0.1" : "203.0.113.1", port: port)]) ?? []
        }) { daemon, token, receiver, port in
            // Only the resolver of the daemon knows this name. Plain HTTP is allowed since the address is on this machine.
            try daemon.database.apps.setPermission(
                share: .authorized, read: .authorized, app: Self.app, types: [Self.steps.identifier])
            _ = try daemon.database.webhooks.add(
                AppIdentity(identifier: Self.app, name: "Reader"), url: "http://rebinding.invalid:\(port)/a",
                secret: Data(repeating: 1, count: 32), types: [Self.steps.identifier], frequency: .immediate,
                at: Date(timeIntervalSince1970: 0), most: 16)
            try daemon.database.webhooks.decide(
                .approved, about: "rebinding.invalid:\(port)", of: Self.app, isLocal: true, at: Date())
            try Self.save(daemon)
            await receiver.wait(for: 1)
            #expect(asked.withLock { $0 } == 1)
            #expect(receiver.deliveries[0].headers["host"]?.hasPrefix("rebinding.invalid") == true)
        }
    }

    @Test(
        arguments: [
            ("https://a.example/", ["8.8.8.8"], false, "8.8.8.8"), ("https://a.example/", ["10.0.0.1"], false, nil),
            ("https://a.example/", ["10.0.0.1", "8.8.8.8"], false, "8.8.8.8"),
            ("https://a.example/", ["10.0.0.1"], true, "10.0.0.1"), ("https://a.example/", ["127.0.0.1"], false, nil),
            ("https://a.example/", ["127.0.0.1"], true, "127.0.0.1"),
            ("https://a.example/?q", ["127.0.0.1"], true, nil),
            ("https://a.example/?q", ["8.8.8.8"], false, "8.8.8.8"), ("https://a.example/", ["224.0.0.1"], true, nil),
            ("https://a.example/", ["0.0.0.0"], true, nil), ("http://a.example/", ["8.8.8.8"], true, nil),
            ("http://localhost/", ["127.0.0.1"], true, "127.0.0.1"), ("http://localhost/", ["10.0.0.1"], true, nil),
            ("https://a.example/", ["::ffff:127.0.0.1"], false, nil), ("https://a.example/", [], true, nil),
        ] as [(String, [String], Bool, String?)])
    func `an address is used only where it is permitted`(
        _ url: String, _ found: [String], _ isLocal: Bool, _ wanted: String?
    )
        throws
    {
        let webhook = Webhook(
            id: UUID(), app: AppIdentity(identifier: Self.app, name: "Reader"), url: url, secret: Data(), types: [],
            frequency: .immediate, anchor: 0, delivered: nil, failures: 0, created: Date(), decision: .approved,
            isLocal: isLocal)
        let addresses = try found.map { try SocketAddress(ipAddress: $0, port: 443) }
        let target = try? ReceiverTarget(webhook) { _, _ in addresses }
        #expect(target?.address == wanted)
    }
}
