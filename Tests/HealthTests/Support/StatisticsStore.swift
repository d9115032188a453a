// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessTestSupport
import Testing

/// A small handwritten store, around the night in which Berlin's clocks are set forward (2024-03-31).
final class StatisticsStore: Sendable {
    /// The home folder with the tool's default store.
    let home: Home

    /// The shared store.
    static let shared = Swift.Result { try StatisticsStore() }

    private init() throws {
        home = try Home()
        try ImportCommandTests.document(Self.records, exported: nil).write(
            to: home.file("export.xml"), atomically: true, encoding: .utf8)
        let result = try Tool.run(["import", home.path("export.xml"), "--timezone", "Europe/Berlin"], in: home)
        guard result.status == 0 else { throw Parsed.Malformed(text: result.errors) }
    }

    /// Runs `health statistics`.
    static func run(_ arguments: String...) throws -> Tool.Result {
        try Tool.run(["statistics"] + arguments, in: try shared.get().home)
    }

    /// Returns the rows in JSON.
    static func rows(_ arguments: String...) throws -> [[String: Any]] {
        let result = try Tool.run(["statistics"] + arguments + ["--format", "json"], in: try shared.get().home)
        #expect(result.status == 0, "\(result.errors)")
        return try Parsed.array(result.output)
    }

    private static let watch = "Ana's Apple Watch"
    private static let phone = "Ana's iPhone"

    private static let records = [
        quantity("StepCount", watch, "count", "600", "2024-03-30 10:00:00 +0100", "2024-03-30 11:00:00 +0100"),
        // Only the half that the watch does not cover counts.
        quantity("StepCount", phone, "count", "1000", "2024-03-30 10:30:00 +0100", "2024-03-30 11:30:00 +0100"),
        // A sample that crosses midnight, with half of it on each day.
        quantity("StepCount", watch, "count", "200", "2024-03-31 23:50:00 +0200", "2024-04-01 00:10:00 +0200"),
        quantity("StepCount", phone, "count", "50", "2024-04-03 08:00:00 +0200", "2024-04-03 08:10:00 +0200"),
        quantity("BodyMass", phone, "kg", "70", "2024-03-30 08:00:00 +0100", "2024-03-30 08:00:00 +0100"),
        quantity("BodyMass", phone, "kg", "73", "2024-03-30 20:00:00 +0100", "2024-03-30 20:00:00 +0100"),
        quantity("BodyMass", phone, "kg", "71", "2024-04-02 08:00:00 +0200", "2024-04-02 08:00:00 +0200"),
        quantity("BodyTemperature", phone, "degC", "-10", "2024-03-30 08:00:00 +0100", "2024-03-30 08:00:00 +0100"),
        quantity("BodyTemperature", phone, "degC", "30", "2024-03-31 08:00:00 +0200", "2024-03-31 08:00:00 +0200"),
        quantity("OxygenSaturation", watch, "%", "0.97", "2024-03-30 08:00:00 +0100", "2024-03-30 08:00:00 +0100"),
        // 17:00 in Berlin is 01:00 of the next day in Tokyo.
        quantity(
            "FlightsClimbed", phone, "count", "3", "2024-03-30 17:00:00 +0100", "2024-03-30 17:00:10 +0100",
            inside: #"<MetadataEntry key="HKTimeZone" value="Asia/Tokyo"/>"#),
        sleep("InBed", "2024-03-30 23:00:00 +0100", "2024-03-31 07:00:00 +0200"),
        sleep("AsleepCore", "2024-03-30 23:30:00 +0100", "2024-03-31 01:30:00 +0100"),
        sleep("AsleepDeep", "2024-03-31 01:30:00 +0100", "2024-03-31 03:30:00 +0200"),
    ]

    private static func quantity(
        _ type: String, _ source: String, _ unit: String, _ value: String, _ start: String, _ end: String,
        inside: String = ""
    ) -> String {
        #"<Record type="HKQuantityTypeIdentifier\#(type)" sourceName="\#(source)" unit="\#(unit)" "#
            + #"startDate="\#(start)" endDate="\#(end)" value="\#(value)">\#(inside)</Record>"#
    }

    private static func sleep(_ value: String, _ start: String, _ end: String) -> String {
        #"<Record type="HKCategoryTypeIdentifierSleepAnalysis" sourceName="\#(watch)" "#
            + #"startDate="\#(start)" endDate="\#(end)" value="HKCategoryValueSleepAnalysis\#(value)"/>"#
    }
}
