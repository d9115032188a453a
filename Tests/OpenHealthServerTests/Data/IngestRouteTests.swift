// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthFormats
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import TestTimeLimits
import Testing

@testable import OpenHealthServer

/// Tests of pushes to a real server on loopback.
@Suite(.timeLimit(.usual)) struct IngestRouteTests {
    private static let path = IngestRoutes.healthAutoExport.route.path
    private static let json = ("Content-Type", "application/json")

    private static func steps(_ count: Int, first: Int = 0) -> String {
        let points = (first..<first + count).map { number in
            let (hour, minute, second) = (number / 3600 % 24, number / 60 % 60, number % 60)
            let day = 1 + number / 86_400
            let date = String(format: "2024-03-%02d %02d:%02d:%02d +0000", day, hour, minute, second)
            return "{\"date\":\"\(date)\",\"qty\":\(number % 90 + 1),\"source\":\"Watch\"}"
        }
        return
            "{\"data\":{\"metrics\":[{\"name\":\"step_count\",\"units\":\"count\",\"data\":[\(points.joined(separator: ","))]}]}}"
    }

    private static func connect(
        _ daemon: OwnedDaemon, types: [String]? = nil
    ) throws -> PhoneConnection {
        try PhoneConnection.create(.healthAutoExport, server: daemon.url, types: types, in: daemon.database)
    }

    @Test func aPushIsStoredOnceHoweverOftenItIsSent() async throws {
        try await OwnedDaemon.with { daemon in
            let connection = try Self.connect(daemon)
            for index in 0..<3 {
                let response = try await daemon.send(
                    "POST", Self.path, as: .app(connection.token),
                    headers: [Self.json, ("Automation-Aggregation", "None"), ("session-id", "1")],
                    body: Data(Self.steps(50).utf8))
                #expect(response.status == 200)
                let receipt = try PushReceiptJSON(JSONReader(try #require(response.json)))
                // The app may not read steps, so its responses do not tell what the store had.
                #expect(receipt.types.map(\.counts.added) == [50] && receipt.types.map(\.counts.known) == [0])
                let counts = try #require(try daemon.database.pushes.all(of: connection.app.identifier).first?.counts)
                #expect(counts.added == (index == 0 ? 50 : 0) && counts.known == (index == 0 ? 0 : 50))
            }
            #expect(try daemon.database.records(SampleRequest()).count == 50)
            #expect(try daemon.database.pushes.all(of: connection.app.identifier).count == 3)
        }
    }

    @Test func aPackedPushIsUnpacked() async throws {
        try await OwnedDaemon.with { daemon in
            let connection = try Self.connect(daemon)
            let packed = Data(Gzip.packed(Array(Self.steps(500).utf8)))
            let headers = [Self.json, ("Content-Encoding", "gzip")]
            let response = try await daemon.send(
                "POST", Self.path + "?aggregation=none", as: .app(connection.token), headers: headers, body: packed)
            #expect(response.status == 200)
            #expect(try daemon.database.records(SampleRequest()).count == 500)
            var damaged = packed
            damaged[packed.count / 2] ^= 0x55
            for body in [damaged, packed.dropLast(20), Data("not gzip, but long enough for it".utf8), Data()] {
                let response = try await daemon.send(
                    "POST", Self.path, as: .app(connection.token), headers: headers, body: Data(body))
                // The end of a truncated stream can state any size.
                #expect([400, 413].contains(response.status))
            }
            // The largest body: the packed and the unpacked one do not have to fit into the memory of an app together.
            let whole = Array(Self.steps(3).utf8)
            let padding = [UInt8](repeating: 0x20, count: IngestRoutes.maximumBytes - whole.count)
            let largest = try await daemon.send(
                "POST", Self.path + "?aggregation=none", as: .app(connection.token), headers: headers,
                body: Data(Gzip.packed(whole + padding)))
            #expect(largest.status == 200, "\(largest.text)")
            // A stream that unpacks to more than the limit.
            let bomb = Data(Gzip.packed([UInt8](repeating: 0x20, count: IngestRoutes.maximumBytes + 1)))
            let refused = try await daemon.send(
                "POST", Self.path, as: .app(connection.token), headers: headers, body: bomb)
            #expect(refused.status == 413)
            #expect(refused.problem?.detail.contains("\(IngestRoutes.maximumBytes)") == true)
        }
    }

    @Test func refusedPartsAreNamedAndTheOthersAreStored() async throws {
        try await OwnedDaemon.with { daemon in
            let connection = try Self.connect(daemon, types: [HKQuantityTypeIdentifier.stepCount.rawValue])
            let body = """
                {"data":{"metrics":[
                {"name":"heart_rate","units":"bpm","data":[{"date":"2024-03-10 10:00:00 +0000","qty":60}]},
                {"name":"step_count","units":"count","data":[{"date":"2024-03-10 10:00:00 +0000","qty":60},{"qty":3}]}]}}
                """
            let response = try await daemon.send(
                "POST", Self.path + "?aggregation=none", as: .app(connection.token), headers: [Self.json],
                body: Data(body.utf8))
            #expect(response.status == 207)
            let receipt = try PushReceiptJSON(JSONReader(try #require(response.json)))
            #expect(receipt.refused == 2)
            #expect(receipt.refusals.map(\.pointer) == ["/data/metrics/1/data/1", "/data/metrics/0/data"])
            #expect(receipt.refusals.last?.remedy.contains("health apps grant") == true)
            #expect(
                try daemon.database.records(SampleRequest()).map(\.type) == [
                    HKQuantityTypeIdentifier.stepCount.rawValue
                ])
        }
    }

    @Test func wrongRequestsAreRefused() async throws {
        try await OwnedDaemon.with { daemon in
            let connection = try Self.connect(daemon)
            let form = ("Content-Type", "multipart/form-data; boundary=x")
            let requests: [(headers: [(String, String)], query: String, body: String, status: Int, word: String)] = [
                ([form], "", "--x", 415, "JSON"),
                ([("Content-Type", "text/csv")], "", "date,steps", 415, "application/json"),
                ([Self.json], "?aggregation=sometimes", Self.steps(1), 400, "aggregation"),
                ([Self.json], "", "[]", 400, "JSON"),
                ([Self.json, ("Content-Encoding", "br")], "", "x", 415, "gzip"),
            ]
            for request in requests {
                let response = try await daemon.send(
                    "POST", Self.path + request.query, as: .app(connection.token), headers: request.headers,
                    body: Data(request.body.utf8))
                #expect(response.status == request.status)
                #expect(response.problem?.detail.contains(request.word) == true, "\(response.text)")
            }
            let stranger = try await daemon.send(
                "POST", Self.path, as: .app("ohk_unknown"), headers: [Self.json], body: Data(Self.steps(1).utf8))
            #expect(stranger.status == 401)
            #expect(try daemon.database.records(SampleRequest()).isEmpty)
        }
    }

    @Test func aConnectionHasAllThatAPersonEntersInTheApp() async throws {
        try await OwnedDaemon.with { daemon in
            let first = try PhoneConnection.create(
                .healthAutoExport, server: "https://health.example.org/", in: daemon.database)
            let second = try PhoneConnection.create(
                .healthAutoExport, server: "https://health.example.org", in: daemon.database)
            #expect(first.address == "https://health.example.org/v1/ingest/health-auto-export")
            #expect(first.app.identifier != second.app.identifier)
            #expect(first.token != second.token)
            let link = try #require(first.links.first?.link)
            #expect(link.hasPrefix("com.HealthExport://automation?url=https%3A%2F%2Fhealth.example.org%2Fv1"))
            #expect(link.contains("headers=Authorization,Bearer%20\(first.token)&"))
            #expect(link.contains("aggregatedata=false"))
            let wearables = try PhoneConnection.create(
                .openWearables, server: "https://health.example.org", in: daemon.database)
            #expect(wearables.code != nil && wearables.header == nil)
            let nightscout = try PhoneConnection.create(
                .nightscout, server: "https://health.example.org", in: daemon.database)
            #expect(nightscout.header?.name == "api-secret")
        }
    }
}
