// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthFormats
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import OpenHealthTestBasics
import Synchronization
import TestTimeLimits
import Testing

@testable import OpenHealthServer

/// Tests of pushes whose body is received into a file.
@Suite("Large pushes", .timeLimit(.slow)) struct LargePushTests {
    /// The current date of the server, 2026-11-20T14:00:00Z.
    private static let now = Date(timeIntervalSince1970: 1_795_183_200)

    private static func path(
        _ phone: PhoneApp, _ connection: PhoneConnection, _ collection: NightscoutCollection
    ) -> String {
        switch phone {
        case .healthAutoExport: "/v1/ingest/health-auto-export?aggregation=none"
        case .healthConnectWebhook: "/v1/ingest/health-connect-webhook"
        case .openWearables: "/api/v1/sdk/users/\(OpenWearablesHandlers.user(connection.app.identifier))/sync"
        case .nightscout: "/api/v1/\(collection)"
        case .healthBridge: "/v1/ingest/healthkit"
        }
    }

    private static func list(_ numbers: Range<Int>, _ element: (Int) -> String) -> String {
        numbers.map(element).joined(separator: ",")
    }

    /// Returns a push of the app with readings of the last days, some of which are refused.
    private static func push(_ phone: PhoneApp, _ numbers: Range<Int>) -> String {
        func date(_ number: Int) -> String { APIDate.text(now.addingTimeInterval(Double(-60 * (number + 1)))) }
        switch phone {
        case .healthAutoExport:
            let points = list(numbers) { "{\"date\": \"\(date($0))\", \"qty\": \($0 % 90 + 1), \"source\": \"Watch\"}" }
            return
                "{\"data\": {\"metrics\": [{\"data\": [7, \(points)], \"name\": \"step_count\", \"units\": \"count\"}]}}"
        case .healthConnectWebhook:
            let steps = list(numbers) { "{\"count\": \($0 % 90 + 1), \"time\": \"\(date($0))\"}" }
            return "{\"steps\": [{\"count\": -1, \"time\": \"\(date(0))\"}, \(steps)], \"bone_mass\": [{}]}"
        case .openWearables:
            let records = list(numbers) { number in
                """
                {"id": "5BFB1B2A-7020-4C84-8A32-\(100_000_000_000 + number)", "type": "HKQuantityTypeIdentifierStepCount",
                 "startDate": "\(date(number))", "endDate": "\(date(number))", "value": \(number % 90 + 1), "unit": "count", "source": {"name": "Watch"}}
                """
            }
            return "{\"provider\": \"apple\", \"data\": {\"records\": [{}, \(records)]}}"
        case .nightscout:
            // The rate at one time ends that at an earlier one, which follows in the list. The last document is a version of the first.
            func document(_ number: Int, _ sender: String) -> String {
                let facts = "\"created_at\": \"\(date(number))\", \"enteredBy\": \"\(sender)\""
                return number % 3 == 0
                    ? "{\"eventType\": \"Temp Basal\", \"absolute\": 1.5, \"duration\": 30, \(facts)}"
                    : "{\"eventType\": \"Meal Bolus\", \"insulin\": 2, \"carbs\": \(number % 90 + 1), \(facts)}"
            }
            let documents = list(numbers) { document($0, "") }
            let versions = [5, 6].map {
                "{\"eventType\": \"Carb Correction\", \"carbs\": \($0), \"identifier\": \"one\", \"date\": 1795172100000}"
            }
            // Another uploader sends the first ones, too, of which one is a rate.
            let repeated = list(numbers.prefix(3)) { document($0, "x") }
            let others = "{\"insulin\": 2, \"created_at\": \"x\"}, \(repeated)"
            return "[\(versions[0]), 7, \(documents), \(others), \(versions[1])]"
        case .healthBridge:
            let samples = list(numbers) { number in
                """
                {"uuid": "5BFB1B2A-7020-4C84-8A32-\(100_000_000_000 + number)", "type": "HKQuantityTypeIdentifierStepCount",
                 "startDate": "\(date(number))", "endDate": "\(date(number))", "value": \(number % 90 + 1), "unit": "count",
                 "source": {"name": "Phone", "bundleIdentifier": "com.apple.health"}}
                """
            }
            return "{\"type\": \"HKQuantityTypeIdentifierStepCount\", \"samples\": [\(samples), 7], \"deleted\": [7]}"
        }
    }

    /// Sends bodies to a new server one after the other.
    /// - Parameters:
    ///   - types: The types that the app may save; nil for all.
    ///   - collection: The collection of Nightscout.
    ///   - change: A closure that changes the store after the first body.
    /// - Returns: The statuses and responses, the samples, and for Nightscout the documents.
    private static func result(
        _ phone: PhoneApp, _ bodies: [[UInt8]], packed: Bool = false, types: [String]? = nil,
        in collection: NightscoutCollection = .treatments,
        change: @escaping @Sendable (HealthDatabase) throws -> Void = { _ in }
    ) async throws -> [String] {
        let result = Mutex<[String]>([])
        try await OwnedDaemon.with {
            $0.clock = { now }
        } _: { daemon in
            let connection = try PhoneConnection.create(
                phone, server: daemon.url, types: types, in: daemon.database, now: now)
            // Uploaders of Nightscout have a field of their own.
            let asker =
                phone == .nightscout ? OwnedDaemon.Asker.anyone : .app(try await token(of: connection, phone, daemon))
            let secret = phone == .nightscout ? [("api-secret", connection.token)] : []
            var headers = [("Content-Type", "application/json")] + secret
            if packed { headers.append(("Content-Encoding", "gzip")) }
            var lines: [String] = []
            for (index, body) in bodies.enumerated() {
                if index == 1 { try change(daemon.database) }
                let response = try await daemon.send(
                    "POST", path(phone, connection, collection), as: asker, headers: headers,
                    body: Data(packed ? Gzip.packed(body) : body))
                let user = OpenWearablesHandlers.user(connection.app.identifier)
                lines.append("\(response.status) " + response.text.replacing(user, with: "USER"))
            }
            if phone == .nightscout {
                let documents = try await daemon.send(
                    "GET", "/api/v1/\(collection)?count=1000", headers: secret)
                lines.append(documents.text)
            }
            lines += try daemon.database.records(SampleRequest()).map {
                "\($0.type) \($0.start.timeIntervalSince1970) \($0.end.timeIntervalSince1970) \($0.value ?? -1) \($0.source)"
            }.sorted()
            #expect(try daemon.database.check().findings == [])
            let all = lines
            result.withLock { $0 = all }
        }
        return result.withLock { $0 }
    }

    /// Returns the token of a connection, which an Open Wearables app receives for its code.
    private static func token(
        of connection: PhoneConnection, _ phone: PhoneApp, _ daemon: OwnedDaemon
    ) async throws -> String {
        guard phone == .openWearables else { return connection.token }
        let response = try await daemon.send(
            "POST", "/api/v1/invitation-code/redeem", json: "{\"code\": \"\(try #require(connection.code).text)\"}")
        return try JSONReader(try #require(JSONValue(response.text))).required("access_token").string()
    }

    private static func padded(_ text: String) -> [UInt8] { padded(Array(text.utf8)) }

    private static func padded(_ bytes: [UInt8]) -> [UInt8] {
        bytes + [UInt8](repeating: UInt8(ascii: " "), count: PushBody.maximumInMemory + 1)
    }

    @Test(arguments: PhoneApp.allCases)
    func `a body in a file has the result of one in memory`(phone: PhoneApp) async throws {
        let push = Self.push(phone, 0..<40)
        let other = Self.push(phone, 30..<70)
        // Health Auto Export's answer to a body that has been cut off has the number of its bytes.
        let broken = phone == .healthAutoExport ? [] : [String(push.dropLast())]
        for texts in [[push, push, other], ["x", "[", "{}", "[]", "7", "null", push + "]"] + broken] {
            let small = try await Self.result(phone, texts.map { Array($0.utf8) })
            #expect(!small.contains { $0.hasPrefix("401 ") })
            #expect(try await Self.result(phone, texts.map(Self.padded)) == small)
            if phone != .healthBridge {
                #expect(try await Self.result(phone, texts.map(Self.padded), packed: true) == small)
            }
        }
        let steps = [HKQuantityTypeIdentifier.bodyMass.rawValue]
        let refused = try await Self.result(phone, [Array(push.utf8)], types: steps)
        #expect(try await Self.result(phone, [Self.padded(push)], types: steps) == refused)
    }

    @Test(arguments: PhoneApp.allCases)
    func `a text with half a surrogate pair and an invalid byte is stored with replacement characters`(
        phone: PhoneApp
    ) async throws {
        func push(_ mark: String) -> [UInt8] {
            var text = Self.push(phone, 0..<6)
            if phone == .healthConnectWebhook {
                text = text.replacing("{\"count\"", with: "{\"metadata\": {\"data_origin\": \"Watch\"}, \"count\"")
            }
            for name in ["Watch", "Phone", "x"] { text = text.replacing("\"\(name)\"", with: "\"\(name)\(mark)\"") }
            return text.utf8.map { $0 == UInt8(ascii: "^") ? 0xFF : $0 }
        }
        func values(_ lines: [String]) -> [String] {
            lines.filter { $0.hasPrefix("HK") }.map { $0.split(separator: " ").prefix(4).joined(separator: " ") }
                .sorted()
        }
        let plain = try await Self.result(phone, [push("")])
        let small = try await Self.result(phone, [push(#"^\ud83d"#)])
        #expect(!values(small).isEmpty && values(small) == values(plain))
        #expect(small.contains { $0.contains("\u{FFFD}\u{FFFD}") })
        #expect(try await Self.result(phone, [Self.padded(push(#"^\ud83d"#))]) == small)
    }

    @Test(arguments: PhoneApp.allCases)
    func `a push with a byte order mark has the result of one without`(phone: PhoneApp) async throws {
        let push = Array(Self.push(phone, 0..<6).utf8)
        let plain = try await Self.result(phone, [push])
        let marked = [0xEF, 0xBB, 0xBF] + push
        #expect(try await Self.result(phone, [marked]) == plain)
        #expect(try await Self.result(phone, [Self.padded(marked)]) == plain)
    }

    @Test(
        arguments: [PhoneApp.nightscout, .healthBridge],
        ["1e400", String(repeating: "[", count: 200) + String(repeating: "]", count: 200)])
    func `a number outside the range of a double and a deep list refuse their element, and the others are stored`(
        phone: PhoneApp, value: String
    ) async throws {
        let text: String
        if phone == .nightscout {
            let fields = ["\"carbs\": \(value)", "\"carbs\": 5", "\"carbs\": 6, \"notes\": [\(value)]"]
            text = "[\(Self.list(0..<3) { "{\(fields[$0]), \"date\": \(1_795_172_100_000 + $0 * 60_000)}" })]"
        } else {
            text = Self.push(phone, 0..<3).replacing("\"value\": 2,", with: "\"value\": \(value),")
        }
        let small = try await Self.result(phone, [Array(text.utf8)])
        let values = small.filter { $0.hasPrefix("HK") }.map { $0.split(separator: " ")[3] }.sorted()
        #expect(values == (phone == .nightscout ? ["5.0"] : ["1.0", "3.0"]))
        #expect(small[0].hasPrefix(phone == .nightscout ? "200 " : "207 "))
        #expect(try await Self.result(phone, [Self.padded(text)]) == small)
    }

    @Test func `a late copy of a deleted document is left out, also from a body in a file`() async throws {
        let document = #"{"eventType": "Carb Correction", "carbs": 5, "identifier": "one", "date": 1795172100000}"#
        let deleted = document.replacing("{", with: #"{"isValid": false, "#)
        let texts = [document, deleted, document].map { "[\($0)]" }
        let small = try await Self.result(.nightscout, texts.map { Array($0.utf8) })
        #expect(!small.contains { $0.hasPrefix("HK") })
        #expect(try await Self.result(.nightscout, texts.map(Self.padded)) == small)
    }

    @Test func `values that the person deletes stay away when a body, also in a file, has them again`() async throws {
        let text = """
            [{"eventType": "Meal Bolus", "carbs": 5, "insulin": 2, "identifier": "one", "date": 1795172100000},
             {"eventType": "Carb Correction", "carbs": 7, "identifier": "two", "date": 1795172400000}]
            """
        func result(_ body: [UInt8]) async throws -> [String] {
            try await Self.result(.nightscout, [body, body, body]) { database in
                let carbs = HKQuantityTypeIdentifier.dietaryCarbohydrates.rawValue
                try database.delete(database.records(SampleRequest(types: [carbs])).map(\.uuid))
            }
        }
        let small = try await result(Array(text.utf8))
        #expect(small.filter { $0.hasPrefix("HK") }.map { $0.split(separator: " ")[3] } == ["2.0"])
        let documents = try #require(JSONValue(small[3])?.array)
        #expect(documents.count == 1 && documents[0]["carbs"] == nil && documents[0]["insulin"]?.double == 2)
        #expect(try await result(Self.padded(text)) == small)
    }

    /// Returns entries of a few minutes, many of which are versions of others: with other values, identifiers, dates and senders, deleted, or with
    /// values that are refused.
    private static func entries(_ count: Int, _ random: inout SeededGenerator) -> String {
        let date = 1_795_172_100_000
        func pick(_ texts: String...) -> String { texts.randomElement(using: &random) ?? "" }
        let entries = list(0..<count) { _ in
            let minute = Int.random(in: 0..<8, using: &random)
            let value = pick("110", "110", "120", "130", "5", "\"x\"")
            let name = pick("", "", "", "\"_id\": \"65f000000000000000000001\",", "\"identifier\": \"one\",")
            let sender = pick("", "\"device\": \"Sensor\",", "\"device\": \"Other\",")
            let state = pick("", "", "", "", "\"isValid\": false,")
            let time = pick("\(date + minute * 60_000)", "\(date + minute * 60_000)", "\(date + minute)", "0")
            let type = pick("sgv", "sgv", "mbg")
            return "{\(name)\(sender)\(state)\"type\": \"\(type)\", \"sgv\": \(value), \"date\": \(time)}"
        }
        return "[\(entries)]"
    }

    @Test(arguments: 0..<12)
    func `entries that change in a body in a file have the result of one in memory`(seed: Int) async throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let texts = (0..<4).map { _ in Self.entries(Int.random(in: 1...40, using: &random), &random) }
        let small = try await Self.result(.nightscout, texts.map { Array($0.utf8) }, in: .entries)
        #expect(small.contains { $0.hasPrefix("HK") })
        let large = texts.map(Self.padded)
        #expect(try await Self.result(.nightscout, large, in: .entries) == small, "seed \(seed): \(texts)")
        // Both forms share their statements.
        let mixed = texts.indices.map { $0 % 2 == 0 ? Array(texts[$0].utf8) : large[$0] }
        #expect(try await Self.result(.nightscout, mixed, in: .entries) == small, "seed \(seed): \(texts)")
    }

    @Test func `a reading that its body moves or takes back is not stored`() async throws {
        func entry(_ minute: Int, _ value: Int, _ more: String = "") -> String {
            "{\"type\": \"sgv\", \"sgv\": \(value), \"date\": \(1_795_172_100_000 + minute * 60_000)\(more)}"
        }
        let name = ", \"_id\": \"65f000000000000000000001\""
        let bodies = [
            [entry(0, 100), entry(1, 101, name), entry(0, 100, ", \"isValid\": false"), entry(2, 102, name)],
            [entry(3, 103), entry(3, 104)], [entry(5, 105), entry(5, 5)],
        ]
        let found = try await Self.result(
            .nightscout, bodies.map { Self.padded("[\($0.joined(separator: ","))]") }, in: .entries)
        let samples = found.filter { $0.hasPrefix("HK") }.map { $0.split(separator: " ") }
        #expect(samples.map { "\($0[1]) \($0[3])" } == ["1795172220.0 102.0", "1795172280.0 104.0"])
    }

    @Test func `a stopped pump delivers nothing, also if the stop comes in a body in a file`() async throws {
        func document(_ event: String, _ minute: Int, _ fields: String = "\"notes\": \"\"") -> String {
            "{\"eventType\": \"\(event)\", \"date\": \(1_795_172_100_000 + minute * 60_000), \(fields)}"
        }
        let basals = [0, 30, 60, 90].map { document("Temp Basal", $0, "\"absolute\": 2, \"duration\": 30") }
        let stop = document("Suspend Pump", 15, "\"identifier\": \"s\"")
        let texts = [
            "[\(basals.joined(separator: ","))]", "[\(stop)]",
            "[\(document("Note", 100, "\"notes\": \"PumpResume\"")), \(document("Resume Pump", 70))]",
            "[\(document("Suspend Pump", 75)), \(document("Temp Basal", 80, "\"absolute\": 1, \"duration\": 5"))]",
            "[\(stop.replacing("{", with: "{\"isValid\": false, "))]",
        ]
        for count in 1...texts.count {
            let small = try await Self.result(.nightscout, texts.prefix(count).map { Array($0.utf8) })
            #expect(try await Self.result(.nightscout, texts.prefix(count).map(Self.padded)) == small)
            let units = small.filter { $0.hasPrefix("HK") }.compactMap { line in
                line.split(separator: " ").dropFirst(3).first.flatMap { Double($0) }
            }
            let sum = units.reduce(0, +)
            // 2 units an hour for 120 minutes; 15; 15 and 50; 15, 5 and 20; and 75 and 20.
            let expected = [4, 0.5, 0.5 + 50 / 30.0, 0.5 + 25 / 30.0, 75 / 30.0 + 20 / 30.0]
            #expect((sum - expected[count - 1]).magnitude < 1e-9, "\(small)")
        }
    }

    @Test(arguments: PhoneApp.allCases)
    func `a push of many batches is stored once`(phone: PhoneApp) async throws {
        // A batch has 8,192 samples, and those of two documents of three are in pairs.
        let count = phone == .nightscout ? 5_999 : 9_999
        let body = Array(Self.push(phone, 0..<count).utf8)
        #expect(body.count > PushBody.maximumInMemory)
        let once = try await Self.result(phone, [body])
        let twice = try await Self.result(phone, [body, body])
        let samples = once.filter { $0.hasPrefix("HK") }
        // A document of Nightscout with a meal and its insulin has two samples.
        let expected = phone == .nightscout ? count / 3 + 1 + 2 * (count - count / 3 - 1) + 1 : count
        #expect(samples.count == expected)
        #expect(twice.filter { $0.hasPrefix("HK") } == samples)
    }

    @Test func `the largest body is stored`() async throws {
        let push = Array(Self.push(.healthAutoExport, 0..<3).utf8)
        let padding = [UInt8](repeating: UInt8(ascii: " "), count: IngestRoutes.maximumBytes - push.count)
        let found = try await Self.result(.healthAutoExport, [push + padding])
        #expect(found.count == 4 && found[0].hasPrefix("207 "))
    }
}
