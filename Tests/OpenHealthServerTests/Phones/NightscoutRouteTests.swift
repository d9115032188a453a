// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import TestTimeLimits
import Testing

@testable import OpenHealthServer

@Suite("Nightscout's interface", .timeLimit(.usual)) struct NightscoutRouteTests {
    // MARK: Clients

    @Test("Uploaders of Nightscout send with the SHA-1 of the secret, and read what they have sent")
    func secrets() async throws {
        try await NightscoutClient.serve { client, daemon in
            let hash = PhoneConnection.token(ofSecret: client.connection.token)
            #expect(PhoneConnection.token(ofSecret: "abc") == "a9993e364706816aba3e25717850c26c9cd0d89d")
            let entries = try #require(
                JSONValue(
                    """
                    [{"type": "sgv", "sgv": 112, "date": 1795172100000, "direction": "Flat", "device": "xDrip"},
                     {"type": "sgv", "sgv": 118, "date": 1795172400000, "device": "xDrip"}]
                    """))
            for path in ["/api/v1/entries.json", "/api/v1/entries"] {
                for secret in [hash, hash.uppercased(), client.connection.token] {
                    let response = try await daemon.send("POST", path, json: entries, headers: [("api-secret", secret)])
                    #expect(response.status == 200)
                    #expect(response.json.value.array?.count == 2)
                    #expect(response.json.value.array?.allSatisfy { $0["_id"]?.string?.count == 24 } == true)
                }
            }
            #expect(try daemon.values(.bloodGlucose) == [112, 118])
            let latest = try await client.list("entries.json?count=1")
            #expect(latest.map { $0["sgv"]?.double } == [118])
            #expect(try await client.list("entries").map { $0["direction"]?.string } == [nil, "Flat"])
            for path in ["experiments/test", "status.json", "status", "verifyauth", "verifyauth.json"] {
                try await client.send("GET", "/api/v1/\(path)")
            }
            for secret in ["", "x", String(repeating: "0", count: 40)] {
                let response = try await daemon.send("GET", "/api/v1/entries.json", headers: [("api-secret", secret)])
                #expect(response.status == 401)
            }
            // The secret is valid on these routes only.
            #expect(try await daemon.send("GET", "/v1/types", headers: [("api-secret", hash)]).status == 401)
        }
    }

    @Test func `a list of large documents ends with its bytes, newest first`() async throws {
        try await NightscoutClient.serve { client, daemon in
            // Together they have more than the 16 MiB of a response, and each has less than the largest document.
            let text = String(repeating: "x", count: 200_000)
            let first = 1_795_172_400_000
            for numbers in [0..<30, 30..<60, 60..<90] {
                let documents = numbers.map {
                    "{\"created_at\": \($0 * 60_000 + first), \"device\": \"loop \($0)\", \"note\": \"\(text)\"}"
                }
                try await client.send("POST", "/api/v1/devicestatus", "[" + documents.joined(separator: ",") + "]")
            }
            let found = try await client.list("devicestatus?count=1000").compactMap { $0["device"]?.string }
            let most = (16 << 20) / text.utf8.count + 1
            #expect(found == (90 - most..<90).reversed().map { "loop \($0)" })
        }
    }

    @Test func `xDrip+ saves a treatment with PUT, and deletes the one that it finds`() async throws {
        try await NightscoutClient.serve { client, daemon in
            let (first, second) = ("b4696d08-d1d7-4ba9-a206-15d461c79237", "c5696d08-d1d7-4ba9-a206-15d461c79238")
            for _ in 0..<2 {
                try await client.xDripSave(first, "\"carbs\": 30, \"insulin\": 2.5", at: "2026-11-20T11:00:00Z")
            }
            try await client.xDripSave(second, "\"carbs\": 10", at: "2026-11-20T11:30:00Z")
            #expect(try daemon.values(.insulinDelivery) == [2.5])
            #expect(try daemon.values(.dietaryCarbohydrates) == [30, 10])
            #expect(try await client.xDripDelete("00000000-0000-4000-8000-000000000000") == false)
            #expect(try await client.xDripDelete(first))
            #expect(try daemon.values(.insulinDelivery) == [])
            #expect(try daemon.values(.dietaryCarbohydrates) == [10])
            #expect(try await client.xDripDelete(first) == false)
            #expect(try await client.list("treatments").map { $0["uuid"]?.string } == [second])
        }
    }

    @Test func `Loop changes and deletes a meal by the identifier in the response`() async throws {
        try await NightscoutClient.serve { client, daemon in
            let date = "2026-11-20T12:00:00Z"
            let made = try await client.loopUpload([
                NightscoutClient.loopCarbs(40, sync: "a1", at: date),
                NightscoutClient.loopCarbs(15, sync: "b2", at: "2026-11-20T12:30:00Z"),
            ])
            let changed = NightscoutClient.loopCarbs(25, sync: "a1", id: made[0], at: date)
            let response = try await client.send("PUT", "/api/v1/treatments", changed)
            #expect(response["_id"]?.string == made[0])
            #expect(try await client.list("treatments").map { $0["carbs"]?.double } == [15, 25])
            try await client.send("DELETE", "/api/v1/treatments/\(made[1])")
            #expect(try await client.list("treatments").map { $0["_id"]?.string } == [made[0]])
            let between =
                "treatments?find[timestamp][$gte]=2026-11-20T11:00:00Z&find[timestamp][$lte]=2026-11-20T13:00:00Z&count=50"
            #expect(try await client.list(between).count == 1)
            let sources = try daemon.database.records(SampleRequest()).map(\.source)
            #expect(Set(sources) == ["Loop"])
        }
    }

    @Test func `a deleted document does not come back with a late copy of the request that sent it`() async throws {
        try await NightscoutClient.serve { client, daemon in
            let date = "2026-11-20T12:00:00Z"
            func carbs() throws -> [Double] { try daemon.values(.dietaryCarbohydrates) }
            let meal = NightscoutClient.loopCarbs(40, sync: "a1", at: date)
            let made = try await client.loopUpload([meal])
            try await client.send("DELETE", "/api/v1/treatments/\(made[0])")
            #expect(try carbs() == [])
            // Loop needs a response with the identifier in any case.
            for _ in 0..<2 {
                #expect(try await client.loopUpload([meal]) == made)
                #expect(try carbs() == [])
                #expect(try await client.list("treatments").isEmpty)
            }
            // A later version is no copy, and neither is one that its sender has marked as changed.
            let changed = NightscoutClient.loopCarbs(30, sync: "a1", at: date)
            #expect(try await client.loopUpload([changed]) == made)
            #expect(try carbs() == [30])
            try await client.send("DELETE", "/api/v1/treatments/\(made[0])")
            _ = try await client.loopUpload([changed.replacing("{", with: "{\"srvModified\": 1795183300000, ")])
            #expect(try carbs() == [30])
            // A document that its sender has marked as deleted does not come back either.
            _ = try await client.loopUpload([changed.replacing("{", with: "{\"isValid\": false, ")])
            #expect(try carbs() == [])
            _ = try await client.loopUpload([changed.replacing("{", with: "{\"srvModified\": 1795183300000, ")])
            #expect(try carbs() == [])
            #expect(try await client.list("treatments").isEmpty)
        }
    }

    @Test func `a person can take a deletion back, and enter what they have deleted again`() async throws {
        try await NightscoutClient.serve { client, daemon in
            func carbs() throws -> [Double] { try daemon.values(.dietaryCarbohydrates) }
            // xDrip+ repeats the treatment with a PUT.
            let uuid = "b4696d08-d1d7-4ba9-a206-15d461c79237"
            for _ in 0..<2 {
                try await client.xDripSave(uuid, "\"carbs\": 30", at: "2026-11-20T11:00:00Z")
                #expect(try carbs() == [30])
                #expect(try await client.xDripDelete(uuid))
                #expect(try carbs() == [])
            }
            // The same meal without an identifier is entered anew.
            let meal = #"{"eventType": "Carb Correction", "carbs": 12, "created_at": "2026-11-20T12:00:00Z"}"#
            for _ in 0..<2 {
                try await client.send("POST", "/api/v1/treatments", meal)
                #expect(try carbs() == [12])
                let id = try #require(try await client.list("treatments").first?["_id"]?.string)
                try await client.send("DELETE", "/api/v1/treatments/\(id)")
                #expect(try carbs() == [])
            }
        }
    }

    @Test func `a changed amount replaces the earlier one`() async throws {
        try await NightscoutClient.serve { client, daemon in
            for amount in ["4.0", "1.5"] {
                _ = try await client.loopUpload([
                    """
                    {"eventType": "Correction Bolus", "insulin": \(amount), "created_at": "2026-11-20T12:00:00Z",
                     "enteredBy": "loop://phone", "syncIdentifier": "a1b2", "_id": "665f00000000000000000001"}
                    """
                ])
                let carbs = NightscoutClient.trio(
                    "Carb Correction", "\"carbs\": \(amount)", id: "6F9619FF-8B86-D011-B42D-00C04FC964FF",
                    at: "2026-11-20T13:00:00Z")
                try await client.send("POST", "/api/v1/treatments.json", "[\(carbs)]")
            }
            #expect(try daemon.values(.insulinDelivery) == [1.5])
            #expect(try daemon.values(.dietaryCarbohydrates) == [1.5])
            #expect(try await client.list("treatments").count == 2)
        }
    }

    @Test func `Trio does not receive its own meals, and deletes all parts of one`() async throws {
        try await NightscoutClient.serve { client, daemon in
            let (meal, parts) = ("6F9619FF-8B86-D011-B42D-00C04FC964F0", "7F9619FF-8B86-D011-B42D-00C04FC964F1")
            let documents = [
                NightscoutClient.trio(
                    "Carb Correction", "\"carbs\": 40, \"fat\": 20, \"protein\": 10", id: meal,
                    at: "2026-11-20T12:00:00.000Z"),
                NightscoutClient.trio("Carb Correction", "\"carbs\": 5", id: parts, at: "2026-11-20T12:30:00.000Z"),
                NightscoutClient.trio("Carb Correction", "\"carbs\": 6", id: parts, at: "2026-11-20T13:00:00.000Z"),
            ]
            let body = "[\(documents.joined(separator: ","))]"
            try await client.send("POST", "/api/v1/treatments.json", body)
            try await client.xDripSave(
                "b4696d08-d1d7-4ba9-a206-15d461c79237", "\"carbs\": 8", at: "2026-11-20T11:00:00Z")
            let meals = try await client.trioMeals(since: "2026-11-19T14:00:00.000Z")
            #expect(meals.map { $0["carbs"]?.double } == [8])
            #expect(try await client.trioMeals(since: "2026-11-20T11:00:00.000Z").isEmpty)
            #expect(try daemon.values(.dietaryCarbohydrates) == [8, 40, 5, 6])
            let response = try await client.send("DELETE", "/api/v1/treatments.json?find[id][$eq]=\(parts)")
            #expect(response["n"]?.double == 2)
            #expect(try daemon.values(.dietaryCarbohydrates) == [8, 40])
            try await client.send("DELETE", "/api/v1/treatments.json?find[id][$eq]=\(meal)")
            #expect(try daemon.values(.dietaryCarbohydrates) == [8])
            #expect(try daemon.values(.dietaryFatTotal) == [])
        }
    }

    @Test func `Trio's other requests are answered`() async throws {
        try await NightscoutClient.serve { client, _ in
            let check = #"{"eventType": "Note", "enteredBy": "Trio", "notes": "Trio connected"}"#
            #expect(try await client.send("POST", "/api/v1/treatments.json", check).array?.count == 1)
            let exercise = NightscoutClient.trio(
                "Exercise", "\"duration\": 60, \"notes\": \"Running\"", id: UUID().uuidString,
                at: "2026-11-20T12:00:00.000Z")
            try await client.send("POST", "/api/v1/treatments.json", "[\(exercise)]")
            let removed = try await client.send(
                "DELETE",
                "/api/v1/treatments.json?find[created_at][$eq]=2026-11-20T12:00:00.000Z&find[eventType][$eq]=Exercise")
            #expect(removed["deletedCount"]?.double == 1)
            try await client.send(
                "GET", "/api/v1/treatments.json?find[eventType]=Temporary+Target&find[duration][$exists]=true")
            let profile =
                #"{"defaultProfile": "default", "startDate": "2026-11-20T11:00:00Z", "store": {"default": {"dia": 6}}}"#
            try await client.send("POST", "/api/v1/profile.json", profile)
            #expect(try await client.list("profile.json?count=1").first?["store"]?["default"]?["dia"]?.double == 6)
            #expect(try await client.send("GET", "/api/v1/profile/current")["defaultProfile"]?.string == "default")
            let reading = """
                [{"id": "A", "sgv": 112, "direction": "Flat", "date": 1795172400000, "dateString": "2026-11-20T11:00:00.000Z"}]
                """
            try await client.send("POST", "/api/v1/entries.json", reading)
            #expect(
                try await client.list("entries/sgv.json?count=1600&find[dateString][$gte]=2026-11-19T11:00:00.000Z")
                    .count
                    == 1)
            try await client.send(
                "DELETE",
                "/api/v1/entries.json?find[$or][0][id][$eq]=A&find[$or][1][dateString][$eq]=2026-11-20T11:00:00.000Z")
            #expect(try await client.list("entries/sgv.json?count=1600").isEmpty)
        }
    }

    @Test func `readers and bridges receive entries`() async throws {
        try await NightscoutClient.serve { client, _ in
            #expect(try await client.list("entries?count=1").isEmpty)
            #expect(try await client.send("GET", "/api/v1/profile/current") == .null)
            try await client.send(
                "POST", "/api/v1/entries",
                """
                [{"type": "sgv", "sgv": 101, "direction": "Flat", "device": "nightscout-librelink-up", "date": 1795172400000,
                  "dateString": "2026-11-20T11:00:00.000Z"},
                 {"type": "mbg", "mbg": 99, "device": "meter", "date": 1795172500000}, {"type": "cal", "slope": 1, "date": 1795172600000}]
                """)
            #expect(try await client.list("entries?count=1").map { $0["type"]?.string } == ["cal"])
            #expect(try await client.list("entries/sgv.json").map { $0["sgv"]?.double } == [101])
            #expect(try await client.list("entries/mbg").map { $0["mbg"]?.double } == [99])
            #expect(try await client.list("entries/cal.json?count=100000").count == 1)
            let current = try await client.list("entries/current.json")
            let name = try #require(current.first?["_id"]?.string)
            #expect(try await client.list("entries/\(name)").count == 1)
            // 0 is no document without conditions, and no limit with conditions.
            #expect(try await client.list("entries?count=0").isEmpty)
            #expect(try await client.list("entries/sgv.json?count=0").isEmpty)
            #expect(try await client.list("entries.json?count=0&find[date][$gt]=0").count == 3)
            for count in ["-1", "x"] {
                try await client.send("GET", "/api/v1/entries.json?count=\(count)", expecting: 400)
            }
        }
    }

    // MARK: Documents

    @Test(arguments: [
        "find[carbs][$where]=1", "find[$where]=1", "find[eventType]=/a.*/", "find", "find[carbs]=NaN",
        "find[carbs][$gte]=nan",
        "find[carbs][$in][]=NaN", "find[created_at]=NaN", "find[created_at][$lte]=NaN",
        "find[created_at][$lte]=Invalid+Date",
        "find[srvCreated]=NaN", "find[carbs][$lt]=inf",
    ])
    func `a condition that is not understood is refused, and nothing is deleted`(condition: String) async throws {
        try await NightscoutClient.serve { client, daemon in
            try await client.xDripSave(
                "b4696d08-d1d7-4ba9-a206-15d461c79237", "\"carbs\": 8", at: "2026-11-20T11:00:00Z")
            for method in ["GET", "DELETE"] {
                try await client.send(method, "/api/v1/treatments.json?\(condition)", expecting: 400)
            }
            try await client.send("DELETE", "/api/v1/treatments", expecting: 400)
            try await client.send("DELETE", "/api/v1/treatments/*", expecting: 400)
            #expect(try daemon.values(.dietaryCarbohydrates) == [8])
        }
    }

    @Test func `a client reads what it has sent, with all fields`() async throws {
        try await NightscoutClient.serve { client, _ in
            let sent = """
                {"_id": "665f00000000000000000001", "eventType": "Snack Bolus", "carbs": 12.5, "notes": "late", "x": {"y": [1, null]},
                 "created_at": "2026-11-20T11:00:00Z"}
                """
            try await client.send("POST", "/api/v1/treatments", sent)
            let found = try await client.list("treatments")
            let expected =
                String(sent.dropLast().replacing("T11:00:00Z", with: "T11:00:00.000Z")) + ", \"utcOffset\": 0}"
            #expect(found == [try #require(JSONValue(expected))])
        }
    }

    @Test func `a meal some minutes after its bolus is read and deleted by itself`() async throws {
        try await NightscoutClient.serve { client, daemon in
            let sent = """
                [{"_id": "665f00000000000000000001", "eventType": "Meal Bolus", "insulin": 4, "carbs": 45, "preBolus": 15,
                  "created_at": "2026-11-20T12:00:00+01:00"}]
                """
            for _ in 0..<2 {
                let responses = try await client.send("POST", "/api/v1/treatments", sent).array ?? []
                #expect(responses.map { $0["carbs"]?.double } == [nil, 45])
            }
            let found = try await client.list("treatments?find[carbs][$exists]=true")
            #expect(found.map { $0["created_at"]?.string } == ["2026-11-20T11:15:00.000Z"])
            #expect(found.map { $0["utcOffset"]?.double } == [60])
            let meals = try daemon.database.samples(
                SampleRequest(types: [HKQuantityTypeIdentifier.dietaryCarbohydrates.rawValue]))
            #expect(meals.map { $0.startDate.timeIntervalSince1970 } == [1_795_173_300])
            let name = found.first?["_id"]?.string ?? ""
            try await client.send("DELETE", "/api/v1/treatments/\(name)")
            #expect(try daemon.values(.dietaryCarbohydrates) == [])
            #expect(try daemon.values(.insulinDelivery) == [4])
        }
    }

    @Test func `a treatment with a name of many null characters is refused, and the others are stored`()
        async throws
    {
        try await NightscoutClient.serve { client, daemon in
            let name = String(repeating: "\\u0000", count: 200_000)
            let sent = """
                [{"eventType": "Snack Bolus", "carbs": 1, "enteredBy": "\(name)", "device": "\(name)", "created_at": "2026-11-20T11:00:00Z"},
                 {"eventType": "Snack Bolus", "carbs": 2, "created_at": "2026-11-20T11:00:00Z"}]
                """
            let responses = try await client.send("POST", "/api/v1/treatments", sent).array ?? []
            #expect(responses.map { $0["_id"]?.string?.count } == [nil, 24])
            #expect(responses.first.map { $0.text.utf8.count < 100 } == true)
            #expect(try daemon.values(.dietaryCarbohydrates) == [2])
            let push = try #require(try daemon.database.pushes.all(of: client.connection.app.identifier).first)
            #expect(push.refused == 1 && push.remarks.first?.hasPrefix("/0: the document is longer") == true)
        }
    }

    @Test func `treatments of one time differ by their identifiers, and readings of a sensor do not`() async throws {
        try await NightscoutClient.serve { client, daemon in
            for id in ["a", "b"] {
                try await client.send(
                    "POST", "/api/v1/treatments",
                    "{\"_id\": \"\(id)\", \"eventType\": \"Snack Bolus\", \"carbs\": 12, \"created_at\": \"2026-11-20T11:00:00Z\"}"
                )
                try await client.send(
                    "POST", "/api/v1/entries",
                    "{\"_id\": \"\(id)\", \"type\": \"sgv\", \"sgv\": 112, \"date\": 1795172400000}")
            }
            #expect(try daemon.values(.dietaryCarbohydrates) == [12, 12])
            #expect(try daemon.values(.bloodGlucose) == [112])
            #expect(try await client.list("entries").map { $0["_id"]?.string } == ["a"])
        }
    }

    @Test func `a treatment that is not valid is removed`() async throws {
        try await NightscoutClient.serve { client, daemon in
            func document(_ isValid: Bool) -> String {
                """
                [{"eventType": "Carb Correction", "carbs": 17, "created_at": "2026-11-20T13:30:00Z", "enteredBy": "AAPS",
                  "_id": "665f00000000000000000021", "isValid": \(isValid)}]
                """
            }
            try await client.send("POST", "/api/v1/treatments.json", document(true))
            #expect(try daemon.values(.dietaryCarbohydrates) == [17])
            for _ in 0..<2 {
                try await client.send("POST", "/api/v1/treatments.json", document(false))
                #expect(try daemon.values(.dietaryCarbohydrates) == [])
                #expect(try await client.list("treatments").isEmpty)
            }
            try await client.send("POST", "/api/v1/treatments.json", document(true))
            #expect(try daemon.values(.dietaryCarbohydrates) == [17])
        }
    }

    @Test func `a temporary basal rate ends when the next one starts`() async throws {
        try await NightscoutClient.serve { client, daemon in
            func basal(_ minute: Int, _ rate: Double, duration: Int = 30) async throws {
                let document = NightscoutClient.trio(
                    "Temp Basal", "\"rate\": \(rate), \"absolute\": \(rate), \"duration\": \(duration)",
                    id: "6F9619FF-8B86-D011-B42D-00C04FC96\(400 + minute)", at: "2026-11-20T12:\(minute):00.000Z")
                try await client.send("POST", "/api/v1/treatments.json", "[\(document)]")
            }
            func delivered() throws -> [Double] {
                try daemon.values(.insulinDelivery).map { ($0 * 1000).rounded() / 1000 }
            }
            try await basal(10, 1.2)
            #expect(try delivered() == [0.6])
            try await basal(20, 2.4)
            #expect(try delivered() == [0.2, 1.2])
            // A rate between them, which arrives late.
            try await basal(15, 0)
            #expect(try delivered() == [0.1, 1.2])
            // The rate is cancelled.
            try await basal(25, 0, duration: 0)
            #expect(try delivered() == [0.1, 0.2])
            try await client.send("DELETE", "/api/v1/treatments.json?find[rate][$eq]=0")
            #expect(try delivered() == [0.2, 1.2])
        }
    }

    @Test func `what the person deletes disappears from the documents`() async throws {
        try await NightscoutClient.serve { client, daemon in
            func save() async throws {
                try await client.xDripSave(
                    "b4696d08-d1d7-4ba9-a206-15d461c79237", "\"carbs\": 30, \"insulin\": 2.5",
                    at: "2026-11-20T11:00:00Z")
            }
            try await save()
            func delete(_ type: HKQuantityTypeIdentifier) throws {
                let samples = try daemon.database.samples(SampleRequest(types: [type.rawValue]))
                try daemon.database.delete(samples.map(\.uuid))
            }
            try delete(.dietaryCarbohydrates)
            for _ in 0..<2 {
                let left = try await client.list("treatments")
                #expect(left.count == 1 && left[0]["carbs"] == nil && left[0]["insulin"]?.double == 2.5)
                // The app sends the treatment again.
                try await save()
            }
            try delete(.insulinDelivery)
            #expect(try await client.list("treatments").isEmpty)
            // With the next change, the values are removed from the store.
            try await client.send("POST", "/api/v1/devicestatus.json", "[{\"device\": \"x\"}]")
            try await save()
            #expect(try await client.list("treatments").isEmpty)
            let texts = try daemon.database.read { db in
                try String.fetchAll(db, sql: "SELECT json FROM nightscout_document WHERE collection = 'treatments'")
            }
            #expect(texts.count == 1 && !texts[0].contains("carbs") && !texts[0].contains("insulin"))
        }
    }

    @Test func `a client reads samples of others, but not the documents of other clients`() async throws {
        try await NightscoutClient.serve { client, daemon in
            let other = try NightscoutClient(daemon)
            try await other.send(
                "POST", "/api/v1/treatments",
                """
                [{"eventType": "Meal Bolus", "carbs": 20, "insulin": 2, "notes": "private", "created_at": "2026-11-20T11:00:00Z",
                  "enteredBy": "Trio", "glucose": 90, "glucoseType": "Finger", "units": "mg/dl"}]
                """)
            let found = try await client.list("treatments")
            #expect(Set(found.compactMap { $0["eventType"]?.string }) == ["Correction Bolus", "Carb Correction"])
            #expect(found.allSatisfy { $0["notes"] == nil && $0["_id"]?.string?.count == 24 })
            #expect(try await client.list("entries").map { $0["type"]?.string } == ["mbg"])
            #expect(try await client.list("treatments?find[enteredBy][$ne]=Trio").isEmpty)
            // They are not the client's to delete.
            let name = try #require(found.first?["_id"]?.string)
            #expect(try await client.send("DELETE", "/api/v1/treatments/\(name)")["n"]?.double == 0)
            #expect(try await other.list("treatments").count == 1)
            #expect(try await other.list("entries").isEmpty)
        }
    }

    @Test func `values of types that the app may not save or read are left out`() async throws {
        try await NightscoutClient.serve { client, daemon in
            let app = client.connection.app.identifier
            try daemon.database.apps.setPermission(
                share: .denied, read: nil, app: app, types: [HKQuantityTypeIdentifier.insulinDelivery.rawValue])
            try await client.xDripSave(
                "b4696d08-d1d7-4ba9-a206-15d461c79237", "\"carbs\": 30, \"insulin\": 2.5", at: "2026-11-20T11:00:00Z")
            #expect(try daemon.values(.insulinDelivery) == [])
            let found = try await client.list("treatments")
            #expect(found.count == 1 && found[0]["insulin"] == nil && found[0]["carbs"]?.double == 30)
            let push = try #require(try daemon.database.pushes.all(of: app).first)
            #expect(push.remarks.contains { $0.contains("insulinDelivery") })
            try daemon.database.apps.setPermission(
                share: nil, read: .denied, app: app, types: [HKQuantityTypeIdentifier.dietaryCarbohydrates.rawValue])
            #expect(try await client.list("treatments").isEmpty)
        }
    }

    @Test func `the documents of a removed app are removed`() async throws {
        try await NightscoutClient.serve { client, daemon in
            try await client.xDripSave(
                "b4696d08-d1d7-4ba9-a206-15d461c79237", "\"carbs\": 30", at: "2026-11-20T11:00:00Z")
            try daemon.database.apps.forget(client.connection.app.identifier)
            let count = try daemon.database.read { db in
                try Int.fetchOne(
                    db,
                    sql: "SELECT (SELECT count(*) FROM nightscout_document) + (SELECT count(*) FROM nightscout_part)")
            }
            #expect(count == 0)
            #expect(try daemon.values(.dietaryCarbohydrates) == [30])
            #expect(try daemon.database.check().findings == [])
        }
    }

    @Test func `only the newest states of devices are kept`() async throws {
        try await NightscoutClient.serve { client, _ in
            let kept = NightscoutCollection.deviceStatus.keptDocuments
            let documents = (0..<kept + 20).map { number in
                "{\"device\": \"loop://iPhone\", \"date\": \(1_795_000_000_000 + number), \"number\": \(number)}"
            }
            try await client.send("POST", "/api/v1/devicestatus", "[\(documents.joined(separator: ","))]")
            let found = try await client.list("devicestatus?count=5000")
            #expect(found.count == kept)
            #expect(found.first?["number"]?.double == Double(kept + 19))
        }
    }

    @Test func `heart rates of xDrip+ are stored, and its totals of steps are refused by name`() async throws {
        try await NightscoutClient.serve { client, daemon in
            try await client.send(
                "POST", "/api/v1/activity",
                """
                [{"type": "hr-bpm", "timeStamp": 1795172400000, "created_at": "2026-11-20T11:00:00Z", "bpm": 71, "accuracy": 3},
                 {"type": "steps-total", "timeStamp": 1795172400000, "created_at": "2026-11-20T11:00:00Z", "steps": 4000}]
                """)
            #expect(try daemon.values(.heartRate) == [71])
            let push = try #require(try daemon.database.pushes.all(of: client.connection.app.identifier).first)
            #expect(push.refused == 1 && push.remarks.first?.hasPrefix("/1: a running total of steps") == true)
        }
    }
}
