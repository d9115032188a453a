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

/// Tests of the documents that other connections receive for insulin: a loop computes from them what is on board.
@Suite("Documents of samples", .timeLimit(.usual)) struct NightscoutSampleTests {
    /// The current date of the server, 2026-11-20T14:00:00Z.
    private static let now = Date(timeIntervalSince1970: 1_795_183_200)
    /// 2026-11-20T12:00:00Z, in milliseconds.
    private static let noon = 1_795_176_000_000

    private typealias Body =
        @Sendable (_ sender: NightscoutClient, _ reader: NightscoutClient, TestDaemon) async throws ->
        Void

    private static func serve(_ body: @escaping Body) async throws {
        try await TestDaemon.with {
            $0.clock = { now }
        } _: { daemon in
            try await body(try NightscoutClient(daemon), try NightscoutClient(daemon), daemon)
        }
    }

    /// Returns the documents that other connections receive with version 1 and with version 3.
    private static func received(_ reader: NightscoutClient) async throws -> (old: [JSONValue], new: [JSONValue]) {
        let follower = try AndroidAPSClient(reader.daemon, reader.connection)
        return (
            try await reader.list("treatments.json"),
            try await follower.changes("treatments", since: noon - 86_400_000)
        )
    }

    /// Returns the units that a client counts as given at once: those under `insulin`, of any type.
    private static func atOnce(_ documents: [JSONValue]) -> Double {
        documents.reduce(0) { $0 + ($1["insulin"]?.double ?? 0) }
    }

    /// Checks that a document is the extended bolus of a duration in minutes.
    private static func expectExtended(_ document: JSONValue?, _ units: Double, minutes: Double, rate: Double) throws {
        let document = try #require(document)
        #expect(document["enteredinsulin"]?.double == units && document["insulin"] == nil)
        #expect(document["splitNow"]?.double == 0 && document["splitExt"]?.double == 100)
        #expect(document["duration"]?.double == minutes && document["relative"]?.double == rate)
    }

    // MARK: Extended boluses

    @Test func `the part of a bolus that is delivered over a time is not given at once`() async throws {
        try await Self.serve { sender, reader, _ in
            // As Nightscout's careportal sends it: a quarter now, and the rest over two hours.
            try await sender.send(
                "POST", "/api/v1/treatments",
                """
                {"eventType": "Combo Bolus", "created_at": "2026-11-20T12:00:00Z", "enteredinsulin": 4, "insulin": 1, "splitNow": 25,
                 "splitExt": 75, "relative": 1.5, "duration": 120}
                """)
            let (old, new) = try await Self.received(reader)
            for documents in [old, new] {
                #expect(documents.count == 2 && Self.atOnce(documents) == 1)
                #expect(documents.contains { $0["eventType"]?.string == "Correction Bolus" })
                try Self.expectExtended(
                    documents.first { $0["eventType"]?.string == "Combo Bolus" }, 3, minutes: 120, rate: 1.5)
            }
            #expect(new.compactMap { $0["durationInMilliseconds"]?.double } == [7_200_000])
        }
    }

    @Test func `an extended bolus of AndroidAPS is one for others`() async throws {
        try await Self.serve { sender, reader, daemon in
            let client = try AndroidAPSClient(daemon, sender.connection)
            let bolus = AndroidAPSClient.document(
                "Combo Bolus",
                """
                "duration": 45, "durationInMilliseconds": 2700000, "splitNow": 0, "splitExt": 100, "enteredinsulin": 1.5, "relative": 2.0,
                "isEmulatingTempBasal": false
                """, at: Self.noon)
            let name = try await client.create("treatments", bolus)
            for (units, minutes) in [(1.5, 45.0), (0.5, 15.0)] {
                let patch = """
                    {"duration": \(Int(minutes)), "durationInMilliseconds": \(Int(minutes) * 60_000), "enteredinsulin": \(units)}
                    """
                #expect(try await client.send("PATCH", "treatments/\(name)", patch).status == 200)
                let follower = try AndroidAPSClient(daemon, reader.connection)
                for documents in [try await reader.list("treatments.json"), try await follower.list("treatments")] {
                    #expect(documents.count == 1 && Self.atOnce(documents) == 0)
                    try Self.expectExtended(documents.first, units, minutes: minutes, rate: 2)
                }
            }
        }
    }

    // MARK: Other samples

    /// Saves insulin as an app of the person does, such as one that writes to Apple Health.
    private static func save(
        _ doses: [(units: Double, seconds: Double, reason: HKInsulinDeliveryReason)], _ daemon: TestDaemon
    ) throws {
        let app = AppIdentity(identifier: "org.example.pump", name: "Pump")
        let type = HKQuantityType(.insulinDelivery)
        _ = try daemon.services.apps.register(trusted: app)
        try daemon.database.apps.setPermission(
            share: .authorized, read: .authorized, app: app.identifier, types: [type.identifier])
        let samples = doses.enumerated().map { index, dose in
            let start = Date(timeIntervalSince1970: Double(noon) / 1000 + Double(index) * 10)
            return HKQuantitySample(
                type: type, quantity: HKQuantity(unit: HKUnit(from: "IU"), doubleValue: dose.units), start: start,
                end: start + dose.seconds, metadata: [HKMetadataKeyInsulinDeliveryReason: dose.reason.rawValue])
        }
        try AppAccess(database: daemon.database, app: app).save(samples)
    }

    @Test func `a usual bolus is given at once, although its delivery takes minutes`() async throws {
        try await Self.serve { _, reader, daemon in
            // A large one of a slow pump, a small one of a patch pump, and a moment.
            try Self.save([(20, 1200, .bolus), (0.15, 6, .bolus), (10, 400, .bolus), (2, 0, .bolus)], daemon)
            let (old, new) = try await Self.received(reader)
            for documents in [old, new] {
                #expect(documents.count == 4 && abs(Self.atOnce(documents) - 32.15) < 1e-9)
                #expect(documents.allSatisfy { $0["eventType"]?.string == "Correction Bolus" && $0["duration"] == nil })
            }
        }
    }

    @Test func `no document of insulin cancels a rate`() async throws {
        try await Self.serve { _, reader, daemon in
            // Two injections, one of which ends a second later, and rates of twenty seconds and of half an hour.
            try Self.save([(10, 0, .basal), (12, 1, .basal), (0.05, 20, .basal), (0.6, 1800, .basal)], daemon)
            let (old, new) = try await Self.received(reader)
            for documents in [old, new] {
                #expect(documents.count == 4)
                let rates = documents.filter { $0["eventType"]?.string == "Temp Basal" }
                #expect(rates.count == 2)
                for document in rates {
                    #expect(document["duration"]?.double ?? 0 > 0 && document["rate"]?.double ?? 0 > 0)
                    #expect(document["absolute"] == document["rate"] && document["insulin"] == nil)
                }
                let injections = documents.filter { $0["eventType"]?.string == "Meal Bolus" }
                #expect(injections.compactMap { $0["insulin"]?.double }.sorted() == [10, 12])
                for document in injections {
                    #expect(document["isBasalInsulin"] == .bool(true) && document["type"]?.string == "NORMAL")
                    #expect(["amount", "rate", "absolute", "duration"].allSatisfy { document[$0] == nil })
                }
            }
            #expect(Set(new.compactMap { $0["durationInMilliseconds"]?.double }) == [20_000, 1_800_000])
        }
    }

    @Test func `a basal injection of AndroidAPS is one for others`() async throws {
        try await Self.serve { sender, reader, daemon in
            let client = try AndroidAPSClient(daemon, sender.connection)
            _ = try await client.create(
                "treatments",
                AndroidAPSClient.bolus(10, at: Self.noon, type: "NORMAL")
                    .replacing("\"isBasalInsulin\": false", with: "\"isBasalInsulin\": true"))
            let (old, new) = try await Self.received(reader)
            for documents in [old, new] {
                #expect(documents.count == 1 && documents[0]["eventType"]?.string == "Meal Bolus")
                #expect(documents[0]["insulin"]?.double == 10 && documents[0]["isBasalInsulin"] == .bool(true))
            }
        }
    }
}
