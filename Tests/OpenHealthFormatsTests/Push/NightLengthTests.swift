// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

@testable import OpenHealthFormats

/// Tests of the remark on nights of more than 24 hours, which are stored as written.
@Suite struct NightLengthTests {
    /// 2026-11-20T22:00:00Z, the beginning of the nights.
    private static let start = 1_795_212_000.0

    /// The ways in which apps send a night.
    enum Form: CaseIterable {
        case healthConnect, healthConnectStages, wearables, wearablesStages, healthAutoExport, healthAutoExportTotals
    }

    /// Returns the push of a night of some hours.
    private static func push(_ form: Form, hours: Double) throws -> PushedBatch {
        let half = hours / 2
        func text(_ hours: Double) -> String { NightscoutDate.text(start + hours * 3600) }
        func plain(_ hours: Double) -> String {
            text(hours).prefix(19).replacing("T", with: " ") + " +0000"
        }
        switch form {
        case .healthConnect, .healthConnectStages:
            let stages: [String] = [(0.0, half), (half, hours)].map { from, to in
                "{\"stage\": \"deep\", \"start_time\": \"\(text(from))\", \"end_time\": \"\(text(to))\"}"
            }
            return try HealthConnectWebhookReader.batch(
                Array(
                    """
                    {"sleep": [{"session_start_time": "\(text(0))", "session_end_time": "\(text(hours))",
                     "duration_seconds": \(hours * 3600), "stages": [\(form == .healthConnect ? "" : stages.joined(separator: ", "))]}]}
                    """.utf8), now: pushNow)
        case .wearables, .wearablesStages:
            let parts: [(Double, Double)] = form == .wearables ? [(0, hours)] : [(0, half), (half, hours)]
            let stages = parts.enumerated().map { index, part in
                """
                {"id": "\(index)", "parentId": "night", "stage": "deep", "startDate": "\(text(part.0))",
                 "endDate": "\(text(part.1))"}
                """
            }
            return try OpenWearablesReader.batch(
                Array("{\"provider\": \"google\", \"data\": {\"sleep\": [\(stages.joined(separator: ", "))]}}".utf8),
                now: pushNow)
        case .healthAutoExport, .healthAutoExportTotals:
            let night =
                form == .healthAutoExport
                ? "\"startDate\": \"\(plain(0))\", \"endDate\": \"\(plain(hours))\", \"qty\": \(hours), \"value\": \"Core\""
                : "\"date\": \"2026-11-20\", \"totalSleep\": \(hours), \"asleep\": 0, \"core\": \(hours), \"inBed\": 0, "
                    + "\"sleepStart\": \"\(plain(0))\", \"sleepEnd\": \"\(plain(hours))\""
            var json = """
                {"data": {"metrics": [{"name": "sleep_analysis", "units": "hr", "data": [{\(night), "source": "Watch"}]}]}}
                """
            return try json.withUTF8 {
                try HealthAutoExportReader.read($0, aggregation: .individual, now: pushNow)
            }
        }
    }

    private static func remarks(_ push: PushedBatch) -> [String] {
        push.warnings.entries.map(\.reason).filter { $0.contains("24 hours") }
    }

    @Test(arguments: Form.allCases) func `a night of more than 24 hours gets a remark and is stored`(form: Form) throws
    {
        let push = try Self.push(form, hours: 30)
        let date = form == .healthAutoExportTotals ? "2026-11-20T00:00:00Z" : "2026-11-20T22:00:00Z"
        #expect(
            Self.remarks(push) == ["sleepAnalysis: a night lasts more than 24 hours, at \(date); kept as written"])
        #expect(push.samples.rows.count + push.aggregates.count > 0)
        #expect(push.refusals.count == 0)
    }

    @Test(arguments: Form.allCases) func `a night of at most 24 hours gets none`(form: Form) throws {
        for hours in [8.0, 24] {
            let push = try Self.push(form, hours: hours)
            #expect(Self.remarks(push) == [])
            #expect(push.samples.rows.count + push.aggregates.count > 0)
        }
    }

    @Test func `time in bed and awake can be longer`() throws {
        var json = """
            {"data": {"metrics": [{"name": "sleep_analysis", "units": "hr", "data": [
             {"startDate": "2026-11-20 22:00:00 +0000", "endDate": "2026-11-22 22:00:00 +0000", "qty": 48, "value": "In Bed"},
             {"startDate": "2026-11-20 22:00:00 +0000", "endDate": "2026-11-22 22:00:00 +0000", "qty": 48, "value": "Awake"}]}]}}
            """
        let push = try json.withUTF8 {
            try HealthAutoExportReader.read($0, aggregation: .individual, now: pushNow)
        }
        #expect(push.samples.rows.count == 2 && Self.remarks(push) == [])
    }

    @Test func `the remark counts nights`() {
        #expect(
            NightLength.remark(count: 3, first: Self.start)
                == "3 nights last more than 24 hours, the first at 2026-11-20T22:00:00Z; kept as written")
    }
}
