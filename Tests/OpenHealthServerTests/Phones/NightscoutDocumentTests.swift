// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import TestTimeLimits
import Testing

@testable import OpenHealthServer

/// Tests of documents in the forms that clients of Nightscout's interface send and read.
@Suite("Documents of Nightscout's interface", .timeLimit(.usual)) struct NightscoutDocumentTests {
    private static let date = "\"created_at\": \"2026-11-20T10:00:00Z\""

    @Test func `documents without dates stay apart`() async throws {
        try await NightscoutClient.serve { client, daemon in
            // The clock of the server does not move.
            for carbs in 10..<16 {
                try await client.send(
                    "POST", "/api/v1/treatments",
                    #"{"eventType": "Carb Correction", "carbs": \#(carbs), "enteredBy": "ifttt"}"#)
            }
            #expect(try daemon.values(.dietaryCarbohydrates).reduce(0, +) == 75)
            #expect(try await client.list("treatments").count == 6)
            let foods = ["Apple", "Bread", "Milk"].map { #"{"type": "food", "name": "\#($0)", "carbs": 14}"# }
            for _ in 0..<2 { try await client.send("POST", "/api/v1/food", "[\(foods.joined(separator: ","))]") }
            #expect(
                try await client.list("food").compactMap { $0["name"]?.string }.sorted() == ["Apple", "Bread", "Milk"])
            try await client.send(
                "POST", "/api/v1/devicestatus",
                #"[{"uploader": {"battery": 81}}, {"pump": {"reservoir": 50}}, {"uploader": {"battery": 80}}]"#)
            #expect(try await client.list("devicestatus").count == 3)
        }
    }

    @Test func `a document with a text that is no date is refused in every collection`() async throws {
        try await NightscoutClient.serve { client, daemon in
            for (collection, document) in [
                ("treatments", #"{"eventType": "Suspend Pump", "created_at": "20.11.2026 10:00"}"#),
                ("treatments", #"{"eventType": "Site Change", "created_at": "2026-11-20T8:00:00Z"}"#),
                ("treatments", #"{"eventType": "Note", "eventTime": "yesterday"}"#),
                ("devicestatus", #"{"created_at": "yesterday", "uploader": {"battery": 5}}"#),
                ("entries", #"{"type": "cal", "slope": 1, "date": "yesterday"}"#),
                ("activity", #"{"type": "steps-total", "created_at": "yesterday", "steps": 5}"#),
                ("profile", #"{"startDate": "yesterday", "defaultProfile": "x"}"#),
            ] {
                let answer = try await client.send("POST", "/api/v1/" + collection, "[\(document)]")
                #expect(answer.array?.first?["_id"] == nil, "\(document)")
                #expect(try await client.list(collection).isEmpty, "\(document)")
            }
            #expect(try daemon.database.pushes.all(of: client.connection.app.identifier).allSatisfy { $0.refused == 1 })
            // A date of 0 is none, and is no text.
            try await client.send("POST", "/api/v1/devicestatus", #"[{"date": 0, "created_at": "", "uploader": {}}]"#)
            #expect(try await client.list("devicestatus").count == 1)
        }
    }

    @Test func `numbers that are sent as texts are answered as numbers`() async throws {
        try await NightscoutClient.serve { client, daemon in
            let sent = try await client.send(
                "POST", "/api/v1/treatments",
                """
                {"eventType": "Meal Bolus", \(Self.date), "insulin": "3.50", "carbs": " 45", "duration": " ", "absolute": "+.5",
                 "targetTop": "", "percent": "1e400", "glucose": "120", "notes": "7"}
                """)
            let stored = try await client.list("treatments")
            for document in [try #require(sent.array?.first), try #require(stored.first)] {
                func text(_ key: String) -> String? { document[key]?.text }
                #expect(
                    ["insulin", "carbs", "glucose", "absolute", "notes"].map(text)
                        == ["3.50", "45", "120", "0.5", "\"7\""])
                #expect(document["targetTop"] == nil && document["percent"] == nil)
            }
            #expect(try daemon.values(.insulinDelivery) == [3.5])
            #expect(try daemon.values(.dietaryCarbohydrates) == [45])
            try await client.send(
                "POST", "/api/v1/treatments",
                #"{"eventType": "Note", \#(Self.date), "carbs": "", "insulin": "", "notes": "x"}"#)
            for key in ["carbs", "insulin"] {
                let found = try await client.list("treatments.json?find[\(key)][$exists]=true")
                #expect(found.map { $0["eventType"]?.string } == ["Meal Bolus"])
            }
        }
    }

    @Test func `what is no number is neither answered nor stored`() async throws {
        try await NightscoutClient.serve { client, daemon in
            for (index, text) in ["\"3,5\"", "\"NaN\"", "true", "\"0x1g\""].enumerated() {
                let sent = try await client.send(
                    "POST", "/api/v1/treatments",
                    """
                    {"eventType": "Meal Bolus", "created_at": "2026-11-20T10:0\(index):00Z", "insulin": \(text), "carbs": 20}
                    """)
                let v3 = try await client.send(
                    "POST", "/api/v3/treatments",
                    """
                    {"eventType": "Meal Bolus", "date": 179516520\(index)000, "app": "x", "insulin": \(text),
                     "identifier": "v3-\(index)"}
                    """, expecting: 201)
                #expect(v3["status"]?.double == 201)
                let answer = try #require(sent.array?.first)
                #expect(answer["_id"] != nil && answer["carbs"]?.text == "20" && answer["insulin"] == nil)
            }
            #expect(try await client.list("treatments?count=20").allSatisfy { $0["insulin"] == nil })
            #expect(try daemon.values(.insulinDelivery) == [])
            #expect(try daemon.values(.dietaryCarbohydrates) == [20, 20, 20, 20])
        }
    }

    @Test func `the answer, the list and the store agree on readings of the future`() async throws {
        try await NightscoutClient.serve { client, daemon in
            // The clock of the server is at 2026-11-20T14:00:00Z.
            let dates = [
                ("2026-11-21T13:59:00Z", true), ("2026-11-21T14:01:00Z", false), ("2027-11-20T14:00:00Z", false),
            ]
            for (date, isKept) in dates {
                let sent = try await client.send(
                    "POST", "/api/v1/entries",
                    #"[{"type": "sgv", "sgv": 100, "device": "a", "dateString": "\#(date)"}]"#)
                #expect((sent.array?.first?["_id"] != nil) == isKept, "\(date)")
                try await client.send(
                    "POST", "/api/v3/entries",
                    #"{"type": "sgv", "sgv": 100, "device": "a", "created_at": "\#(date)", "app": "x"}"#,
                    expecting: isKept ? 200 : 400)
            }
            #expect(try await client.list("entries").count == 1)
            #expect(try daemon.values(.bloodGlucose).count == 1)
        }
    }

    @Test(arguments: ["entries", "treatments", "devicestatus", "profile", "food"])
    func `a document is found and deleted by the identifier of its sender`(collection: String) async throws {
        let identifier = "a1b2c3d4-0000-4000-8000-000000000001"
        try await NightscoutClient.serve { client, _ in
            func save(_ name: String) async throws -> String {
                let sent = try await client.send(
                    "POST", "/api/v1/" + collection,
                    """
                    [{"identifier": "\(name)", "app": "x", "date": 1795168800000, "created_at": "2026-11-20T10:00:00Z"}]
                    """)
                return try #require(sent.array?.first?["_id"]?.string)
            }
            func deleted(_ path: String) async throws -> Double? {
                try await client.send("DELETE", "/api/v1/" + path)["deletedCount"]?.double
            }
            var name = try await save(identifier)
            #expect(try await client.list("\(collection)?find[_id]=\(identifier)").map { $0["_id"]?.string } == [name])
            #expect(try await deleted("\(collection)/\(identifier)") == 1)
            #expect(try await client.list(collection).isEmpty)
            #expect(try await deleted("\(collection)/\(identifier)") == 0)
            name = try await save(identifier + "-2")
            #expect(try await deleted("\(collection)/\(name)") == 1)
            for version3 in [identifier + "-3", nil] {
                name = try await save(version3 ?? identifier + "-4")
                try await client.send("DELETE", "/api/v3/\(collection)/\(version3 ?? name)")
                #expect(try await client.list(collection).isEmpty)
            }
        }
    }

    @Test func `an uploader reads back its heart rates`() async throws {
        try await NightscoutClient.serve { client, daemon in
            try await client.send(
                "POST", "/api/v1/activity", #"[{"type": "hr-bpm", \#(Self.date), "bpm": 77}]"#)
            #expect(try daemon.values(.heartRate) == [77])
            #expect(try await client.list("activity").map { $0["bpm"]?.double } == [77])
        }
    }

    @Test func `version 3 is answered with .json, too`() async throws {
        try await NightscoutClient.serve { client, _ in
            try await client.send(
                "POST", "/api/v3/entries",
                #"{"type": "sgv", "sgv": 110, "date": 1795168800000, "app": "x", "identifier": "one"}"#,
                expecting: 201)
            for path in ["version", "status", "lastModified", "entries", "entries/one", "treatments"] {
                let plain = try await client.send("GET", "/api/v3/" + path)
                #expect(try await client.send("GET", "/api/v3/\(path).json") == plain, "\(path)")
            }
            #expect(try await client.send("GET", "/api/v3/entries.json?limit=1").text.contains("110"))
            try await client.send(
                "POST", "/api/v3/treatments.json",
                #"{"eventType": "Note", "date": 1795168800000, "app": "x", "identifier": "two"}"#, expecting: 201)
            // The same document is changed, and no other one is created.
            try await client.send("PATCH", "/api/v3/entries/one.json", #"{"sgv": 111}"#)
            try await client.send(
                "PUT", "/api/v3/entries/one.json",
                #"{"type": "sgv", "sgv": 112, "date": 1795168800000, "app": "x"}"#)
            let entries = try await client.send("GET", "/api/v3/entries")["result"]?.array
            #expect(entries?.map { $0["sgv"]?.double } == [112])
            try await client.send("DELETE", "/api/v3/entries/one.json")
            #expect(try await client.send("GET", "/api/v3/entries")["result"]?.array?.isEmpty == true)
        }
    }

    @Test func `the status has the limits that readers need, and an announcement is marked`() async throws {
        try await NightscoutClient.serve { client, _ in
            let status = try await client.send("GET", "/api/v1/status.json")
            #expect(status["settings"]?["thresholds"]?["bgLow"]?.double == 55)
            try await client.send(
                "POST", "/api/v1/treatments", #"{"eventType": "Announcement", \#(Self.date), "notes": "x"}"#)
            #expect(try await client.list("treatments").map { $0["isAnnouncement"]?.text } == ["true"])
        }
    }
}
