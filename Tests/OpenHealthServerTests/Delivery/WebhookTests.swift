// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import OpenHealthTestBasics
import TestTimeLimits
import Testing

@testable import OpenHealthServer

@Suite("Webhooks", .timeLimit(.usual))
struct WebhookTests {
    private static let steps = HKQuantityType(.stepCount)
    private static let heart = HKQuantityType(.heartRate)

    private static func save(_ daemon: TestDaemon, _ type: HKQuantityType, _ unit: HKUnit, app: String) throws {
        let access = AppAccess(database: daemon.database, app: AppIdentity(identifier: app, name: "Other"))
        let start = Date(timeIntervalSince1970: 1_700_000_000)
        try access.save([
            HKQuantitySample(type: type, quantity: HKQuantity(unit: unit, doubleValue: 60), start: start, end: start)
        ])
    }

    private static func body(_ url: String, _ types: [HKSampleType] = [steps]) -> JSONValue {
        .object([
            ("url", .string(url)), ("types", .array(types.map { .string($0.identifier) })),
            ("frequency", .string("immediate")),
        ])
    }

    /// Approves the receivers that wait for the owner, including those on this machine.
    private static func approve(_ daemon: TestDaemon) throws {
        // Another decision about a host would begin its deliveries again.
        for host in try daemon.database.webhooks.hosts() where host.decision == .waiting {
            try daemon.database.webhooks.decide(
                .approved, about: host.host, of: host.app.identifier, isLocal: true, at: Date())
        }
    }

    /// The delays before the second and the third attempt, for which nothing else in a daemon waits.
    private static let retries = [Duration.seconds(7), .seconds(11)]

    /// Runs a daemon with stopped clocks, an app that reads steps, and one that saves steps and heart rates.
    private static func with(
        dates: SetClock = SetClock(), clock: ManualClock = ManualClock(),
        _ body: @Sendable (TestDaemon, String, Receiver, String) async throws -> Void
    ) async throws {
        try await Receiver.with { receiver, url in
            try await TestDaemon.with({
                $0.clock = { dates.now }
                $0.steadyClock = clock
                $0.webhookPolicy.retries = retries
                $0.webhookPolicy.responseTime = Receiver.patience
            }) { daemon in
                let token = try daemon.app("reader")
                try daemon.allow("reader", read: [steps])
                try daemon.deny("reader", [heart])
                try daemon.allow("writer", share: [steps, heart])
                try await body(daemon, token, receiver, url)
            }
        }
    }

    /// Registers another receiver of steps, makes changes, and waits until all deliveries are complete that are due after them.
    private static func afterAnotherDelivery(
        _ daemon: TestDaemon, _ token: String, _ change: @Sendable () throws -> Void
    ) async throws {
        try await Receiver.with { receiver, url in
            let added = try await daemon.send("POST", "/v1/webhooks", token: token, json: body(url))
            #expect(added.status == 201, "\(added.text)")
            let addedId = try added.json.required("webhook").required("id").string()
            #expect(added.header("Location") == "/v1/webhooks/\(addedId)")
            try approve(daemon)
            try change()
            // One check finds the deliveries to all receivers.
            try await daemon.services.webhooks.changes.wait {
                try daemon.database.webhooks.all().first { $0.url == url }?.anchor == daemon.database.latestChange()
            }
            await daemon.services.webhooks.deliveries.settled()
        }
    }

    @Test("a delivery names the type but no data, signed with the secret shown once")
    func told() async throws {
        try await Self.with { daemon, token, receiver, url in
            let added = try await daemon.send("POST", "/v1/webhooks", token: token, json: Self.body(url + "/a"))
            #expect(added.status == 201)
            try Self.approve(daemon)
            let secret = try added.json.required("secret").string()
            let listed = try await daemon.send("GET", "/v1/webhooks", token: token)
            #expect(!listed.text.contains("whsec_"))
            try Self.save(daemon, Self.steps, .count(), app: TestDaemon.identifier("writer"))
            await receiver.wait(for: 1)
            let delivery = receiver.deliveries[0]
            #expect(delivery.types == [Self.steps.identifier])
            // Without other fields than these, a delivery cannot contain a value.
            let sent = try #require(delivery.json["timestamp"]?.string)
            #expect(APIDate.date(sent) != nil)
            let anchorText = try #require(delivery.json["data"]?["anchor"]?.string)
            #expect(
                delivery.json
                    == .object([
                        ("type", .string("health.changed")), ("timestamp", .string(sent)),
                        (
                            "data",
                            .object([
                                ("types", .array([.string(Self.steps.identifier)])), ("anchor", .string(anchorText)),
                            ])
                        ),
                    ]))
            let (id, time) = (delivery.headers["webhook-id"] ?? "", delivery.headers["webhook-timestamp"] ?? "")
            let key = SymmetricKey(data: try #require(Data(base64Encoded: String(secret.dropFirst(6)))))
            let mac = HMAC<SHA256>.authenticationCode(for: Data("\(id).\(time).\(delivery.body)".utf8), using: key)
            #expect(delivery.headers["webhook-signature"] == "v1," + Data(mac).base64EncodedString())
            // The anchor is that of the latest change.
            let anchor = try await daemon.send("GET", "/v1/changes/latest", token: token)
            #expect(try delivery.json["data"]?["anchor"]?.string == anchor.json.required("anchor").string())
        }
    }

