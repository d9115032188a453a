// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthModel
import TestTimeLimits
import Testing

@testable import OpenHealthServer

/// Tests of the routes that watches and widgets for Nightscout read. The expected values are computed as the sources of cgm-remote-monitor describe
/// (`pebble.js`, `bgnow.js`, `direction.js`).
@Suite("Watches and widgets for Nightscout", .timeLimit(.usual)) struct NightscoutReaderTests {
    /// The current date of the server, 2026-11-20T14:00:00Z.
    private static let now = Date(timeIntervalSince1970: 1_795_183_200)
    /// The date of the latest reading, a minute ago.
    private static let latest = 1_795_183_140_000

    private static func serve(
        _ readings: [(minutes: Int, value: Int, direction: String)],
        _ body: @escaping @Sendable (NightscoutClient, TestDaemon) async throws -> Void
    ) async throws {
        try await TestDaemon.with {
            $0.clock = { now }
        } _: { daemon in
            let client = try NightscoutClient(daemon)
            let entries = readings.map { reading in
                """
                {"type": "sgv", "sgv": \(reading.value), "date": \(latest - reading.minutes * 60_000),
                "direction": "\(reading.direction)", "device": "sensor"}
                """
            }
            try await client.send("POST", "/api/v1/entries", "[\(entries.joined(separator: ","))]")
            try await body(client, daemon)
        }
    }

    private static let readings: [(minutes: Int, value: Int, direction: String)] = [
        (0, 118, "FortyFiveUp"), (5, 112, "Flat"), (15, 100, "NONE"),
    ]

    @Test func `a watch reads the latest readings, the difference and the battery`() async throws {
        try await Self.serve(Self.readings) { client, _ in
            try await client.send(
                "POST", "/api/v1/devicestatus",
                "[{\"device\": \"phone\", \"uploader\": {\"battery\": 82}, \"created_at\": \"2026-11-20T13:59:00Z\"}]")
            let first = try await client.send("GET", "/pebble")
            #expect(first["bgs"]?.array?.count == 1)
            let response = try await client.send("GET", "/pebble?count=2&units=mgdl&token=x")
            #expect(response["status"]?.array?.first?["now"]?.double == Self.now.timeIntervalSince1970 * 1000)
            #expect(response["cals"]?.array?.isEmpty == true)
            let bgs = try #require(response["bgs"]?.array)
            #expect(bgs.map { $0["sgv"]?.string } == ["118", "112"])
            #expect(bgs.map { $0["trend"]?.double } == [3, 4])
            #expect(bgs.map { $0["direction"]?.string } == ["FortyFiveUp", "Flat"])
            #expect(bgs.map { $0["datetime"]?.double } == [1_795_183_140_000, 1_795_182_840_000])
            #expect(bgs.map { $0["bgdelta"]?.double } == [6, nil])
            #expect(bgs.map { $0["battery"]?.string } == ["82", nil])
        }
    }

    @Test func `a watch reads values in mmol/L as texts`() async throws {
        try await Self.serve(Self.readings) { client, _ in
            let bgs = try #require(try await client.send("GET", "/pebble?count=3&units=mmol")["bgs"]?.array)
            // 118, 112 and 100 mg/dL divided by 18.01559.
            #expect(bgs.map { $0["sgv"]?.string } == ["6.5", "6.2", "5.6"])
            #expect(bgs.map { $0["bgdelta"]?.string } == ["0.3", nil, nil])
            #expect(bgs.map { $0["trend"]?.double } == [3, 4, 0])
        }
    }

    @Test func `properties have the latest readings, the difference, the buckets and the direction`() async throws {
        try await Self.serve(Self.readings) { client, _ in
            let all = try await client.send("GET", "/api/v2/properties")
            #expect(all["bgnow"]?["mean"]?.double == 118 && all["bgnow"]?["last"]?.double == 118)
            #expect(all["bgnow"]?["mills"]?.double == Double(Self.latest))
            #expect(all["bgnow"]?["index"] == nil && all["bgnow"]?["fromMills"] == nil)
            let reading = try #require(all["bgnow"]?["sgvs"]?.array?.first)
            #expect(reading["mgdl"]?.double == 118 && reading["scaled"]?.double == 118)
            #expect(reading["mills"]?.double == Double(Self.latest) && reading["device"]?.string == "sensor")
            let delta = try #require(all["delta"])
            #expect(delta["absolute"]?.double == 6 && delta["elapsedMins"]?.double == 5)
            #expect(delta["interpolated"] == .bool(false) && delta["mean5MinsAgo"]?.double == 112)
            #expect(delta["mgdl"]?.double == 6 && delta["scaled"]?.double == 6 && delta["display"]?.string == "+6")
            #expect(delta["times"]?["previous"]?.double == 1_795_182_840_000)
            #expect(delta["previous"]?["mean"]?.double == 112)
            let buckets = try #require(all["buckets"]?.array)
            #expect(buckets.map { $0["mean"]?.double } == [118, 112, nil, 100])
            #expect(buckets.map { $0["index"]?.double } == [0, 1, 2, 3])
            #expect(buckets.map { $0["isEmpty"] } == [nil, nil, .bool(true), nil])
            #expect(buckets[0]["fromMills"]?.double == Double(Self.latest - 150_000))
            #expect(buckets[0]["toMills"]?.double == Double(Self.latest + 150_000))
            #expect(all["direction"]?["value"]?.string == "FortyFiveUp" && all["direction"]?["label"]?.string == "↗")
            #expect(all["direction"]?["entity"]?.string == "&#8599;")

            let some = try await client.send("GET", "/api/v2/properties/bgnow,delta,iob")
            guard case .object(let entries) = some else { throw Unexpected() }
            #expect(entries.map(\.key) == ["bgnow", "delta"])
        }
    }

    private struct Unexpected: Error {}

    @Test func `small devices read entries as lines of text`() async throws {
        try await Self.serve([(0, 118, "FortyFiveUp"), (5, 112, "Flat")]) { client, daemon in
            let date = "\"2026-11-20T13:59:00.000Z\""
            try await client.send(
                "POST", "/api/v1/entries", "[{\"type\": \"mbg\", \"mbg\": 99, \"dateString\": \(date)}]")
            let newest = "\t1795183140000\t118\t\"FortyFiveUp\"\t\"sensor\""
            let earlier = "\t1795182840000\t112\t\"Flat\"\t\"sensor\""
            let secret = PhoneConnection.token(ofSecret: client.connection.token)
            func text(_ path: String, accept: String? = nil) async throws -> String {
                let headers = [("api-secret", secret)] + (accept.map { [("accept", $0)] } ?? [])
                let response = try await daemon.send("GET", "/api/v1/" + path, headers: headers)
                #expect(response.status == 200, "\(path)")
                return response.text
            }
            // The fields that Nightscout's function formatWithSeparator writes, of which these entries have no dateString.
            #expect(try await text("entries/sgv.txt") == newest + "\r\n" + earlier)
            #expect(try await text("entries/sgv.txt?count=1") == newest)
            #expect(try await text("entries/sgv", accept: "text/plain;q=1") == newest + "\r\n" + earlier)
            #expect(
                try await text(
                    "entries.txt?find[type]=sgv&count=1".replacing("[", with: "%5B").replacing("]", with: "%5D"))
                    == newest)
            #expect(try await text("entries.txt").contains(date + "\t"))
            #expect(try await text("entries/current.txt").split(separator: "\r\n").count == 1)
            #expect(try await text("entries/0123456789abcdef01234567.txt").isEmpty)
            for accept in [nil, "*/*", "application/json, text/plain, */*"] {
                #expect(try await text("entries/current", accept: accept).hasPrefix("[{"), "\(accept ?? "nothing")")
            }
        }
    }

    @Test func `a difference over more than nine minutes is one of five minutes`() async throws {
        try await Self.serve([(0, 100, "Flat"), (15, 118, "Flat")]) { client, _ in
            let delta = try #require(try await client.send("GET", "/api/v2/properties/delta")["delta"])
            #expect(delta["interpolated"] == .bool(true) && delta["elapsedMins"]?.double == 15)
            #expect(delta["mean5MinsAgo"]?.double == 106 && delta["mgdl"]?.double == -6)
            #expect(delta["display"]?.string == "-6")
        }
    }

    @Test func `errors of a sensor, old directions and future readings count in no mean`() async throws {
        try await Self.serve([(-30, 200, "Flat"), (20, 110, "Flat"), (21, 20, "NONE"), (22, 100, "Flat")]) {
            client, _ in
            let all = try await client.send("GET", "/api/v2/properties")
            #expect(all["bgnow"]?["mean"]?.double == 105 && all["bgnow"]?["last"]?.double == 110)
            #expect(all["bgnow"]?["errors"]?.array?.map { $0["mgdl"]?.double } == [20])
            #expect(all["delta"] == nil && all["direction"] == nil)
        }
    }

    @Test func `a server without readings has none`() async throws {
        try await Self.serve([]) { client, daemon in
            #expect(try await client.send("GET", "/pebble?count=0")["bgs"]?.array?.isEmpty == true)
            let all = try await client.send("GET", "/api/v2/properties")
            #expect(all["bgnow"] == .object([]) && all["delta"] == nil)
            #expect(all["buckets"]?.array?.map { $0["isEmpty"] } == [JSONValue?](repeating: .bool(true), count: 4))
            for path in ["/pebble", "/api/v2/properties", "/api/v1/status.txt", "/api/v1/entries.txt"] {
                #expect(try await daemon.send("GET", path).status == 401, "\(path)")
            }
        }
    }

    @Test func `samples of other apps are readings too`() async throws {
        try await Self.serve([]) { client, daemon in
            let other = try NightscoutClient(daemon)
            try await other.send(
                "POST", "/api/v1/entries",
                "[{\"type\": \"sgv\", \"sgv\": 118, \"date\": \(Self.latest), \"device\": \"sensor\"}]")
            let bgs = try await client.send("GET", "/pebble")["bgs"]?.array
            #expect(bgs?.map { $0["sgv"]?.string } == ["118"])
        }
    }

    @Test func `the status is a text, and paths that no client needs are problems in JSON`() async throws {
        try await Self.serve([]) { client, daemon in
            let secret = PhoneConnection.token(ofSecret: client.connection.token)
            let status = try await daemon.send("GET", "/api/v1/status.txt", headers: [("api-secret", secret)])
            #expect(status.status == 200 && status.text == "STATUS OK")
            for path in [
                "/api/v1/status.html", "/api/v1/count/entries/where", "/api/v1/times/2026-11/T12",
                "/api/v1/adminnotifies",
                "/api/v1/slice/entries/dateString/sgv/2026", "/api/v2/ddata/at", "/api/v2/summary",
                "/api/v1/echo/entries",
            ] {
                let response = try await daemon.send("GET", path, headers: [("api-secret", secret)])
                #expect(response.status == 404, "\(path)")
                #expect(
                    response.json.value["detail"]?.string == "There is no resource at this path.",
                    "\(path): \(response.text)")
            }
        }
    }
}
