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

@Suite("AndroidAPS with version 3 of Nightscout's interface", .timeLimit(.usual)) struct AndroidAPSTests {
    /// 2026-11-20T12:00:00.123Z.
    private static let noon = 1_795_176_000_123
    /// The current date of the server, 2026-11-20T14:00:00Z, in milliseconds.
    private static let now = 1_795_183_200_000

    private static func serve(
        _ body: @escaping @Sendable (AndroidAPSClient, TestDaemon) async throws -> Void
    ) async throws {
        try await TestDaemon.with {
            $0.clock = { Date(timeIntervalSince1970: Double(now) / 1000) }
        } _: { daemon in
            try await body(try AndroidAPSClient(daemon), daemon)
        }
    }

    private static func values(_ daemon: TestDaemon, _ type: HKQuantityTypeIdentifier) throws -> [Double] {
        let unit = HKQuantityType(type).canonicalUnit
        return try daemon.database.samples(SampleRequest(types: [type.rawValue])).compactMap { sample in
            ((sample as? HKQuantitySample)?.quantity.doubleValue(for: unit)).map { ($0 * 1000).rounded() / 1000 }
        }
    }

    @Test func `it starts with a token for its token, the status, and empty collections`() async throws {
        try await Self.serve { client, _ in
            let status = try await client.send("GET", "status")
            #expect(status.status == 200 && client.tokenRequests == 1)
            let result = try #require(status.json.value["result"])
            for key in ["version", "apiVersion"] { #expect(result[key]?.string != nil) }
            #expect(result["storage"]?["storage"]?.string != nil && result["storage"]?["version"]?.string != nil)
            #expect(result["srvDate"] == .integer(Self.now))
            // All of them, or the app is for reading only.
            for name in ["devicestatus", "entries", "food", "profile", "settings", "treatments"] {
                #expect(result["apiPermissions"]?[name]?.string == "crud")
            }
            #expect(try await client.lastModified().isEmpty)
            for path in [
                "entries?sort=date&date$gt=\(Self.noon)&limit=500", "entries?sort$desc=date&type=sgv",
                "treatments?sort=created_at&created_at$gt=2026-11-13T14:00:00.000Z&limit=500", "food?limit=1000",
                "profile?sort$desc=date&limit=1", "devicestatus/history/\(Self.noon)", "profile/history/0?limit=10",
                "treatments/history/\(Self.noon)?limit=500",
            ] {
                #expect(try await client.list(path).isEmpty)
            }
            // The token is used until it ends.
            #expect(client.tokenRequests == 1)
        }
    }

    @Test func `it uploads treatments, and a lost response makes no second one`() async throws {
        try await Self.serve { client, daemon in
            var identifiers: [String] = []
            for attempt in 0..<2 {
                let status = attempt == 0 ? 201 : 200
                let names = [
                    try await client.create(
                        "treatments", AndroidAPSClient.bolus(4.2, at: Self.noon, type: "NORMAL"), expecting: status),
                    // The carbohydrates of a meal, at the same moment and with the same type of event.
                    try await client.create(
                        "treatments", AndroidAPSClient.carbs(45, at: Self.noon), expecting: status),
                    try await client.create(
                        "treatments", AndroidAPSClient.bolus(0.3, at: Self.noon + 300_000), expecting: status),
                    try await client.create(
                        "entries", AndroidAPSClient.reading(112, at: Self.noon), expecting: status),
                    try await client.create(
                        "devicestatus",
                        #"{"date": \#(Self.noon), "app": "AAPS", "device": "openaps://phone", "uploaderBattery": 80}"#,
                        expecting: status),
                    try await client.create(
                        "profile",
                        #"{"date": \#(Self.noon), "app": "AAPS", "defaultProfile": "Day", "startDate": "2026-11-20T12:00:00Z", "store": {}}"#,
                        expecting: status),
                    try await client.create(
                        "food", #"{"date": \#(Self.noon), "app": "AAPS", "name": "Bread", "carbs": 20}"#,
                        expecting: status),
                ]
                if attempt == 0 { identifiers = names }
                // Documents of different collections can have the same identifier.
                #expect(names == identifiers && Set(names.prefix(3)).count == 3)
            }
            #expect(try Self.values(daemon, .insulinDelivery) == [4.2, 0.3])
            #expect(try Self.values(daemon, .dietaryCarbohydrates) == [45])
            #expect(try Self.values(daemon, .bloodGlucose) == [112])
            #expect(try await client.list("food?limit=1000").map { $0["name"]?.string } == ["Bread"])
            #expect(try await client.list("profile?sort$desc=date&limit=1").first?["defaultProfile"]?.string == "Day")
            let found = try await client.list("treatments?sort=created_at&created_at$gt=2026-11-20T11:00:00.000Z")
            #expect(found.count == 3)
            for document in found {
                #expect(document["_id"] == nil && document["app"]?.string == "AAPS")
                #expect(document["utcOffset"]?.double == 60 && document["srvModified"]?.double != nil)
                #expect(document["created_at"]?.string?.hasSuffix(".123Z") == true)
                #expect(document["srvCreated"]?.double == Double(Self.now))
            }
            #expect(found.contains { $0["identifier"]?.string == identifiers[0] })
        }
    }

    @Test func `it corrects and deletes what it has sent`() async throws {
        try await Self.serve { client, daemon in
            let bolus = try await client.create("treatments", AndroidAPSClient.bolus(2, at: Self.noon))
            let meal = try await client.create("treatments", AndroidAPSClient.carbs(30, at: Self.noon + 1000))
            #expect(try await client.changes("treatments").count == 2)
            // A correction has neither date nor offset.
            let patch = try await client.send(
                "PATCH", "treatments/\(bolus)",
                #"{"identifier": "\#(bolus)", "eventType": "Correction Bolus", "insulin": 1.5, "isValid": true, "isReadOnly": false}"#
            )
            #expect(patch.status == 200 && patch.header("Last-Modified")?.hasSuffix("GMT") == true)
            #expect(try Self.values(daemon, .insulinDelivery) == [1.5])
            let changed = try await client.changes("treatments")
            #expect(changed.map { $0["identifier"]?.string } == [bolus])
            #expect(changed.first?["insulin"]?.double == 1.5 && changed.first?["date"] == .integer(Self.noon))

            #expect(try await client.send("DELETE", "treatments/\(meal)").status == 200)
            #expect(try Self.values(daemon, .dietaryCarbohydrates) == [])
            // It tells the kind of a deleted treatment from its values.
            let deleted = try await client.changes("treatments")
            #expect(deleted.map { $0["identifier"]?.string } == [meal])
            #expect(deleted.first?["isValid"] == .bool(false) && deleted.first?["carbs"]?.double == 30)
            #expect(try await client.send("GET", "treatments/\(meal)").status == 410)
            #expect(try await client.send("PATCH", "treatments/\(meal)", #"{"carbs": 20}"#).status == 410)
            #expect(try await client.list("treatments").map { $0["identifier"]?.string } == [bolus])
            #expect(try await client.send("DELETE", "treatments/unknown").status == 404)
            // What was deleted can be entered again.
            #expect(
                try await client.create("treatments", AndroidAPSClient.carbs(30, at: Self.noon + 1000), expecting: 200)
                    == meal)
            #expect(try Self.values(daemon, .dietaryCarbohydrates) == [30])
        }
    }

    @Test func `it downloads what changed, in parts`() async throws {
        try await Self.serve { client, _ in
            for minute in 0..<7 {
                _ = try await client.create("entries", AndroidAPSClient.reading(100, at: Self.noon + minute * 300_000))
            }
            let last = try #require(try await client.lastModified()["entries"])
            #expect(last == Self.now + 6)
            let first = try await client.list("entries/history/0?limit=3")
            #expect(first.compactMap { $0["srvModified"]?.double } == [0, 1, 2].map { Double(Self.now + $0) })
            #expect(try await client.changes("entries").count == 7)
            #expect(try await client.changes("entries").isEmpty)
            #expect(try await client.list("entries/history/\(last)").isEmpty)
            // The first load is by date.
            let after = try await client.list("entries?sort=date&date$gt=\(Self.noon + 900_000)&limit=2")
            #expect(after.map { $0["date"] } == [.integer(Self.noon + 1_200_000), .integer(Self.noon + 1_500_000)])
        }
    }

    @Test func `a temporary basal rate ends with the next one, and its percentage is units per hour`() async throws {
        try await Self.serve { client, daemon in
            let first = AndroidAPSClient.document(
                "Temp Basal",
                #""rate": 1.2, "percent": 50.0, "duration": 30, "durationInMilliseconds": 1800000, "type": "NORMAL""#,
                at: Self.noon)
            let name = try await client.create("treatments", first)
            #expect(try Self.values(daemon, .insulinDelivery) == [0.6])
            _ = try await client.create(
                "treatments",
                AndroidAPSClient.document(
                    "Temp Basal", #""rate": 0.0, "absolute": 0.0, "duration": 30, "durationInMilliseconds": 1800000"#,
                    at: Self.noon + 600_000))
            #expect(try Self.values(daemon, .insulinDelivery) == [0.2])
            // It ends a rate with its real duration.
            #expect(
                try await client.send(
                    "PATCH", "treatments/\(name)",
                    #"{"eventType": "Temp Basal", "duration": 5, "durationInMilliseconds": 300000}"#
                ).status == 200)
            #expect(try Self.values(daemon, .insulinDelivery) == [0.1])
        }
    }

    @Test func `the milliseconds of a temporary basal rate count, as its minutes are cut off`() async throws {
        try await Self.serve { client, daemon in
            let first = AndroidAPSClient.document(
                "Temp Basal",
                #""rate": 7.2, "absolute": 7.2, "duration": 0, "durationInMilliseconds": 50000, "type": "NORMAL""#,
                at: Self.noon)
            let name = try await client.create("treatments", first)
            #expect(try Self.values(daemon, .insulinDelivery) == [0.1])
            let patch = #"{"eventType": "Temp Basal", "duration": 4, "durationInMilliseconds": 299000}"#
            #expect(try await client.send("PATCH", "treatments/\(name)", patch).status == 200)
            #expect(try Self.values(daemon, .insulinDelivery) == [0.598])
            // Nor does the start of the next rate, a second later, cut it off.
            _ = try await client.create(
                "treatments",
                AndroidAPSClient.document(
                    "Temp Basal", #""rate": 0.0, "absolute": 0.0, "duration": 30, "durationInMilliseconds": 1800000"#,
                    at: Self.noon + 300_000))
            #expect(try Self.values(daemon, .insulinDelivery) == [0.598])
        }
    }

    @Test(
        arguments: [
            (#""durationInMilliseconds": 600000"#, 600_000, 10, [0.333]), (#""duration": 10"#, 600_000, 10, [0.333]),
            (#""duration": "10""#, 600_000, 10, [0.333]),
            (#""duration": 10, "durationInMilliseconds": 620000"#, 620_000, 10, [0.344]),
            (#""endmills": 1795176900123"#, 900_000, 15, [0.5]), (#""durationInMilliseconds": 0"#, 0, 0, []),
            // What is no duration leaves the stored one.
            (#""durationInMilliseconds": -1"#, -1, 30, [1]), (#""absolute": 1"#, 1_800_000, 30, [0.5]),
        ] as [(String, Int, Int, [Double])])
    func `a change of one form of the duration changes all of them`(
        fields: String, milliseconds: Int, minutes: Int, units: [Double]
    ) async throws {
        try await Self.serve { client, daemon in
            let basal = #""absolute": 2, "duration": 30, "durationInMilliseconds": 1800000"#
            let name = try await client.create(
                "treatments", AndroidAPSClient.document("Temp Basal", basal, at: Self.noon))
            #expect(try await client.send("PATCH", "treatments/\(name)", "{\(fields)}").status == 200)
            #expect(try Self.values(daemon, .insulinDelivery) == units)
            let found = try await client.send("GET", "treatments/\(name)").json.value["result"]
            #expect(found?["durationInMilliseconds"]?.double == Double(milliseconds))
            #expect(found?["duration"]?.double == Double(minutes))
        }
    }

    @Test func `the end of a rate states its duration`() async throws {
        try await Self.serve { client, daemon in
            func basal(until minutes: Int) -> String {
                AndroidAPSClient.document(
                    "Temp Basal", #""absolute": 2, "endmills": \#(Self.noon + minutes * 60_000)"#, at: Self.noon)
            }
            let name = try await client.create("treatments", basal(until: 15))
            #expect(try Self.values(daemon, .insulinDelivery) == [0.5])
            func expect(_ minutes: Int) async throws {
                let found = try await client.send("GET", "treatments/\(name)").json.value["result"]
                #expect(found?["duration"]?.double == Double(minutes))
                #expect(found?["durationInMilliseconds"]?.double == Double(minutes * 60_000))
                #expect(found?["endmills"]?.double == Double(Self.noon + minutes * 60_000))
            }
            try await expect(15)
            #expect(try await client.send("PUT", "treatments/\(name)", basal(until: 30)).status == 200)
            #expect(try Self.values(daemon, .insulinDelivery) == [1])
            try await expect(30)
            #expect(try await client.send("PATCH", "treatments/\(name)", #"{"duration": 10}"#).status == 200)
            #expect(try Self.values(daemon, .insulinDelivery) == [0.333])
            try await expect(10)
        }
    }

    @Test func `carbohydrates over a time last in the store, and are answered as they were sent`() async throws {
        try await Self.serve { client, daemon in
            let fields = #""carbs": 30, "duration": 120, "durationInMilliseconds": 7200000"#
            let name = try await client.create(
                "treatments", AndroidAPSClient.document("Meal Bolus", fields, at: Self.noon))
            func durations() throws -> [Double] {
                try daemon.database.samples(
                    SampleRequest(types: [HKQuantityTypeIdentifier.dietaryCarbohydrates.rawValue])
                )
                .map { $0.endDate.timeIntervalSince($0.startDate).rounded() }
            }
            #expect(try durations() == [7200])
            let found = try await client.send("GET", "treatments/\(name)").json.value["result"]
            #expect(found?["duration"]?.double == 120 && found?["durationInMilliseconds"]?.double == 7_200_000)
            // Another connection spreads them, too.
            let follower = try AndroidAPSClient(daemon)
            let received = try await follower.changes("treatments", since: Self.noon - 86_400_000)
            #expect(received.map { $0["carbs"]?.double } == [30])
            #expect(received.first?["duration"]?.double == 120)
            #expect(received.first?["durationInMilliseconds"]?.double == 7_200_000)
            // A person changes the duration.
            let patch = #"{"eventType": "Meal Bolus", "duration": 60, "durationInMilliseconds": 3600000}"#
            #expect(try await client.send("PATCH", "treatments/\(name)", patch).status == 200)
            #expect(try durations() == [3600])
            #expect(try Self.values(daemon, .dietaryCarbohydrates) == [30])
        }
    }

    @Test func `a follower receives the samples of others in its numbers`() async throws {
        try await Self.serve { client, daemon in
            let other = try NightscoutClient(daemon)
            try await other.xDripSave(
                "b4696d08-d1d7-4ba9-a206-15d461c79237", "\"carbs\": 30, \"insulin\": 2.5", at: "2026-11-20T11:00:00Z")
            _ = try await other.loopUpload([
                """
                {"eventType": "Temp Basal", "rate": 1.2, "amount": 0.1, "duration": 4.98, "created_at": "2026-11-20T11:30:00Z",
                 "enteredBy": "loop://iPhone", "syncIdentifier": "d"}
                """
            ])
            let found = try await client.changes("treatments", since: Self.noon - 86_400_000)
            #expect(found.count == 3)
            for document in found {
                #expect(document["timestamp"] == nil && document["notes"] == nil)
                #expect(document["identifier"]?.string?.count == 24)
                #expect(document["date"] == document["srvModified"])
                // A Long in Kotlin.
                if let duration = document["duration"] { #expect(Int(duration.text) != nil) }
            }
            #expect(found.compactMap { $0["durationInMilliseconds"]?.double } == [298_800])
            let last = try await client.lastModified()
            #expect(last["treatments"] == 1_795_174_200_000)
            let name = try #require(found.first?["identifier"]?.string)
            #expect(try await client.send("GET", "treatments/\(name)").status == 200)
            // They are not its to change.
            #expect(try await client.send("DELETE", "treatments/\(name)").status == 404)
            #expect(try await client.send("PATCH", "treatments/\(name)", #"{"carbs": 1}"#).status == 404)
        }
    }

    @Test func `it gets another token when its own has ended`() async throws {
        let time = Guarded(Double(Self.now) / 1000)
        try await TestDaemon.with {
            $0.clock = { Date(timeIntervalSince1970: time.withLock { $0 }) }
        } _: { daemon in
            let client = try AndroidAPSClient(daemon)
            #expect(try await client.send("GET", "status").status == 200)
            time.withLock { $0 += Double(NightscoutTokens.seconds) - 1 }
            #expect(try await client.send("GET", "status").status == 200)
            #expect(client.tokenRequests == 1)
            time.withLock { $0 += 2 }
            #expect(try await client.send("GET", "status").status == 200)
            #expect(client.tokenRequests == 2)
            // Without its connection, it gets none.
            try daemon.services.apps.release(client.connection.app.identifier)
            #expect(try await client.send("GET", "status").status == 401)
        }
    }
}
