// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessTestSupport
import Testing

@Suite("health report")
struct ReportTests {
    private static func html(_ home: Home, _ types: String) throws -> String {
        let result = try Tool.run(
            [
                "report", home.path("report.html"), "--from", "2024-03-03", "--to", "2024-03-05", "--types", types,
                "--language", "en", "--force",
            ], in: home)
        #expect(result.status == 0, "\(result.errors)")
        return try String(contentsOf: home.file("report.html"), encoding: .utf8)
    }

    @Test("the day of the export is part of no average and no extreme; a weighing of the day is")
    func finishedDays() throws {
        func record(_ type: String, _ value: String, _ unit: String, _ start: String) -> String {
            MadeStore.record(type, value, unit, from: "\(start):00 +0100", to: "\(start):00 +0100", source: "Phone")
        }
        let home = try MadeStore.make(
            [
                record("StepCount", "10000", "count", "2024-03-03 08:00"),
                record("StepCount", "8000", "count", "2024-03-04 08:00"),
                record("StepCount", "417", "count", "2024-03-05 06:00"),
                record("BodyMass", "70", "kg", "2024-03-03 07:00"),
                // Three weighings of a day count once.
                record("BodyMass", "72", "kg", "2024-03-05 06:00"), record("BodyMass", "72", "kg", "2024-03-05 06:10"),
                record("BodyMass", "72", "kg", "2024-03-05 06:20"),
            ], exported: "2024-03-05 06:30:00 +0100")
        let steps = try Self.html(home, "stepCount")
        #expect(steps.contains("9,000") && steps.contains("8,000") && steps.contains("10,000"))
        #expect(!steps.contains("417"))
        let weight = try Self.html(home, "bodyMass")
        #expect(weight.contains("71.0") || weight.contains("156.5"))
    }

    @Test("a report about days to come is refused")
    func future() throws {
        let home = try MadeStore.make(
            [
                MadeStore.record(
                    "StepCount", "1", "count", from: "2024-03-03 08:00:00 +0100", to: "2024-03-03 08:00:00 +0100",
                    source: "Phone")
            ], exported: "2024-03-05 06:30:00 +0100")
        let target = home.path("report.html")
        let result = try Tool.run(["report", target, "--from", "3024-01", "--to", "3024-02"], in: home)
        #expect(result.status == 2 && result.errors.contains("the period of the report begins in the future"))
    }
}
