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

/// Tests that only connections with phones push, and only change what they have pushed.
@Suite(.timeLimit(.usual)) struct PushPermissionTests {
    private static let date = "2024-03-09T10:00:00Z"
    private static let pushes: [(route: APIRoute, path: String, body: String)] = [
        (
            PhoneRoutes.healthKit.route, "/v1/ingest/healthkit",
            heartRate(UUID(), 61)
        ),
        (
            IngestRoutes.healthAutoExport.route, "/v1/ingest/health-auto-export?aggregation=none",
            "{\"data\":{\"metrics\":[{\"name\":\"heart_rate\",\"units\":\"bpm\",\"data\":[{\"date\":\"\(date)\",\"qty\":61}]}]}}"
        ),
        (
            PhoneRoutes.webhook.route, "/v1/ingest/health-connect-webhook",
            "{\"steps\":[{\"count\":3,\"time\":\"\(date)\"}]}"
        ),
        (
            NightscoutRoutes.route(.push, .entries), "/api/v1/entries",
            "[{\"type\":\"sgv\",\"sgv\":112,\"date\":1709978400000}]"
        ),
        (
            NightscoutRoutes.route(.push, .treatments), "/api/v1/treatments",
            "[{\"eventType\":\"Meal Bolus\",\"created_at\":\"\(date)\",\"carbs\":45}]"
        ),
    ]

    private static func heartRate(_ uuid: UUID, _ value: Int, source: String = "Watch") -> String {
        """
        {"samples":[{"uuid":"\(uuid)","type":"HKQuantityTypeIdentifierHeartRate","startDate":"\(date)","endDate":"\(date)",
        "value":\(value),"unit":"count/min","source":{"name":"\(source)","bundleIdentifier":"org.example.evil"}}]}
        """
    }

    private static func send(_ body: String, to path: String, _ token: String, _ daemon: TestDaemon) async throws -> Int
    {
        let json: JSONValue = try #require(JSONValue(body))
        return try await daemon.send("POST", path, token: token, json: json).status
    }

    @Test func `an app that is not connected with a phone cannot push`() async throws {
        try await TestDaemon.with { daemon in
            let token = try daemon.app("plain")
            let types = HealthTypes.all.filter(\.isShareable).map(\.identifier)
            let app = TestDaemon.identifier("plain")
            try daemon.database.apps.setPermission(share: .authorized, read: .authorized, app: app, types: types)
            for push in Self.pushes {
                #expect(try await Self.send(push.body, to: push.path, token, daemon) == 403, "\(push.path)")
            }
            let user = OpenWearablesHandlers.user(app)
            let sync = "{\"provider\":\"apple\",\"data\":{\"records\":[]}}"
            #expect(try await Self.send(sync, to: "/api/v1/sdk/users/\(user)/sync", token, daemon) == 403)
            #expect(try daemon.database.records(SampleRequest()).isEmpty)
            try daemon.database.apps.connections.setPushPermission(.connection, of: app)
            for push in Self.pushes {
                let status = try await Self.send(push.body, to: push.path, token, daemon)
                #expect(status == 200 || status == 207, "\(push.path)")
            }
            #expect(try daemon.database.records(SampleRequest()).count > 3)
            try daemon.database.apps.connections.setPushPermission(.none, of: app)
            #expect(try await Self.send(Self.pushes[0].body, to: Self.pushes[0].path, token, daemon) == 403)
        }
    }

    @Test func `a connection cannot change, rename or delete what another has pushed`() async throws {
        try await TestDaemon.with { daemon in
            let (phone, other) = try (
                PhoneConnection.create(.healthBridge, server: daemon.url, in: daemon.database),
                PhoneConnection.create(.healthBridge, server: daemon.url, in: daemon.database)
            )
            let path = "/v1/ingest/healthkit"
            let uuid = UUID()
            #expect(try await Self.send(Self.heartRate(uuid, 61), to: path, phone.token, daemon) == 200)
            let before = try daemon.database.records(SampleRequest())
            for body in [
                Self.heartRate(uuid, 61), Self.heartRate(uuid, 61, source: "watch"),
                "{\"deleted\":[\"\(uuid)\"]}", "{\"deleted\":[\"\(uuid)\"]}",
            ] {
                #expect(try await Self.send(body, to: path, other.token, daemon) == 200)
                let after = try daemon.database.records(SampleRequest())
                #expect(after.filter { record in before.contains { $0.id == record.id } } == before)
            }
            #expect(try daemon.database.records(SampleRequest()) == before)
        }
    }

    @Test(arguments: ["phone.health-auto-export", "Phone.x", "file.health-auto-export"])
    func `identifiers of connections cannot be registered by other apps`(identifier: String) async throws {
        try await OwnedDaemon.with { daemon in
            let status = try await daemon.pair(identifier).status
            #expect(status == 409)
        }
    }
}