    @Test("invisible changes are not delivered")
    func denied() async throws {
        try await Self.with { daemon, token, receiver, url in
            _ = try await daemon.send(
                "POST", "/v1/webhooks", token: token, json: Self.body(url, [Self.steps, Self.heart]))
            try Self.approve(daemon)
            try Self.save(daemon, Self.heart, HKUnit(from: "count/min"), app: TestDaemon.identifier("writer"))
            try Self.save(daemon, Self.steps, .count(), app: TestDaemon.identifier("writer"))
            await receiver.wait(for: 1)
            try await daemon.services.webhooks.changes.wait {
                try daemon.database.webhooks.all()[0].anchor >= daemon.database.latestChange()
            }
            #expect(receiver.deliveries.allSatisfy { $0.types == [Self.steps.identifier] })
        }
    }

    @Test(
        "after three unacknowledged deliveries there are none until the app registers again",
        arguments: [500, 302])
    func stopped(_ status: Int) async throws {
        let clock = ManualClock()
        try await Self.with(clock: clock) { daemon, token, receiver, url in
            receiver.respond(status)
            let first = try await daemon.send("POST", "/v1/webhooks", token: token, json: Self.body(url))
            try Self.approve(daemon)
            try Self.save(daemon, Self.steps, .count(), app: TestDaemon.identifier("writer"))
            for pause in Self.retries {
                await clock.waitForSleeper(of: pause)
                clock.advance(by: pause)
            }
            try await daemon.services.webhooks.changes.wait { try daemon.database.webhooks.all()[0].failures >= 3 }
            #expect(receiver.deliveries.count == 3)
            #expect(Set(receiver.deliveries.map { $0.headers["webhook-id"] }).count == 1)
            #expect(Set(receiver.deliveries.map(\.body)).count == 1)
            // Later changes are not delivered either.
            try await Self.afterAnotherDelivery(daemon, token) {
                try Self.save(daemon, Self.steps, .count(), app: TestDaemon.identifier("writer"))
            }
            #expect(receiver.deliveries.count == 3)
            receiver.respond(200)
            let again = try await daemon.send("POST", "/v1/webhooks", token: token, json: Self.body(url))
            #expect(again.status == 200)
            #expect(try again.json.required("secret").string() != first.json.required("secret").string())
            await receiver.wait(for: 4)
            try await daemon.services.webhooks.changes.wait {
                try daemon.database.webhooks.all().first { $0.url == url }?.anchor ?? 0 > 0
            }
            #expect(try daemon.database.webhooks.all().map(\.failures) == [0, 0])
        }
    }

    @Test("a receiver that answers 410 is stopped after that attempt")
    func gone() async throws {
        try await Self.with { daemon, token, receiver, url in
            receiver.respond(410)
            _ = try await daemon.send("POST", "/v1/webhooks", token: token, json: Self.body(url))
            try Self.approve(daemon)
            try Self.save(daemon, Self.steps, .count(), app: TestDaemon.identifier("writer"))
            try await daemon.services.webhooks.changes.wait { try daemon.database.webhooks.all()[0].failures > 0 }
            let listed = try await daemon.send("GET", "/v1/webhooks", token: token).json
            let webhook = try #require(try listed.required("webhooks").array().first)
            #expect(try webhook.required("attempts").integer() == 1)
            #expect(try webhook.required("state").string() == "stopped")
            #expect(receiver.deliveries.count == 1)
        }
    }

