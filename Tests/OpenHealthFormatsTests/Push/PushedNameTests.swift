// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import TestTimeLimits
import Testing

@testable import OpenHealthFormats

/// Tests of long names in pushes, and of pushes that are read no further.
@Suite(.timeLimit(.usual)) struct PushedNameTests {
    private struct Ended: Error {}

    enum Format: CaseIterable {
        case healthAutoExport, healthConnectWebhook, openWearables
    }

    private static func healthAutoExport(_ text: String, into sink: PushSink? = nil) throws -> PushedBatch {
        var text = text
        return try text.withUTF8 {
            try HealthAutoExportReader.read($0, aggregation: .individual, now: pushNow, into: sink)
        }
    }

    private static let interval = "\"start\":\"2026-11-23 10:00:00 +0000\",\"end\":\"2026-11-23 11:00:00 +0000\""

    /// Returns pushes in which names, units, words and kinds are a text.
    private static func batches(_ text: String) throws -> [PushedBatch] {
        let point = "{\(interval),\"qty\":1,\"value\":\"\(text)\"}"
        let documents = [
            "\"metrics\":[{\"name\":\"\(text)\",\"units\":\"count\",\"data\":[\(point)]}]",
            "\"metrics\":[{\"name\":\"step_count\",\"units\":\"\(text)\",\"data\":[\(point)]}]",
            "\"metrics\":[{\"name\":\"headache\",\"units\":\"\",\"data\":[\(point)]}]", "\"\(text)\":[{}]",
            "\"symptoms\":[{\"name\":\"\(text)\",\(interval)}]", "\"workouts\":[{\"name\":\"\(text)\",\(interval)}]",
            "\"stateOfMind\":[{\"kind\":\"daily\",\"valence\":0.5,\"labels\":[\"\(text)\"],\(interval)}]",
        ]
        let sleep =
            "{\"stage\":\"\(text)\",\"startDate\":\"2026-11-23T10:00:00Z\",\"endDate\":\"2026-11-23T11:00:00Z\"}"
        let wearables = "\"records\":[{\"type\":\"\(text)\"}],\"sleep\":[\(sleep)]"
        return try documents.map { try healthAutoExport("{\"data\":{\($0)}}") } + [
            HealthConnectWebhookReader.batch(Array("{\"\(text)\":[{\"a\":1}]}".utf8), now: pushNow),
            OpenWearablesReader.batch(
                Array("{\"provider\":\"apple\",\"data\":{\(wearables)}}".utf8), now: pushNow),
        ]
    }

    @Test func `names of many combining marks are cut by their bytes`() throws {
        let name = "a" + String(repeating: "\u{300}", count: 20_000)
        for (index, batch) in try Self.batches(name).enumerated() {
            let remarks = batch.refusals.entries + batch.warnings.entries
            #expect(!remarks.isEmpty, "push \(index)")
            for text in remarks.flatMap({ [$0.pointer, $0.reason, $0.remedy] }) {
                // Reasons have 400 characters.
                #expect(text.utf8.count <= 1600, "push \(index)")
            }
            let stored = batch.samples.texts + batch.workouts.map(\.activityType)
            #expect(stored.allSatisfy { $0.utf8.count <= 800 }, "push \(index)")
        }
    }

    @Test func `a text is cut at the end of a character by its number and its bytes`() {
        #expect("abc".limited(to: 2) == "ab")
        #expect("日本語".limited(to: 2) == "日本")
        #expect("日本語".limited(to: 3) == "日本語")
        #expect("".limited(to: 2) == "")
        // Two letters may have eight bytes: the letter and three marks of two bytes each.
        #expect("a\u{300}\u{300}\u{300}\u{300}b".limited(to: 2) == "a\u{300}\u{300}\u{300}")
        #expect("日本語"[...].limited(to: 1) == "日")
    }

    @Test func `names that are longer than each known one are unknown`() {
        let long = String(repeating: "step_count", count: 30)
        #expect(!long.canBeKnown)
        #expect(HealthTypes.matching(long) == nil)
        #expect(HealthAutoExportNames.type(long) == nil)
        #expect(HealthAutoExportReader.activity(long) == nil)
        #expect(PushedActivity.named(long) == nil)
        let spaces = String(repeating: " ", count: TextLimit.known)
        #expect(HealthTypes.matching("step" + spaces + "Count") == nil)
        for type in HealthTypes.all {
            #expect(type.identifier.canBeKnown && HealthTypes.matching(type.identifier) == type)
        }
    }

    @Test(arguments: Format.allCases)
    func `a push is read no further once its work has ended`(format: Format) {
        var (checks, taken) = (0, 0)
        let ending = {
            checks += 1
            if checks > 4 { throw Ended() }
        }
        let sink = PushSink(size: 100, checking: ending) { taken += $0.readings }
        let count = 30_000
        func list(_ element: String) -> String { Array(repeating: element, count: count).joined(separator: ",") }
        let dates = "\"start_time\":\"2026-11-23T10:00:00Z\",\"end_time\":\"2026-11-23T10:01:00Z\""
        // Each push has more than 1.5 MB, and is checked for each 256 KiB.
        let last: PushedBatch?
        switch format {
        case .healthAutoExport:
            let points = list("{\"date\":\"2026-11-23 10:00:00 +0000\",\"qty\":1,\"source\":\"Watch\"}")
            let metric = "{\"name\":\"step_count\",\"units\":\"count\",\"data\":[\(points)]}"
            last = try? Self.healthAutoExport("{\"data\":{\"metrics\":[\(metric)]}}", into: sink)
        case .healthConnectWebhook:
            let steps = list("{\"count\":1,\(dates)}")
            last = try? HealthConnectWebhookReader.batch(Array("{\"steps\":[\(steps)]}".utf8), now: pushNow, into: sink)
        case .openWearables:
            let type = "HKQuantityTypeIdentifierStepCount"
            let records = list("{\"type\":\"\(type)\",\"value\":1,\"unit\":\"count\",\(dates)}")
            last = try? OpenWearablesReader.batch(
                Array("{\"provider\":\"apple\",\"data\":{\"records\":[\(records)]}}".utf8), now: pushNow, into: sink)
        }
        #expect(taken + (last?.readings ?? 0) < count)
        #expect(throws: Ended.self) { try sink.check() }
        // The error stays the same.
        checks = 0
        #expect(throws: Ended.self) { try sink.check() }
    }
}
