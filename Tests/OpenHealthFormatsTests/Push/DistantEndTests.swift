// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

@testable import OpenHealthFormats

/// Tests of pushed records that end in the distant future, which would be part of every later interval.
@Suite struct DistantEndTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)

    private static let readers: [(name: String, read: @Sendable (String) throws -> PushedBatch)] = [
        (
            "Health Auto Export",
            { end in
                var json = """
                    {"data":{"metrics":[{"name":"step_count","units":"count","data":[
                     {"startDate":"2024-03-10 10:00:00 +0000","endDate":"\(end.prefix(10)) 10:05:00 +0000","qty":5},
                     {"startDate":"2024-03-10 11:00:00 +0000","endDate":"2024-03-10 11:05:00 +0000","qty":5}]}]}}
                    """
                return try json.withUTF8 {
                    try HealthAutoExportReader.read($0, aggregation: .individual, now: DistantEndTests.now)
                }
            }
        ),
        (
            "HC Webhook",
            { end in
                let json = """
                    {"steps":[{"count":5,"start_time":"2024-03-10T10:00:00Z","end_time":"\(end)"},
                     {"count":6,"start_time":"2024-03-10T11:00:00Z","end_time":"2024-03-10T11:05:00Z"}]}
                    """
                return try HealthConnectWebhookReader.batch(Array(json.utf8), now: DistantEndTests.now)
            }
        ),
        (
            "Open Wearables",
            { end in
                func record(_ number: Int, _ start: String, _ end: String) -> String {
                    """
                    {"id":"11111111-2222-4333-8444-55555555550\(number)","type":"HKQuantityTypeIdentifierStepCount",
                     "startDate":"\(start)","endDate":"\(end)","value":5,"unit":"count","source":{"appId":"com.example.a"}}
                    """
                }
                let records = [
                    record(1, "2024-03-10T10:00:00Z", end),
                    record(2, "2024-03-10T11:00:00Z", "2024-03-10T11:05:00Z"),
                ]
                let json =
                    "{\"provider\":\"apple\",\"data\":{\"records\":[\(records.joined(separator: ","))]}}"
                return try OpenWearablesReader.batch(Array(json.utf8), now: DistantEndTests.now)
            }
        ),
    ]

    @Test func `a record that ends in the distant future is refused by name, and the others are kept`() throws {
        for (name, read) in Self.readers {
            let usual = try read("2024-03-10T10:05:00Z")
            #expect(usual.refusals.count == 0 && usual.samples.rows.count == 2, "\(name)")
            for end in ["9999-12-31T23:59:59Z", "4001-01-01T00:00:00Z", "2027-01-20T00:00:00Z"] {
                let push = try read(end)
                #expect(push.samples.rows.count == 1 && push.aggregates.isEmpty, "\(name) \(end)")
                #expect(push.refusals.entries.map { $0.reason.contains("in the future") } == [true], "\(name) \(end)")
            }
        }
    }
}
