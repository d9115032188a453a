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

/// Tests of what an app sees and changes of its webhooks: attempts, pauses, secrets, pings and replays.
@Suite(.timeLimit(.usual)) struct WebhookStateTests {
    private static let steps = HKQuantityType(.stepCount)
    private static let retries = [Duration.seconds(7), .seconds(11)]

    /// A daemon with a webhook whose host is approved.
    private struct World: Sendable {
        let daemon: TestDaemon
        let token: String
        let receiver: Receiver
        let clock: ManualClock
        let dates: SetClock
        let path: String
        let secret: String

        func save() throws {
            let access = AppAccess(
                database: daemon.database, app: AppIdentity(identifier: TestDaemon.identifier("writer"), name: "Other"))
            let start = Date(timeIntervalSince1970: 1_700_000_000)
            try access.save([
                HKQuantitySample(
                    type: steps, quantity: HKQuantity(unit: .count(), doubleValue: 60), start: start, end: start)
            ])
        }

        func post(_ end: String) async throws -> TestDaemon.Response {
            try await daemon.send("POST", path + end, token: token)
        }

        func shown() async throws -> JSONReader {
            let response = try await daemon.send("GET", "/v1/webhooks", token: token)
            return try response.json.required("webhooks").array()[0]
        }

        func deliveries() async throws -> [JSONReader] {
            let response = try await daemon.send("GET", path + "/deliveries", token: token)
            return try response.json.required("deliveries").array()
        }

        func wait(_ condition: @escaping @Sendable (Webhook) throws -> Bool) async throws {
            let database = daemon.database
            try await daemon.services.webhooks.changes.wait { try condition(database.webhooks.all()[0]) }
        }
    }

    private static func with(_ body: @Sendable (World) async throws -> Void) async throws {
        let (dates, clock) = (SetClock(), ManualClock())
        try await Receiver.with { receiver, url in
            try await TestDaemon.with({
                $0.clock = { dates.now }
                $0.steadyClock = clock
                $0.webhookPolicy.retries = retries
                $0.webhookPolicy.responseTime = Receiver.patience
            }) { daemon in
                let token = try daemon.app("reader")
                try daemon.allow("reader", read: [steps])
                try daemon.allow("writer", share: [steps])
                let added = try await daemon.send(
                    "POST", "/v1/webhooks", token: token,
                    json: .object([
                        ("url", .string(url)), ("types", .array([.string(steps.identifier)])),
                        ("frequency", .string("immediate")),
                    ]))
                for host in try daemon.database.webhooks.hosts() {
                    try daemon.database.webhooks.decide(
                        .approved, about: host.host, of: host.app.identifier, isLocal: true, at: Date())
                }
                let id = try added.json.required("webhook").required("id").string()
                try await body(
                    World(
                        daemon: daemon, token: token, receiver: receiver, clock: clock, dates: dates,
                        path: "/v1/webhooks/\(id)", secret: try added.json.required("secret").string()))
            }
        }
    }

    @Test func theUsualPausesLastThreeDays() {
        let pauses = WebhookPolicy().retries
        #expect(pauses == pauses.sorted() && pauses.first == .seconds(30))
        let all = pauses.reduce(.zero, +)
        #expect(all >= .seconds(72 * 3600) && all < .seconds(74 * 3600))
    }

    @Test func failedAttemptsAreShownAndAStoppedWebhookResumesWithItsSecret() async throws {
        try await Self.with { world in
            world.receiver.respond(503)
            try world.save()
            try await world.wait { $0.failures == 1 }
            let failed = try await world.shown()
            #expect(try failed.required("state").string() == "active")
            #expect(try failed.required("attempts").integer() == 1)
            #expect(try failed.required("lastError").string() == "The receiver answered 503.")
            #expect(
                try failed.required("nextAttempt").date().timeIntervalSince(failed.required("lastAttempt").date()) == 7)
            for pause in Self.retries {
                await world.clock.waitForSleeper(of: pause)
                world.clock.advance(by: pause)
            }
            try await world.wait { $0.failures >= 3 }
            let stopped = try await world.shown()
            #expect(try stopped.required("state").string() == "stopped" && stopped.optional("nextAttempt") == nil)
            let first = try #require(try await world.deliveries().first)
            #expect(try first.required("state").string() == "failed" && first.required("attempts").integer() == 3)
            world.receiver.respond(204)
            #expect(try await world.post("/resume").status == 204)
            try await world.wait { $0.delivered != nil }
            #expect(world.receiver.deliveries.count == 4)
            let active = try await world.shown()
            #expect(try active.required("state").string() == "active" && active.required("attempts").integer() == 0)
            #expect(try active.optional("lastError") == nil)
            #expect(Self.isSigned(world.receiver.deliveries[3], with: world.secret, at: 0))
        }
    }

    @Test func aPausedWebhookReceivesOnlyPings() async throws {
        try await Self.with { world in
            #expect(try await world.post("/pause").status == 204)
            #expect(try await world.shown().required("state").string() == "paused")
            try world.save()
            let ping = try await world.post("/ping")
            #expect(ping.status == 200)
            #expect(try ping.json.required("state").string() == "waiting")
            await world.receiver.wait(for: 1)
            #expect(world.receiver.deliveries[0].json["type"]?.string == "health.ping")
            #expect(try await world.post("/resume").status == 204)
            await world.receiver.wait(for: 2)
            #expect(world.receiver.deliveries[1].types == [Self.steps.identifier])
        }
    }

    @Test func bothSecretsSignUntilTheOldOneEnds() async throws {
        try await Self.with { world in
            let response = try await world.post("/secret")
            let new = try response.json.required("secret").string()
            #expect(response.status == 200 && new != world.secret)
            try world.save()
            await world.receiver.wait(for: 1)
            #expect(Self.isSigned(world.receiver.deliveries[0], with: new, at: 0))
            #expect(Self.isSigned(world.receiver.deliveries[0], with: world.secret, at: 1))
            try await world.wait { $0.delivered != nil }
            world.dates.move(seconds: 86_401)
            _ = try await world.post("/ping")
            await world.receiver.wait(for: 2)
            #expect(Self.isSigned(world.receiver.deliveries[1], with: new, at: 0))
            #expect(world.receiver.deliveries[1].headers["webhook-signature"]?.contains(" ") == false)
        }
    }

    @Test func aDeliveryIsSentAgainOnRequest() async throws {
        try await Self.with { world in
            try world.save()
            try await world.wait { $0.delivered != nil }
            let sent = try #require(try await world.deliveries().first)
            #expect(try sent.required("state").string() == "acknowledged")
            let id = try sent.required("id").integer()
            let replay = try await world.post("/deliveries/\(id)/replay")
            #expect(replay.status == 200, "\(replay.text)")
            await world.receiver.wait(for: 2)
            let both = world.receiver.deliveries
            #expect(both[0].body == both[1].body && both[0].headers["webhook-id"] == both[1].headers["webhook-id"])
            #expect(try await world.post("/deliveries/999/replay").status == 404)
            #expect(try await world.post("/deliveries/x/replay").status == 404)
        }
    }

    @Test func identifiersOfDeliveriesDoNotCountThoseOfOtherApps() async throws {
        try await Self.with { world in
            for _ in 0..<3 { #expect(try await world.post("/ping").status == 200) }
            let database = world.daemon.database
            let webhook = try #require(try database.webhooks.all().first)
            let numbers = try database.webhooks.deliveries(of: webhook.id).map(\.id)
            let shown = try await world.deliveries().map { try $0.required("id").integer() }
            let seal = try AppAccess(database: database, app: webhook.app).seal()
            #expect(shown == numbers.map { seal.deliveryNumber($0, of: webhook.id) } && Set(shown).count == 3)
            // The webhook that replaces one whose deliveries were removed has other identifiers.
            #expect(Set(shown).isDisjoint(with: numbers.map { seal.deliveryNumber($0, of: UUID()) }))
            #expect(shown.allSatisfy { $0 > 0 && $0 < 1 << 53 })
            #expect(try await world.post("/deliveries/\(numbers[0])/replay").status == 404)
        }
    }

    @Test func webhooksOfOtherAppsDoNotExist() async throws {
        try await Self.with { world in
            let other = try world.daemon.app("other")
            for end in ["/pause", "/resume", "/ping", "/secret", "/deliveries/1/replay"] {
                #expect(try await world.daemon.send("POST", world.path + end, token: other).status == 404, "\(end)")
            }
            #expect(try await world.daemon.send("GET", world.path + "/deliveries", token: other).status == 404)
        }
    }

    /// Returns whether a signature of a delivery is made with a secret.
    private static func isSigned(_ delivery: Receiver.Delivery, with secret: String, at index: Int) -> Bool {
        let signatures = (delivery.headers["webhook-signature"] ?? "").split(separator: " ")
        let (id, time) = (delivery.headers["webhook-id"] ?? "", delivery.headers["webhook-timestamp"] ?? "")
        guard signatures.indices.contains(index), let key = Data(base64Encoded: String(secret.dropFirst(6))) else {
            return false
        }
        let mac = HMAC<SHA256>.authenticationCode(
            for: Data("\(id).\(time).\(delivery.body)".utf8), using: SymmetricKey(data: key))
        return signatures[index] == "v1," + Data(mac).base64EncodedString()
    }
}
