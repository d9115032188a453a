// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import TestTimeLimits
import Testing

@testable import OpenHealthServer

@Suite("Routes of apps on phones", .timeLimit(.usual)) struct PhoneRouteTests {
    private static let hourAgo = APIDate.text(Date(timeIntervalSinceNow: -3600))

    private func json(_ text: String) throws -> JSONValue { try #require(JSONValue(text)) }

    private func values(_ daemon: TestDaemon, _ type: HKQuantityTypeIdentifier) throws -> [Double] {
        let quantity = HKQuantityType(type)
        return try daemon.database.samples(SampleRequest(types: [type.rawValue])).compactMap { sample in
            (sample as? HKQuantitySample)?.quantity.doubleValue(for: quantity.canonicalUnit)
        }
    }

    private func connect(_ kind: PhoneApp, _ daemon: TestDaemon, types: [String]? = nil) throws -> PhoneConnection {
        try PhoneConnection.create(kind, server: daemon.url, types: types, in: daemon.database)
    }

    // MARK: HC Webhook

    @Test("A push of HC Webhook is stored once, and refused parts are named")
    func webhook() async throws {
        try await TestDaemon.with { daemon in
            let connection = try connect(.healthConnectWebhook, daemon)
            let path = "/v1/ingest/health-connect-webhook"
            let push = try json(
                """
                {"steps": [{"count": 300, "start_time": "\(Self.hourAgo)", "end_time": "\(Self.hourAgo)"}],
                 "bone_mass": [{"kilograms": 3, "time": "\(Self.hourAgo)"}]}
                """)
            // The app may not read steps, so its responses do not tell whether the store had them.
            for _ in 0..<2 {
                let response = try await daemon.send("POST", path, token: connection.token, json: push)
                #expect(response.status == 207)
                #expect(response.json.value["added"]?.double == 1)
                #expect(response.json.value["known"]?.double == 0)
                #expect(response.json.value["refusals"]?.array?.first?["pointer"]?.string == "/bone_mass")
            }
            #expect(try values(daemon, .stepCount) == [300])
            #expect(try await daemon.send("POST", path, json: push).status == 401)
            let record = try #require(try daemon.database.pushes.all(of: connection.app.identifier).last)
            #expect(record.counts.added == 1 && record.refused == 1)
            let repeated = try #require(try daemon.database.pushes.all(of: connection.app.identifier).first)
            #expect(repeated.counts.added == 0 && repeated.counts.known == 1)
            let wrong = try await daemon.send("POST", path, token: connection.token, json: .string("no object"))
            #expect(wrong.status == 400)
        }
    }

    @Test("A type that the owner has not allowed is refused by name, and the others are stored")
    func consent() async throws {
        try await TestDaemon.with { daemon in
            let steps = HKQuantityTypeIdentifier.stepCount.rawValue
            let connection = try connect(.healthConnectWebhook, daemon, types: [steps])
            let push = try json(
                """
                {"steps": [{"count": 300, "time": "\(Self.hourAgo)"}], "weight": [{"kilograms": 80, "time": "\(Self.hourAgo)"}]}
                """)
            let path = "/v1/ingest/health-connect-webhook"
            let response = try await daemon.send("POST", path, token: connection.token, json: push)
            #expect(response.status == 207)
            #expect(response.json.value["refusals"]?.array?.first?["reason"]?.string?.contains("bodyMass") == true)
            #expect(try values(daemon, .stepCount) == [300])
            #expect(try values(daemon, .bodyMass) == [])
        }
    }

    // MARK: Open Wearables

    @Test("An Open Wearables app registers with the code, pushes, and refreshes its token")
    func openWearables() async throws {
        try await TestDaemon.with { daemon in
            let connection = try connect(.openWearables, daemon)
            let code = try #require(connection.code)
            let redeemed = try await daemon.send(
                "POST", "/api/v1/invitation-code/redeem", json: .object([("code", .string(code.text))]))
            #expect(redeemed.status == 200)
            let token = try #require(redeemed.json.value["access_token"]?.string)
            let user = try #require(redeemed.json.value["user_id"]?.string)
            #expect(UUID(uuidString: user) != nil)
            let again = try await daemon.send(
                "POST", "/api/v1/invitation-code/redeem", json: .object([("code", .string(code.text))]))
            #expect(again.status == 403)

            let (first, second) = (UUID(), UUID())
            func pressure(_ uuid: UUID, _ type: String, _ value: Int) -> String {
                """
                {"id": "\(uuid.uuidString)", "type": "HKQuantityTypeIdentifierBloodPressure\(type)", "startDate": "\(Self.hourAgo)",
                 "endDate": "\(Self.hourAgo)", "value": \(value), "unit": "mmHg", "source": {"name": "Cuff"}}
                """
            }
            let push = try json(
                """
                {"provider": "apple", "data": {"records": [\(pressure(first, "Systolic", 121)), \(pressure(second, "Diastolic", 79)),
                 {"type": "HKQuantityTypeIdentifierOxygenSaturation", "startDate": "\(Self.hourAgo)", "endDate": "\(Self.hourAgo)",
                  "value": 97, "unit": "%"}], "sleep": [], "workouts": []}}
                """)
            for _ in 0..<2 {
                let response = try await daemon.send("POST", "/api/v1/sdk/users/\(user)/sync", token: token, json: push)
                #expect(response.status == 202)
                #expect(response.json.value["status_code"]?.double == 202)
            }
            #expect(try values(daemon, .oxygenSaturation) == [0.97])
            #expect(try values(daemon, .bloodPressureSystolic) == [121])
            let type = HKCorrelationTypeIdentifier.bloodPressure.rawValue
            let found = try daemon.database.samples(SampleRequest(types: [type])).compactMap { $0 as? HKCorrelation }
            #expect(found.map { Set($0.objects.map(\.uuid)) } == [[first, second]])

            let key = try await daemon.send(
                "POST", "/api/v1/sdk/users/\(user)/logs", json: .object([]),
                headers: [("X-Open-Wearables-API-Key", token)])
            #expect(key.status == 202)
            let other = try await daemon.send("POST", "/api/v1/sdk/users/\(UUID())/sync", token: token, json: push)
            #expect(other.status == 404)
            let fresh = try await daemon.send(
                "POST", "/api/v1/token/refresh", json: .object([("refresh_token", .string(token))]))
            #expect(fresh.json.value["access_token"]?.string == token)
            let wrong = try await daemon.send(
                "POST", "/api/v1/token/refresh", json: .object([("refresh_token", .string("x"))]))
            #expect(wrong.status == 401)
        }
    }

    @Test("A code of Open Wearables is refused if it is unknown or not a code")
    func unknownCodes() async throws {
        try await TestDaemon.with { daemon in
            for code in ["", "ABCD-EFGH", "☃", String(repeating: "A", count: 5000)] {
                let response = try await daemon.send(
                    "POST", "/api/v1/invitation-code/redeem", json: .object([("code", .string(code))]))
                #expect(response.status == 403, "\(code.prefix(20))")
            }
        }
    }

    // MARK: HealthKit

    @Test("Invalid samples of HealthKit are refused by pointer, and the others are stored")
    func healthKit() async throws {
        try await TestDaemon.with { daemon in
            let connection = try connect(.healthBridge, daemon)
            func sample(_ value: String, _ more: String = "\"uuid\": \"\(UUID().uuidString)\",") -> String {
                """
                {\(more) "type": "HKQuantityTypeIdentifierStepCount", "startDate": "\(Self.hourAgo)", "endDate": "\(Self.hourAgo)",
                 "value": \(value), "unit": "count", "source": {"name": "Phone", "bundleIdentifier": "com.apple.health"}}
                """
            }
            let push = try json("{\"samples\": [\(sample("5")), \(sample("\"x\"")), \(sample("6", "")), 7]}")
            let response = try await daemon.send("POST", "/v1/ingest/healthkit", token: connection.token, json: push)
            #expect(response.status == 207)
            let pointers = response.json.value["refusals"]?.array?.compactMap { $0["pointer"]?.string }
            #expect(pointers == ["/samples/1/value", "/samples/2/uuid", "/samples/3"])
            #expect(try values(daemon, .stepCount) == [5])
            let denied = try connect(.healthBridge, daemon, types: [HKQuantityTypeIdentifier.heartRate.rawValue])
            let refused = try await daemon.send("POST", "/v1/ingest/healthkit", token: denied.token, json: push)
            #expect(refused.status == 403)
            let deletion = try json(
                "{\"type\": \"HKQuantityTypeIdentifierStepCount\", \"deleted\": [\"\(UUID().uuidString)\"]}")
            #expect(
                try await daemon.send("POST", "/v1/ingest/healthkit", token: denied.token, json: deletion).status == 403
            )
        }
    }

    @Test func `an invalid deletion is refused by pointer, and the rest of the push is done`() async throws {
        try await TestDaemon.with { daemon in
            let connection = try connect(.healthBridge, daemon)
            let (deleted, kept) = (UUID().uuidString, UUID().uuidString)
            func sample(_ uuid: String, _ value: Int) -> String {
                """
                {"uuid": "\(uuid)", "type": "HKQuantityTypeIdentifierBodyMass", "startDate": "\(Self.hourAgo)", "value": \(value),
                 "unit": "kg", "source": {"name": "Scale", "bundleIdentifier": "org.scale"}}
                """
            }
            let path = "/v1/ingest/healthkit"
            let first = try json("{\"samples\": [\(sample(deleted, 80))]}")
            #expect(try await daemon.send("POST", path, token: connection.token, json: first).status == 200)
            let second = try json(
                "{\"samples\": [\(sample(kept, 81))], \"deleted\": [5, null, \"x\", {}, \"\(deleted)\"]}")
            let response = try await daemon.send("POST", path, token: connection.token, json: second)
            #expect(response.status == 207)
            let refusals = response.json.value["refusals"]?.array ?? []
            #expect(refusals.compactMap { $0["pointer"]?.string } == (0..<4).map { "/deleted/\($0)" })
            let noString = "Expected a string."
            let reasons = refusals.compactMap { $0["reason"]?.string }
            #expect(reasons == [noString, noString, "Expected a UUID.", noString])
            #expect(try values(daemon, .bodyMass) == [81])
        }
    }

    @Test("An app deletes only what it has pushed")
    func deletions() async throws {
        try await TestDaemon.with { daemon in
            let (mine, other) = (try connect(.healthBridge, daemon), try connect(.healthBridge, daemon))
            // Metadata with a number of an app's own are stored as an object.
            for metadata in ["{}", "{\"own\": 5}"] {
                let uuid = UUID().uuidString
                let push = try json(
                    """
                    {"samples": [{"uuid": "\(uuid)", "type": "HKQuantityTypeIdentifierBodyMass", "startDate": "\(Self.hourAgo)",
                     "value": 80, "unit": "kg", "metadata": \(metadata), "source": {"name": "Scale", "bundleIdentifier": "org.scale"}}]}
                    """)
                let path = "/v1/ingest/healthkit"
                #expect(try await daemon.send("POST", path, token: mine.token, json: push).status == 200)
                #expect(try values(daemon, .bodyMass) == [80])
                let deletion = try json("{\"deleted\": [\"\(uuid)\"]}")
                #expect(try await daemon.send("POST", path, token: other.token, json: deletion).status == 200)
                #expect(try values(daemon, .bodyMass) == [80])
                #expect(try await daemon.send("POST", path, token: mine.token, json: deletion).status == 200)
                #expect(try values(daemon, .bodyMass) == [])
                // A copy of the request arrives late. HealthKit uses no UUID again.
                let late = try await daemon.send("POST", path, token: mine.token, json: push)
                #expect(late.status == 200)
                let warning = late.json.value["warnings"]?.array?.first
                #expect(warning?["count"]?.double == 1 && warning?["reason"]?.string?.contains("late") == true)
                #expect(try values(daemon, .bodyMass) == [])
                // To another connection, it is a sample as any other.
                let response = try await daemon.send("POST", path, token: other.token, json: push)
                #expect(response.json.value["warnings"]?.array?.isEmpty ?? true)
                #expect(try values(daemon, .bodyMass) == [80])
                #expect(try await daemon.send("POST", path, token: other.token, json: deletion).status == 200)
            }
        }
    }
}
