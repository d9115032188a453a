// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

@testable import OpenHealthFormats

/// Tests that pushes name each value that is of another kind than it should be, and store the rest of the record.
@Suite struct ValueKindTests {
    private static let webhook = """
        {"exercise":[{"type":"running","start_time":"2026-06-13T06:00:00Z","end_time":"2026-06-13T06:30:00Z",
          "duration_seconds":1800,"distance_meters":5000,"calories":300,"metadata":{"id":"a1","data_origin":"com.example.a"}}],
         "nutrition":[{"start_time":"2026-06-13T06:00:00Z","end_time":"2026-06-13T06:30:00Z","calories":300,
          "protein_grams":10,"name":"Soup","metadata":{"id":"a2"}}]}
        """

    private static let wearables = """
        {"provider":"apple","data":{"workouts":[{"id":"22222222-2222-4333-8444-555555555503","type":"running",
          "startDate":"2026-06-13T06:00:00Z","endDate":"2026-06-13T06:30:00Z","zoneOffset":"+02:00",
          "source":{"appId":"com.example.a","deviceName":"Watch"},"values":[{"type":"distance","unit":"m","value":5000}]}],
         "records":[{"id":"11111111-2222-4333-8444-555555555501","type":"HKQuantityTypeIdentifierStepCount",
          "startDate":"2026-06-13T08:00:00Z","endDate":"2026-06-13T08:10:00Z","value":500,"unit":"count",
          "zoneOffset":"+02:00","source":{"appId":"com.example.a"}}]}}
        """

    /// Reads a document with each of its values replaced by another one, and expects that each is named.
    /// - Parameter depth: The number of keys and indices to an element of a list.
    private static func expectNamed(
        _ document: String, depth: Int, required: Set<String>, _ read: (String) throws -> PushedBatch
    ) throws {
        let whole = try read(document)
        #expect(whole.refusals.count + whole.warnings.count == 0)
        var count = 0
        for (path, changed) in try #require(JSONValue(document)).mutations([.bool(true)]) where path.count > depth {
            let push = try read(changed.text)
            let pointer = "/" + path.joined(separator: "/")
            let element = "/" + path.dropLast().joined(separator: "/")
            let places = (push.refusals.entries + push.warnings.entries).map(\.pointer)
            #expect(places.contains { $0.hasPrefix(pointer) || $0 == element }, "\(pointer) \(places)")
            let isRequired = path.count == depth + 1 && required.contains(path[depth])
            #expect(isRequired || push.samples.items.count == whole.samples.items.count, "\(pointer)")
            count += 1
        }
        #expect(count > 10)
    }

    @Test func `HC Webhook`() throws {
        try Self.expectNamed(Self.webhook, depth: 2, required: ["start_time", "end_time"]) {
            try HealthConnectWebhookReader.batch(Array($0.utf8), now: pushNow)
        }
        // Sums are not negative.
        let negative = Self.webhook.replacing("5000", with: "-5000")
        let push = try HealthConnectWebhookReader.batch(Array(negative.utf8), now: pushNow)
        #expect(push.warnings.entries.map(\.pointer) == ["/exercise/0/distance_meters"])
        #expect(push.workouts.map { $0.attributes.map(\.key) } == [["totalEnergyBurned", "totalEnergyBurnedUnit"]])
    }

    @Test func `Open Wearables`() throws {
        try Self.expectNamed(Self.wearables, depth: 3, required: ["startDate", "endDate"]) {
            try OpenWearablesReader.batch(Array($0.utf8), now: pushNow)
        }
    }
}
