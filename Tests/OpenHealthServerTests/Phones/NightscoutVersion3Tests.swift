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

@Suite("Version 3 of Nightscout's interface", .timeLimit(.usual)) struct NightscoutVersion3Tests {
    private static let noon = 1_795_176_000_000
    private static let now = 1_795_183_200_000

    private static func serve(
        _ body: @escaping @Sendable (AndroidAPSClient, NightscoutClient, TestDaemon) async throws -> Void
    ) async throws {
        try await TestDaemon.with {
            $0.clock = { Date(timeIntervalSince1970: Double(now) / 1000) }
        } _: { daemon in
            let old = try NightscoutClient(daemon)
            try await body(try AndroidAPSClient(daemon, old.connection), old, daemon)
        }
    }

    private static func note(_ fields: String = "\"notes\": \"a\"", _ name: String = "a", at date: Int = noon) -> String
    {
        "{\"identifier\": \"\(name)\", \"date\": \(date), \"app\": \"x\", \"eventType\": \"Note\", \(fields)}"
    }

    // MARK: Tokens

    @Test func `the token of the connection, its hash and a signed token are valid, and nothing else`() async throws {
        try await Self.serve { _, old, daemon in
            let secret = old.connection.token
            let hash = PhoneConnection.token(ofSecret: secret)
            var signed: [String] = []
            for sent in [secret, hash] {
                let response = try await daemon.send("GET", "/api/v2/authorization/request/\(sent)")
                #expect(response.status == 200)
                let json = response.json.value
                #expect(json["exp"]?.double == Double(Self.now / 1000 + 28_800))
                #expect(json["sub"]?.string == old.connection.app.name && json["permissionGroups"]?.array != nil)
                signed.append(try #require(json["token"]?.string))
            }
            for path in ["/api/v3/status", "/api/v1/entries.json"] {
                for token in [secret, hash] + signed {
                    #expect(try await daemon.send("GET", path, token: token).status == 200)
                }
                let parts = signed[0].split(separator: ".").map(String.init)
                for token in [
                    "", "x", "a.b.c", "..", parts[0] + "." + parts[1], signed[0] + "x",
                    [parts[0], parts[1], parts[1]].joined(separator: "."), String(repeating: ".", count: 5000),
                ] {
                    #expect(try await daemon.send("GET", path, token: token).status == 401)
                }
                #expect(try await daemon.send("GET", path + "?token=\(secret)").status == 401)
            }
            // A signed token is valid on the routes of Nightscout only, and for another one.
            #expect(try await daemon.send("GET", "/v1/app", token: signed[0]).status == 401)
            #expect(try await daemon.send("GET", "/api/v2/authorization/request/\(signed[0])").status == 200)
            for wrong in ["x", String(repeating: "0", count: 40), signed[0] + "x"] {
                #expect(try await daemon.send("GET", "/api/v2/authorization/request/\(wrong)").status == 401)
            }
            #expect(try await daemon.send("GET", "/api/v3/version").json.value["result"]?["apiVersion"]?.string != nil)
        }
    }

    @Test func `signed tokens end with their time, their key and their form`() {
        let (tokens, others) = (NightscoutTokens(), NightscoutTokens())
        let token = tokens.token(of: Data([1, 2, 3]), issued: 1000)
        #expect(tokens.credential(of: token, at: 1000) == Data([1, 2, 3]))
        #expect(tokens.credential(of: token, at: 1000 + 28_799.5) == Data([1, 2, 3]))
        #expect(tokens.credential(of: token, at: 1000 + 28_800) == nil)
        #expect(others.credential(of: token, at: 1000) == nil)
        for index in token.indices where token[index] != "." {
            var changed = token
            changed.replaceSubrange(index...index, with: token[index] == "A" ? "B" : "A")
            #expect(tokens.credential(of: changed, at: 1000) == nil)
        }
    }

    // MARK: Documents

    @Test(arguments: [
        (#"{}"#, "Bad or missing request body"), (#"{"app": "x"}"#, "Bad or missing date field"),
        (#"{"date": 1, "app": "x"}"#, "Bad or missing date field"),
        (#"{"date": "yesterday", "app": "x"}"#, "Bad or missing date field"),
        (#"{"date": 1795176000000}"#, "Bad or missing app field"),
        (#"{"date": 1795176000000, "app": " "}"#, "Bad or missing app field"),
        (#"{"date": 1795176000000, "app": "x", "utcOffset": 2000}"#, "Bad or missing utcOffset field"),
        (#"{"date": 1795176000000, "app": "x", "utcOffset": "60"}"#, "Bad or missing utcOffset field"),
        (#"{"date": 1795176000000, "app": "x", "identifier": 7}"#, "Bad or missing identifier field"),
        (#"{"date": 1795176000000, "app": "x", "identifier": " "}"#, "Bad or missing identifier field"),
        (#"[]"#, "Bad or missing request body"),
        (#"[{"date": 1795176000000, "app": "x"}]"#, "Bad or missing request body"),
    ])
    func `a document that lacks something is refused with Nightscout's message`(body: String, message: String)
        async throws
    {
        try await Self.serve { client, _, daemon in
            for path in [("POST", "treatments"), ("PUT", "treatments/a")]
            where !body.contains("identifier") || path.0 == "POST" {
                let response = try await client.send(path.0, path.1, body)
                #expect(response.status == 400 && response.text.contains(message), "\(response.text)")
            }
            #expect(try daemon.database.records(SampleRequest()).isEmpty)
        }
    }

    @Test func `half a surrogate pair becomes a replacement character, and a deep document is refused`() async throws {
        try await OwnedDaemon.with {
            $0.clock = { Date(timeIntervalSince1970: Double(Self.now) / 1000) }
        } _: { daemon in
            let connection = try PhoneConnection.create(.nightscout, server: daemon.url, in: daemon.database)
            func send(_ fields: String) async throws -> OwnedDaemon.Response {
                try await daemon.send(
                    "PUT", "/api/v3/treatments/a", as: .app(connection.token), json: Self.note(fields))
            }
            #expect(try await send(#""notes": "lunch \ud83d""#).status == 201)
            let deep = String(repeating: "[", count: 200) + String(repeating: "]", count: 200)
            let refused = try await send("\"notes\": \(deep)")
            #expect(refused.status == 400)
            #expect(refused.text.contains("values are nested deeper than 160 levels"))
            let stored = try await daemon.send("GET", "/api/v3/treatments/a", as: .app(connection.token))
            #expect(stored.json?["result"]?["notes"]?.string == "lunch \u{FFFD}")
        }
    }

    @Test func `the last value of a key that a document has twice is stored`() async throws {
        try await Self.serve { client, _, _ in
            let note = Self.note("\"notes\": \"a\", \"notes\": \"b\"")
            #expect(try await client.send("PUT", "treatments/a", note).status == 201)
            let stored = try await client.send("GET", "treatments/a")
            #expect(stored.text.contains("\"notes\":\"b\"") && !stored.text.contains("\"notes\":\"a\""))
            #expect(try await client.send("PATCH", "treatments/a", #"{"notes": "c", "notes": "d"}"#).status == 200)
            let changed = try await client.send("GET", "treatments/a")
            #expect(changed.text.contains("\"notes\":\"d\"") && !changed.text.contains("\"notes\":\"c\""))
        }
    }

    @Test func `a list is sorted by one parameter`() async throws {
        try await Self.serve { client, _, _ in
            var statuses: [Int] = []
            for query in ["sort=date", "sort=carbs", "sort=date&sort$desc=date"] {
                let response = try await client.send("GET", "treatments?" + query)
                statuses.append(response.status)
            }
            #expect(statuses == [200, 400, 400])
        }
    }

    @Test func `a document is read, replaced, patched and deleted by its identifier`() async throws {
        try await Self.serve { client, old, _ in
            #expect(try await client.send("GET", "treatments/a").status == 404)
            let created = try await client.send("PUT", "treatments/a", Self.note())
            #expect(created.status == 201 && created.json.value["identifier"]?.string == "a")
            #expect(created.header("Location") == "/api/v3/treatments/a")
            #expect(created.header("Last-Modified") == "Fri, 20 Nov 2026 14:00:00 GMT")
            let replaced = try await client.send("PUT", "treatments/a", Self.note("\"x\": 1"))
            #expect(replaced.status == 200 && replaced.json.value["identifier"] == nil)
            var document = try await client.send("GET", "treatments/a").json.value["result"]
            #expect(document?["x"]?.double == 1 && document?["notes"] == nil)
            #expect(document?["srvModified"]?.double == Double(Self.now + 1))
            #expect(try await client.send("PATCH", "treatments/a", #"{"notes": "b", "srvModified": 1}"#).status == 200)
            document = try await client.send("GET", "treatments/a").json.value["result"]
            #expect(document?["x"]?.double == 1 && document?["notes"]?.string == "b")
            // The identifier of version 1 is valid, too.
            let name = try #require(try await old.list("treatments").first?["_id"]?.string)
            #expect(try await client.send("GET", "treatments/\(name)").status == 200)
            #expect(try await client.send("PUT", "treatments/\(name)", Self.note("\"x\": 2")).status == 200)
            #expect(try await client.list("treatments").map { $0["identifier"]?.string } == ["a"])
            #expect(try await client.send("DELETE", "treatments/\(name)").status == 200)
            #expect(try await client.send("PUT", "treatments/a", Self.note()).status == 410)
            #expect(try await client.send("DELETE", "treatments/a?permanent=true").status == 200)
            #expect(try await client.send("GET", "treatments/a").status == 404)
            #expect(try await client.list("treatments/history/0").isEmpty)
            #expect(try await client.send("PUT", "treatments/a", Self.note()).status == 201)
        }
    }

    @Test(arguments: [
        (#""date": 1795176001000"#, "date"), (#""eventType": "Question""#, "eventType"), (#""app": "y""#, "app"),
        (#""device": "y""#, "device"), (#""utcOffset": 120"#, "utcOffset"), (#""isValid": false"#, "isValid"),
        (#""identifier": "b""#, "identifier"),
    ])
    func `what identifies a document is not changed`(change: String, field: String) async throws {
        try await Self.serve { client, _, _ in
            _ = try await client.create(
                "treatments", Self.note(#""device": "x", "utcOffset": 60, "isValid": true"#))
            let response = try await client.send("PATCH", "treatments/a", "{\(change)}")
            #expect(response.status == 400)
            #expect(response.text.contains("Field \(field) cannot be modified by the client"))
            #expect(try await client.list("treatments/history/\(Self.now)").isEmpty)
        }
    }

    @Test func `a locked document is not changed`() async throws {
        try await Self.serve { client, _, _ in
            _ = try await client.create("treatments", Self.note("\"isReadOnly\": true"))
            let requests: [(String, String?)] = [
                ("PUT", Self.note()), ("PATCH", #"{"notes": "b"}"#), ("DELETE", nil),
            ]
            for (method, body) in requests {
                #expect(try await client.send(method, "treatments/a", body).status == 422)
            }
            #expect(try await client.send("POST", "treatments", Self.note()).status == 422)
        }
    }

    @Test func `a document that was changed meanwhile is not overwritten, and an unchanged one is not sent again`()
        async throws
    {
        try await Self.serve { client, old, daemon in
            _ = try await client.create("treatments", Self.note())
            let dates = [("Fri, 20 Nov 2026 13:59:59 GMT", 412, 200), ("Fri, 20 Nov 2026 14:00:00 GMT", 200, 304)]
            for (date, status, read) in dates {
                for (method, body) in [("PATCH", #"{"notes": "b"}"#), ("PUT", Self.note())] {
                    let response = try await daemon.send(
                        method, "/api/v3/treatments/a", token: old.connection.token, json: JSONValue(body),
                        headers: [("If-Unmodified-Since", date)])
                    #expect(response.status == status)
                }
                let response = try await daemon.send(
                    "GET", "/api/v3/treatments/a", token: old.connection.token, headers: [("If-Modified-Since", date)])
                #expect(response.status == read)
            }
        }
    }

    // MARK: Lists

    @Test func `documents are searched, sorted, skipped and shortened`() async throws {
        try await Self.serve { client, _, _ in
            for (number, event) in ["Note", "Exercise", "Note", "Question"].enumerated() {
                _ = try await client.create(
                    "treatments",
                    """
                    {"identifier": "\(number)", "date": \(Self.noon - number * 60_000), "app": "x", "eventType": "\(event)",
                     "number": \(number), "isValid": true}
                    """)
            }
            func found(_ query: String) async throws -> String {
                try await client.list("treatments?" + query).map { $0["identifier"]?.string ?? "-" }.joined()
            }
            #expect(try await found("sort=date") == "3210")
            #expect(try await found("sort$desc=date") == "0123")
            #expect(try await found("sort%24desc=created_at&limit=2&skip=1") == "12")
            #expect(try await found("sort=srvModified") == "0123")
            #expect(try await found("sort$desc=srvModified&limit=1") == "3")
            #expect(try await found("sort=date&eventType=Note") == "20")
            #expect(try await found("sort=date&eventType$eq='Note'") == "20")
            #expect(try await found("sort=date&eventType$ne=Note&isValid=true") == "31")
            #expect(try await found("sort=date&eventType$in=Exercise%7CQuestion") == "31")
            #expect(try await found("sort=date&eventType$nin=Exercise%7CQuestion") == "20")
            #expect(try await found("sort=date&eventType$re=Ex%7CQu") == "31")
            #expect(try await found("sort=date&number$gte=1&number$lt=3") == "21")
            #expect(try await found("sort=date&date$gt=\(Self.noon - 120_000)") == "10")
            #expect(try await found("sort=date&created_at$lte=2026-11-20T11:58:00Z") == "32")
            #expect(try await found("srvModified$gt=\(Self.now + 2)") == "3")
            #expect(try await found("identifier=2&token=x&now=1") == "2")
            let short = try await client.list("treatments?identifier=2&fields=number,eventType")
            #expect(short == [try #require(JSONValue(#"{"eventType": "Note", "number": 2}"#))])
            #expect(try await client.list("treatments?identifier=2&fields=_all").first?["app"]?.string == "x")
            for query in [
                "limit=0", "limit=1001", "limit=x", "skip=-1", "sort=date&sort$desc=date", "sort=number",
                "number$where=1", "eventType$re=a.*",
            ] {
                #expect(try await client.send("GET", "treatments?" + query).status == 400, "\(query)")
            }
        }
    }

    @Test func `changes are listed after a date in the path or in the header`() async throws {
        try await Self.serve { client, old, daemon in
            for name in ["a", "b"] { _ = try await client.create("treatments", Self.note("\"x\": 1", name)) }
            #expect(try await client.list("treatments/history/\(Self.now)").map { $0["identifier"]?.string } == ["b"])
            #expect(try await client.list("treatments/history/2026-11-20T14:00:00Z").count == 1)
            #expect(try await client.send("GET", "treatments/history/x").status == 400)
            #expect(try await client.send("GET", "treatments/history").status == 400)
            for (date, count) in [("Fri, 20 Nov 2026 14:00:00 GMT", 2), ("Fri, 20 Nov 2026 14:00:01 GMT", 0)] {
                let response = try await daemon.send(
                    "GET", "/api/v3/treatments/history", token: old.connection.token, headers: [("Last-Modified", date)]
                )
                #expect(response.json.value["result"]?.array?.count == count)
                #expect(response.header("ETag") == (count == 0 ? nil : "W/\"\(Self.now + 1)\""))
            }
        }
    }

    // MARK: Both versions

    private static let bolus = """
        {"eventType": "Correction Bolus", "insulin": 2, "created_at": "2026-11-20T12:00:00Z", "enteredBy": "AAPS"}
        """
    private static let newBolus = AndroidAPSClient.bolus(2, at: noon)

    @Test func `the same treatment by both versions counts once`() async throws {
        for order in [[1, 3], [3, 1], [1, 3, 1, 3]] {
            try await Self.serve { client, old, daemon in
                for version in order {
                    if version == 1 {
                        try await old.send("POST", "/api/v1/treatments", Self.bolus)
                    } else {
                        #expect(try await client.send("POST", "treatments", Self.newBolus).status < 300)
                    }
                }
                #expect(try daemon.values(.insulinDelivery) == [2])
                let found = try await client.list("treatments")
                #expect(found.count == 1 && found[0]["identifier"]?.string?.count == 36)
                #expect(try await old.list("treatments").count == 1)
            }
        }
    }

    @Test func `a document without an identifier gets that of version 3, and the response has the earlier one`()
        async throws
    {
        try await Self.serve { client, old, _ in
            let sent = try await old.send("POST", "/api/v1/treatments", Self.bolus)
            let response = try await client.send("POST", "treatments", Self.newBolus)
            #expect(response.status == 200)
            #expect(response.json.value["isDeduplication"] == .bool(true))
            #expect(response.json.value["deduplicatedIdentifier"]?.string == sent.array?.first?["_id"]?.string)
        }
    }

    @Test func `treatments of version 1 with other values or identifiers are others`() async throws {
        try await Self.serve { client, old, daemon in
            #expect(try await client.send("POST", "treatments", Self.newBolus).status == 201)
            try await old.send("POST", "/api/v1/treatments", Self.bolus.replacing("2,", with: "3,"))
            try await old.send("POST", "/api/v1/treatments", Self.bolus.replacing("{", with: #"{"uuid": "u", "#))
            #expect(try daemon.values(.insulinDelivery).sorted() == [2, 2, 3])
        }
    }

    @Test func `both versions read and delete the documents of the other`() async throws {
        try await Self.serve { client, old, daemon in
            let name = try await client.create("treatments", AndroidAPSClient.carbs(10, at: Self.noon))
            let found = try await old.list("treatments?find[identifier]=\(name)")
            let id = try #require(found.first?["_id"]?.string)
            #expect(id.count == 24 && found.first?["app"]?.string == "AAPS")
            try await old.send("DELETE", "/api/v1/treatments/\(id)")
            #expect(try await client.send("GET", "treatments/\(name)").status == 410)
            #expect(try daemon.values(.dietaryCarbohydrates) == [])
            // The list of changes has no key that the server needs for itself.
            let deleted = try #require(try await client.list("treatments/history/0").first)
            guard case .object(let entries) = deleted else { return }
            #expect(
                Set(entries.map(\.key)).isSubset(of: [
                    "identifier", "date", "created_at", "utcOffset", "eventType", "app", "isValid", "srvCreated",
                    "srvModified",
                ]))
            try await old.xDripSave(
                "b4696d08-d1d7-4ba9-a206-15d461c79237", "\"carbs\": 30", at: "2026-11-20T11:00:00Z")
            let document = try #require(try await client.list("treatments").first)
            #expect(document["identifier"]?.string == "b4696d08d1d74ba9a20615d4")
            #expect(document["date"] == .integer(1_795_172_400_000))
            #expect(
                try await client.send("PATCH", "treatments/b4696d08d1d74ba9a20615d4", #"{"carbs": 20}"#).status == 200)
            #expect(try daemon.values(.dietaryCarbohydrates) == [20])
            #expect(try await old.xDripDelete("b4696d08-d1d7-4ba9-a206-15d461c79237"))
            #expect(try daemon.values(.dietaryCarbohydrates) == [])
        }
    }

    @Test func `an identifier is that of a server of Nightscout`() {
        // The UUIDs of version 5 of the keys in the name space "NightscoutRocks!".
        let note = NightscoutVersion3Writes.identifier("undefined_1795176000000_Note")
        #expect(note == "4f785411-f970-58c7-8eb7-25a1c534cb4e")
        #expect(NightscoutVersion3Writes.identifier("xDrip_1795176000000") == "02893010-47a0-56a8-8a6e-b963b51323d1")
    }

    @Test func `values of types that the app may not save or read are left out`() async throws {
        try await Self.serve { client, _, daemon in
            let (app, carbs) = (
                client.connection.app.identifier, HKQuantityTypeIdentifier.dietaryCarbohydrates.rawValue
            )
            try daemon.database.apps.setPermission(
                share: .denied, read: nil, app: app, types: [HKQuantityTypeIdentifier.insulinDelivery.rawValue])
            let meal = AndroidAPSClient.document("Meal Bolus", "\"carbs\": 30, \"insulin\": 2.5", at: Self.noon)
            let name = try await client.create("treatments", meal)
            #expect(try daemon.values(.insulinDelivery) == [])
            let found = try await client.list("treatments")
            #expect(found.count == 1 && found[0]["insulin"] == nil && found[0]["carbs"]?.double == 30)
            try daemon.database.apps.setPermission(share: nil, read: .denied, app: app, types: [carbs])
            #expect(try await client.list("treatments").isEmpty)
            #expect(try await client.list("treatments/history/0").isEmpty)
            #expect(try await client.send("GET", "treatments/\(name)").status == 404)
            #expect(try await client.send("DELETE", "treatments/\(name)").status == 200)
            let deleted = try await client.list("treatments/history/0")
            #expect(deleted.count == 1 && deleted[0]["carbs"] == nil)
            // A connection that the person has ended does not push.
            try daemon.database.apps.connections.setPushPermission(.none, of: app)
            #expect(try await client.send("POST", "treatments", meal).status == 403)
        }
    }
}