    @Test("unacknowledged changes are delivered by the next server")
    func restarted() async throws {
        try await Receiver.with { receiver, url in
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("hooks-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: folder) }
            receiver.respond(503)
            try await TestDaemon.with({
                $0.store = folder.appendingPathComponent("health.db")
                $0.webhookPolicy.retries = [.seconds(3600), .seconds(3600)]
                $0.webhookPolicy.responseTime = Receiver.patience
            }) { daemon in
                let token = try daemon.app("reader")
                try daemon.allow("reader", read: [Self.steps])
                try daemon.allow("writer", share: [Self.steps])
                _ = try await daemon.send("POST", "/v1/webhooks", token: token, json: Self.body(url))
                try Self.approve(daemon)
                try Self.save(daemon, Self.steps, .count(), app: TestDaemon.identifier("writer"))
                try await daemon.services.webhooks.changes.wait { try daemon.database.webhooks.all()[0].failures >= 1 }
            }
            receiver.respond(200)
            try await TestDaemon.with({
                $0.store = folder.appendingPathComponent("health.db")
                $0.webhookPolicy.responseTime = Receiver.patience
            }) { daemon in
                try await daemon.services.webhooks.changes.wait { try daemon.database.webhooks.all()[0].anchor > 0 }
            }
            #expect(receiver.deliveries.count == 2)
            #expect(Set(receiver.deliveries.map { $0.headers["webhook-id"] }).count == 1)
        }
    }

    @Test("the frequency limits deliveries")
    func frequency() async throws {
        let (dates, clock) = (SetClock(), ManualClock())
        try await Self.with(dates: dates, clock: clock) { daemon, token, receiver, url in
            var hourly = Self.body(url)
            if case .object(var entries) = hourly {
                entries[2].value = .string("hourly")
                hourly = .object(entries)
            }
            _ = try await daemon.send("POST", "/v1/webhooks", token: token, json: hourly)
            try Self.approve(daemon)
            try Self.save(daemon, Self.steps, .count(), app: TestDaemon.identifier("writer"))
            await receiver.wait(for: 1)
            try await Self.afterAnotherDelivery(daemon, token) {
                for _ in 0..<4 {
                    try Self.save(daemon, Self.steps, .count(), app: TestDaemon.identifier("writer"))
                }
            }
            #expect(receiver.deliveries.count == 1)
            // The clock of dates is looked at once a minute.
            await clock.waitForSleeper(of: .seconds(60))
            dates.move(seconds: 3600)
            clock.advance(by: .seconds(60))
            await receiver.wait(for: 2)
        }
    }

    @Test(
        "addresses: https, or http to this machine, without user and fragment",
        arguments: [
            ("https://example.org/x?y=1", 201), ("https://192.168.1.5/x", 201), ("http://localhost:9/", 201),
            ("http://127.0.0.1:9/", 201), ("http://[::1]:9/", 201), ("http://example.org/", 422),
            ("http://127.0.0.1.example.org/", 422), ("http://127.1/", 422), ("ftp://example.org/", 422),
            ("https://user:word@example.org/", 422), ("https://example.org/#x", 422), ("https:///x", 422),
            ("example.org", 422), ("https://example.org/\u{7f}", 422), ("https://exa mple.org/", 422), ("", 422),
            ("http://localhost:9/?x=1", 422), ("https://127.0.0.1/?x=1", 422), ("https://[::1]/?", 422),
            ("https://exa_mple.org:0/", 422), ("https://example.org:70000/", 422), ("javascript:alert(1)", 422),
            ("file:///etc/passwd", 422),
        ])
    func addresses(_ url: String, _ status: Int) async throws {
        try await Self.with { daemon, token, _, _ in
            let response = try await daemon.send("POST", "/v1/webhooks", token: token, json: Self.body(url))
            #expect(response.status == status, "\(response.text)")
        }
    }

    @Test("apps list and remove their own receivers only, have at most sixteen, and need a request first")
    func own() async throws {
        try await Self.with { daemon, token, _, url in
            let other = try daemon.app("other")
            let added = try await daemon.send("POST", "/v1/webhooks", token: token, json: Self.body(url))
            let id = try added.json.required("webhook").required("id").string()
            #expect(try await daemon.send("DELETE", "/v1/webhooks/\(id)", token: other).status == 404)
            #expect(try await daemon.send("GET", "/v1/webhooks", token: other).text == #"{"webhooks":[]}"#)
            #expect(try await daemon.send("POST", "/v1/webhooks", token: other, json: Self.body(url)).status == 403)
            #expect(try await daemon.send("DELETE", "/v1/webhooks/\(id)", token: token).status == 204)
            #expect(try await daemon.send("DELETE", "/v1/webhooks/\(id)", token: token).status == 404)
            for number in 0..<16 {
                let response = try await daemon.send(
                    "POST", "/v1/webhooks", token: token, json: Self.body("\(url)/\(number)"))
                #expect(response.status == 201)
            }
            #expect(try await daemon.send("POST", "/v1/webhooks", token: token, json: Self.body(url)).status == 409)
            #expect(
                try await daemon.send("POST", "/v1/webhooks", token: token, json: Self.body("\(url)/3")).status == 200)
        }
    }
}
