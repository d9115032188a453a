// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthModel
import OpenHealthStore
import TestTimeLimits
import Testing

@testable import OpenHealthServer

@Suite("The content of pushes", .timeLimit(.usual)) struct PushContentTests {
    private static let hourAgo = APIDate.text(Date(timeIntervalSinceNow: -3600))

    private func push(_ kind: PhoneApp, _ path: String, _ json: String, _ daemon: TestDaemon) async throws -> (
        status: Int, json: JSONValue
    ) {
        let connection = try PhoneConnection.create(kind, server: daemon.url, types: nil, in: daemon.database)
        let body: JSONValue? = JSONValue(json)
        let response = try await daemon.send("POST", path, token: connection.token, json: body)
        return (Int(response.status), response.json.value)
    }

    @Test func `the made-up data of a test are accepted and not stored`() async throws {
        try await TestDaemon.with { daemon in
            let response = try await push(
                .healthConnectWebhook, "/v1/ingest/health-connect-webhook",
                "{\"test\": true, \"steps\": [{\"count\": 300, \"time\": \"\(Self.hourAgo)\"}]}", daemon)
            #expect(response.status == 200)
            #expect(response.json["added"]?.double == 0 && response.json["refused"]?.double == 0)
            #expect(response.json["warnings"]?.array?.count == 1)
            #expect(try daemon.database.samples(SampleRequest()).isEmpty)
        }
    }

    @Test func `an end that is no date refuses its element, and a value that is not possible gets a remark`()
        async throws
    {
        try await TestDaemon.with { daemon in
            let date = "\"date\": \"2026-11-20 10:00:00 +0000\""
            let response = try await push(
                .healthAutoExport, "/v1/ingest/health-auto-export?aggregation=hours",
                """
                {"data": {"metrics": [{"name": "heart_rate", "units": "bpm", "data": [
                 {\(date), "endDate": "x", "Min": 60, "Avg": 65, "Max": 70},
                 {\(date), "endDate": -1, "Min": 60, "Avg": 65, "Max": 70},
                 {\(date), "Min": 60, "Avg": 65, "Max": 999}]}]}}
                """, daemon)
            #expect(response.status == 207)
            #expect(response.json["refused"]?.double == 2)
            #expect(try daemon.database.pushes.aggregates().map(\.point.average).count == 1)
            let remark = response.json["warnings"]?.array?.first?["reason"]?.string
            #expect(remark == "heartRate: a value is not possible, at 2026-11-20T10:00:00Z; kept as written")
        }
    }

    @Test func `the header of a push wins over its address`() async throws {
        let body = """
            {"data": {"metrics": [{"name": "step_count", "units": "count", "data": [
             {"date": "2026-11-20 00:00:00 +0000", "qty": 8000, "source": "Phone"}]}]}}
            """
        let cases: [(header: String?, query: String, figures: [AggregatedPoint.Interval])] = [
            ("Days", "?aggregation=none", [.days]), ("hours", "?aggregation=none", [.hours]), ("None", "", []),
            ("None", "?aggregation=days", []), ("Default", "?aggregation=hours", [.hours]), ("Default", "", [.days]),
            (nil, "?aggregation=none", [.days]), (nil, "", [.days]), ("Weeks", "", [.weeks]),
        ]
        let json: JSONValue? = JSONValue(body)
        for (header, query, figures) in cases {
            try await TestDaemon.with { daemon in
                let connection = try PhoneConnection.create(
                    .healthAutoExport, server: daemon.url, types: nil, in: daemon.database)
                let response = try await daemon.send(
                    "POST", "/v1/ingest/health-auto-export" + query, token: connection.token,
                    json: json,
                    headers: header.map { [(IngestRoutes.aggregationField, $0)] } ?? [])
                #expect(response.status == 200, "\(response.text)")
                #expect(
                    try daemon.database.pushes.aggregates().map(\.point.interval) == figures,
                    "\(header ?? "-") \(query)")
                #expect(try daemon.database.samples(SampleRequest()).count == 1 - figures.count)
            }
        }
    }

    @Test func `a reading with a long text is refused by its place, and the others are stored`() async throws {
        try await TestDaemon.with { daemon in
            let long = String(repeating: "x", count: 100_000)
            let dates = "\"start_time\": \"\(Self.hourAgo)\", \"end_time\": \"\(Self.hourAgo)\""
            let response = try await push(
                .healthConnectWebhook, "/v1/ingest/health-connect-webhook",
                """
                {"nutrition": [{"calories": 10, "name": "Egg", \(dates)}, {"calories": 10, "name": "\(long)", \(dates)}],
                "mindfulness": [{"title": "Short", \(dates)}, {"title": "\(long)", \(dates)}],
                "exercise": [{"type": "running", "title": "t", "notes": "\(long)", \(dates)}],
                "heart_rate": [{"bpm": 70, "time": "\(Self.hourAgo)"}]}
                """, daemon)
            #expect(response.status == 207)
            let pointers = response.json["refusals"]?.array?.compactMap { $0["pointer"]?.string }.sorted()
            #expect(pointers == ["/exercise/0", "/mindfulness/1", "/nutrition/1"])
            let types = try Set(daemon.database.records(SampleRequest()).map(\.type))
            #expect(types.contains(HKQuantityTypeIdentifier.heartRate.rawValue))
            #expect(types.contains(HKCategoryTypeIdentifier.mindfulSession.rawValue))
            #expect(types.contains(HKQuantityTypeIdentifier.dietaryEnergyConsumed.rawValue))
            #expect(try daemon.database.workouts().isEmpty)
        }
    }

    @Test(arguments: [
        #""source": {"name": "LONG", "bundleIdentifier": "a"}"#,
        #""source": {"name": "a", "bundleIdentifier": "LONG"}"#,
        #""source": {"name": "a", "bundleIdentifier": "a", "operatingSystemVersion": "LONG"}"#, #""unit": "LONG""#,
        #""device": {"model": "LONG"}"#, #""metadata": {"LONG": 1}"#, #""LONG": 1"#, #""type": "LONG""#,
        #""startDate": "LONG""#,
    ])
    func `a sample with a text of a megabyte is refused before it is compared`(field: String) async throws {
        try await TestDaemon.with { daemon in
            func sample(_ field: String) -> String {
                let usual = [
                    ("uuid", "\"\(UUID())\""), ("type", "\"HKQuantityTypeIdentifierStepCount\""),
                    ("startDate", "\"\(Self.hourAgo)\""), ("value", "5"), ("unit", "\"count\""),
                    ("source", #"{"name": "Phone", "bundleIdentifier": "com.apple.health"}"#),
                ]
                let others = usual.filter { !field.hasPrefix("\"\($0.0)\"") }.map { "\"\($0.0)\": \($0.1)" }
                return "{" + (others + (field.isEmpty ? [] : [field])).joined(separator: ", ") + "}"
            }
            let long = field.replacing("LONG", with: String(repeating: ".", count: 1 << 20))
            let response = try await push(
                .healthBridge, "/v1/ingest/healthkit", "{\"samples\": [\(sample(long)), \(sample(""))]}", daemon)
            #expect(response.status == 207)
            #expect(response.json["added"]?.double == 1 && response.json["refused"]?.double == 1)
            let refusal = response.json["refusals"]?.array?.first
            #expect(refusal?["pointer"]?.string?.hasPrefix("/samples/0") == true)
            #expect(refusal?["reason"]?.string == "The text is too long. Shorten it to 4096 bytes.")
        }
    }
}
