// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

@testable import OpenHealthStore

/// Tests of episodes without identifiers that their senders send again with another end.
@Suite struct PushedEpisodeTests {
    /// Returns the types, the dates from 2026-11-20T00:00:00Z in hours, and the values of all samples.
    private static func state(_ store: ScratchStore) throws -> [String] {
        try store.database.records(SampleRequest()).map { sample in
            func hours(_ date: Date) -> Double { (date.timeIntervalSince1970 - 1_795_132_800) / 3600 }
            let type = HealthTypes.named(sample.type)?.swiftName ?? sample.type
            return "\(type) \(hours(sample.start))-\(hours(sample.end)) \(sample.value ?? -1)"
        }.sorted()
    }

    private static func period(_ start: String, _ end: String, source: String = "com.example.cycle") -> String {
        """
        {"start_time": "2026-11-\(start)", "end_time": "2026-11-\(end)", "metadata": {"data_origin": "\(source)"}}
        """
    }

    private static func push(_ store: ScratchStore, _ lists: [String: [String]]) throws {
        let fields = lists.map { "\"\($0.key)\": [\($0.value.joined(separator: ","))]" }.sorted()
        try store.pushHealthConnect("{\(fields.joined(separator: ","))}")
        #expect(try store.database.check().findings == [])
    }

    @Test func `a menstruation period that grows is one, until its latest end`() throws {
        let store = try ScratchStore()
        let start = "20T10:00:00Z"
        for (end, hours) in [("22T10:00:00Z", 58), ("24T10:00:00Z", 106), ("23T10:00:00Z", 106), ("24T10:00:00Z", 106)]
        {
            try Self.push(store, ["menstruation_period": [Self.period(start, end)]])
            #expect(try Self.state(store) == ["menstrualFlow 10.0-\(Double(hours)) 1.0"])
        }
        let revisions = try store.database.revisions(
            type: HKCategoryTypeIdentifier.menstrualFlow.rawValue, from: .distantPast, to: .distantFuture)
        #expect(revisions.samples == 1 && revisions.versions == 1)
        // Another source, and another start.
        let others = [
            Self.period(start, "23T10:00:00Z", source: "com.example.other"),
            Self.period("20T11:00:00Z", "25T10:00:00Z"),
        ]
        try Self.push(store, ["menstruation_period": others])
        #expect(try Self.state(store).count == 3)
    }

    @Test func `the flow of a moment is no version of the period that starts with it`() throws {
        let store = try ScratchStore()
        let metadata = #""metadata": {"data_origin": "com.example.cycle"}"#
        let flow = #"{"flow": 2, "time": "2026-11-20T10:00:00Z", \#(metadata)}"#
        for end in ["22T10:00:00Z", "24T10:00:00Z"] {
            try Self.push(
                store,
                ["menstruation_flow": [flow], "menstruation_period": [Self.period("20T10:00:00Z", end)]])
        }
        let state = try Self.state(store)
        #expect(state.count == 2 && state.contains("menstrualFlow 10.0-106.0 1.0"))
        #expect(state.contains { $0.hasPrefix("menstrualFlow 10.0-10.0 ") })
    }

    @Test func `a symptom that lasts longer than before is one, also with another severity`() throws {
        let store = try ScratchStore()
        func push(_ name: String, to hour: Int, _ severity: String) throws {
            try store.push(
                """
                {"data": {"symptoms": [{"start": "2026-11-20 11:00:00 +0000", "end": "2026-11-20 \(hour):00:00 +0000", "name": "\(name)",
                 "severity": "\(severity)", "source": "Phone"}]}}
                """)
            #expect(try store.database.check().findings == [])
        }
        try push("Headache", to: 12, "Mild")
        try push("Headache", to: 13, "Mild")
        #expect(try Self.state(store) == ["headache 11.0-13.0 2.0"])
        try push("Headache", to: 14, "Severe")
        try push("Headache", to: 12, "Mild")
        #expect(try Self.state(store) == ["headache 11.0-14.0 4.0"])
        try push("Fatigue", to: 12, "Mild")
        #expect(try Self.state(store).count == 2)
    }
}
