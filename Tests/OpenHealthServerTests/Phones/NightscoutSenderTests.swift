// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthAPI
import OpenHealthModel
import OpenHealthStore
import TestTimeLimits
import Testing

@testable import OpenHealthServer

/// Tests of several uploaders of one connection, whose documents have no identifiers.
@Suite("Senders of Nightscout's interface", .timeLimit(.usual)) struct NightscoutSenderTests {
    private static func treatment(
        _ sender: String, _ fields: String, event: String = "Correction Bolus", time: String = "10:00:00"
    ) -> String {
        """
        {"eventType": "\(event)", "created_at": "2026-11-20T\(time)Z", "enteredBy": "\(sender)", \(fields)}
        """
    }

    @Test func `a treatment that two uploaders send counts once`() async throws {
        try await NightscoutClient.serve { client, daemon in
            let senders = ["rig", "medtronic://554"]
            var names: Set<String> = []
            for sender in senders + senders {
                let sent = try await client.send("POST", "/api/v1/treatments", Self.treatment(sender, "\"insulin\": 1"))
                names.insert(try #require(sent.array?.first?["_id"]?.string))
                #expect(try daemon.values(.insulinDelivery) == [1])
                // The same values change nothing.
                #expect(try await client.list("treatments").map { $0["enteredBy"]?.string } == ["rig"])
            }
            #expect(names.count == 1)
            #expect(try daemon.database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM deletion") } == 0)
            // The later one of two with different values counts.
            try await client.send("POST", "/api/v1/treatments", Self.treatment(senders[1], "\"insulin\": 1.5"))
            #expect(try daemon.values(.insulinDelivery) == [1.5])
            #expect(try await client.list("treatments").map { $0["enteredBy"]?.string } == [senders[1]])
            // Both in one request.
            let both = senders.map { Self.treatment($0, "\"insulin\": 2", time: "11:00:00") }
            _ = try await client.loopUpload(both)
            #expect(try daemon.values(.insulinDelivery) == [1.5, 2])
            // So does the later one of two without samples.
            for (sender, top) in zip(senders, [120, 140]) {
                _ = try await client.loopUpload([
                    Self.treatment(sender, "\"targetTop\": \(top)", event: "Temporary Target")
                ])
            }
            let targets = try await client.list("treatments?find[eventType]=Temporary+Target")
            #expect(targets.map { $0["targetTop"]?.double } == [140])
            // Its deletion removes it.
            for document in try await client.list("treatments") {
                try await client.send("DELETE", "/api/v1/treatments/\(document["_id"]?.string ?? "")")
            }
            #expect(try daemon.values(.insulinDelivery) == [])
        }
    }

    @Test func `a reading that two uploaders send counts once`() async throws {
        try await NightscoutClient.serve { client, daemon in
            func send(_ device: String, _ fields: String) async throws {
                try await client.send(
                    "POST", "/api/v1/entries",
                    "[{\"type\": \"sgv\", \"date\": 1795168800000, \"device\": \"\(device)\", \(fields)}]")
            }
            let (phone, cloud) = ("xDrip-Libre", "nightscout-librelink-up")
            try await send(phone, "\"sgv\": 120, \"direction\": \"Flat\", \"filtered\": 0")
            try await send(cloud, "\"sgv\": 120")
            #expect(try daemon.values(.bloodGlucose) == [120])
            // The poorer one does not take the direction away.
            #expect(try await client.list("entries").map { $0["direction"]?.string } == ["Flat"])
            // Another value is one of another sensor.
            try await send(cloud, "\"sgv\": 121")
            #expect(try daemon.values(.bloodGlucose).sorted() == [120, 121])
            // A meter is another device, and its reading is another one.
            try await client.send(
                "POST", "/api/v1/entries",
                "[{\"type\": \"mbg\", \"mbg\": 121, \"date\": 1795168800000, \"device\": \"meter\"}]")
            #expect(try daemon.values(.bloodGlucose).sorted() == [120, 121, 121])
        }
    }

    @Test func `treatments of one time with identifiers, or with other kinds of values, are different`() async throws {
        try await NightscoutClient.serve { client, daemon in
            let meals = ["a", "b"].map { Self.treatment("x", "\"carbs\": 10, \"syncIdentifier\": \"\($0)\"") }
            _ = try await client.loopUpload(meals)
            #expect(try daemon.values(.dietaryCarbohydrates) == [10, 10])
            let others = [
                Self.treatment("pump", "\"insulin\": 3", event: "Meal Bolus"),
                Self.treatment("person", "\"carbs\": 40", event: "Meal Bolus"),
            ]
            for _ in 0..<2 {
                for document in others { _ = try await client.loopUpload([document]) }
                #expect(try daemon.values(.insulinDelivery) == [3])
                #expect(try daemon.values(.dietaryCarbohydrates).sorted() == [10, 10, 40])
            }
            // Trio divides a meal into documents with one `id`; at one time, others are different.
            let parts = ["p", "q"].map { Self.treatment("Trio", "\"carbs\": 5, \"id\": \"\($0)\"", time: "12:00:00") }
            _ = try await client.loopUpload(parts)
            #expect(try daemon.values(.dietaryCarbohydrates).sorted() == [5, 5, 10, 10, 40])
            // States of two devices are two.
            for device in ["openaps://rig", "loop://iPhone"] {
                try await client.send(
                    "POST", "/api/v1/devicestatus",
                    "{\"device\": \"\(device)\", \"created_at\": \"2026-11-20T10:00:00Z\"}")
            }
            #expect(try await client.list("devicestatus").count == 2)
        }
    }

    @Test func `a rate that two uploaders send is one, and ends when the next one starts`() async throws {
        try await NightscoutClient.serve { client, daemon in
            func delivered() throws -> [Double] {
                try daemon.values(.insulinDelivery).map { ($0 * 1000).rounded() / 1000 }
            }
            let senders = ["openaps://rig1", "openaps://rig2"]
            func rate(_ sender: String, _ fields: String, _ time: String) -> String {
                Self.treatment(sender, fields, event: "Temp Basal", time: time)
            }
            for sender in senders {
                _ = try await client.loopUpload([rate(sender, "\"duration\": 30, \"absolute\": 2", "10:00:00")])
                #expect(try delivered() == [1])
            }
            // One that repeats the rate also ends it.
            _ = try await client.loopUpload([
                rate(senders[1], "\"duration\": 30, \"absolute\": 2", "10:00:00"),
                rate(senders[1], "\"duration\": 0, \"absolute\": 0", "10:15:00"),
            ])
            #expect(try delivered() == [0.5])
            _ = try await client.loopUpload([rate(senders[0], "\"duration\": 30, \"absolute\": 4", "10:00:00")])
            #expect(try delivered() == [1])
        }
    }

    @Test func `a document that cannot be kept is answered without an identifier`() async throws {
        try await NightscoutClient.serve { client, daemon in
            func carbs(_ grams: Int, _ fields: String) -> String {
                Self.treatment("x", "\"carbs\": \(grams)\(fields)", event: "Carb Correction", time: "1\(grams):00:00")
            }
            let documents = [carbs(1, ""), carbs(2, ", \"eventTime\": \"14:05\", \"_id\": \"x\""), carbs(3, ""), "7"]
            let sent = try await client.send("POST", "/api/v1/treatments", "[\(documents.joined(separator: ","))]")
            #expect(sent.array?.map { $0["carbs"]?.double } == [1, 2, 3, nil])
            #expect(sent.array?.map { $0["_id"]?.string?.count } == [24, nil, 24, nil])
            #expect(try daemon.values(.dietaryCarbohydrates) == [1, 3])
            #expect(try await client.list("treatments").count == 2)
        }
    }
}
