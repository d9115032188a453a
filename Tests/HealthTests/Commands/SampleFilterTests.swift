// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessTestSupport
import Testing

@Suite("Filters of health samples")
struct SampleFilterTests {
    private static func mass(_ value: String, _ day: String, _ source: String) -> String {
        let time = "2024-03-\(day) 08:00:00 +0100"
        return MadeStore.record("BodyMass", value, "kg", from: time, to: time, source: source)
    }

    /// Returns a store with two weights, two heart rates, of which one has metadata, a sleep stage, and food.
    private static func store() throws -> Home {
        let dates = #"startDate="2024-03-12 08:00:00 +0100" endDate="2024-03-12 08:00:00 +0100""#
        let rate = #"<Record type="HKQuantityTypeIdentifierHeartRate" sourceName="Watch" unit="count/min""#
        func food(_ type: String, _ value: String, _ unit: String) -> String {
            #"<Record type="HKQuantityTypeIdentifier\#(type)" sourceName="Diary" unit="\#(unit)" \#(dates) value="\#(value)"/>"#
        }
        let energy = food("DietaryEnergyConsumed", "250", "kcal")
        return try MadeStore.make([
            mass("70", "10", "Ana’s Scale"), mass("80", "11", "Scale of the gym"),
            rate
                + #" \#(dates) value="60"><MetadataEntry key="HKMetadataKeyHeartRateMotionContext" value="1"/></Record>"#,
            rate + #" \#(dates) value="90"/>"#,
            MadeStore.record(
                "SleepAnalysis", "HKCategoryValueSleepAnalysisAsleepCore", nil, from: "2024-03-10 01:00:00 +0100",
                to: "2024-03-10 02:00:00 +0100", source: "Watch"),
            #"<Correlation type="HKCorrelationTypeIdentifierFood" sourceName="Diary" \#(dates)>"#
                + #"<MetadataEntry key="HKFoodType" value="Bread"/>\#(energy)</Correlation>"#,
        ])
    }

    private static func rows(_ arguments: [String], in home: Home) throws -> [[String: Any]] {
        let result = try Tool.run(["samples"] + arguments + ["--format", "json"], in: home)
        #expect(result.status == 0, "\(arguments): \(result.errors)")
        return try Parsed.array(result.output)
    }

    @Test("samples are filtered by source, value and metadata")
    func filters() throws {
        let home = try Self.store()
        let cases: [([String], [Double])] = [
            (["bodyMass", "--source", "SCALE"], [70, 80]), (["bodyMass", "--source", "gym"], [80]),
            (["bodyMass", "--source", "Ana's Scale"], [70]), (["bodyMass", "--source", "watch"], []),
            (["bodyMass", "--min", "75"], [80]), (["bodyMass", "--max", "75"], [70]),
            (["bodyMass", "--min", "70", "--max", "80"], [70, 80]), (["bodyMass", "--min", "70.5", "--max", "79"], []),
            (["bodyMass", "heartRate", "--min", "65"], [70, 80, 90]),
            (["bodyMass", "heartRate", "--min", "65", "--limit", "2"], [70, 80]),
            (["bodyMass", "--min", "75kg"], [80]), (["bodyMass", "--max", "75000 g"], [70]),
            (["bodyMass", "--min", "12 st 5 lb", "--max", "180lbs"], [80]),
            (["heartRate", "--min", "70 bpm"], [90]),
            (["heartRate", "--metadata", "HKMetadataKeyHeartRateMotionContext"], [60]),
            (["heartRate", "--metadata", "HKMetadataKeyHeartRateMotionContext=1"], [60]),
            (["heartRate", "--metadata", "HKMetadataKeyHeartRateMotionContext=2"], []),
            (["sleepAnalysis", "--value", "asleepCore"], [3]), (["sleepAnalysis", "--value", "awake"], []),
        ]
        for (arguments, values) in cases {
            // By default, rates are in counts per second or minute, depending on the type's unit.
            let unit = arguments[0] == "heartRate" ? ["--unit", "count/min"] : []
            let rows = try Self.rows(arguments + unit, in: home)
            #expect(rows.compactMap { $0["value"] as? Double } == values, "\(arguments)")
        }
        #expect(try Self.rows(["--all"], in: home).count == 7)
    }

    @Test("filter values are given in a unit and compared in it")
    func unit() throws {
        let home = try Self.store()
        let rows = try Self.rows(["bodyMass", "--unit", "lb", "--min", "170"], in: home)
        #expect(rows.count == 1)
        #expect(abs((rows.first?["value"] as? Double ?? 0) - 176.369_81) < 0.001)
        #expect(rows.first?["unit"] as? String == "lb")
        let table = try Tool.run(["samples", "bodyMass", "--unit", "g"], in: home)
        #expect(table.output.contains("80000  g"), "\(table.output)")
    }

    @Test("columns are chosen by name, in the given order")
    func columns() throws {
        let home = try Self.store()
        let csv = try Tool.run(
            ["samples", "bodyMass", "--columns", "value, Source,start", "--format", "csv"], in: home)
        let records = try Parsed.csv(csv.output)
        #expect(records.first == ["value", "source", "start"])
        #expect(records.last == ["80", "Scale of the gym", "2024-03-11T07:00:00Z"])
        let found = try Tool.run(
            ["samples", "bodyMass", "--columns", "uuid,start,end,value,source", "--format", "csv"], in: home)
        let rows = try Parsed.csv(found.output)
        #expect(rows.first == ["uuid", "start", "end", "value", "source"])
        for row in rows.dropFirst() {
            let shown = try Tool.run(["show", row[0], "--format", "json"], in: home)
            #expect(shown.status == 0 && shown.output.contains(row[0]), "\(row): \(shown)")
        }
        let table = try Tool.run(["samples", "bodyMass", "--columns", "value,name"], in: home)
        #expect(table.lines == ["value  name", "   70  bodyMass", "   80  bodyMass"])
    }

    @Test("blood pressures and food have values")
    func correlations() throws {
        let home = try Self.store()
        #expect(try Tool.run(["add", "bloodPressure", "118/76", "--at", "2024-03-13"], in: home).status == 0)
        let table = try Tool.run(["samples", "bloodPressure", "food"], in: home)
        #expect(table.output.contains("118/76 mmHg"), "\(table.output)")
        #expect(table.output.contains("dietaryEnergyConsumed 250 kcal"), "\(table.output)")
        let rows = try Self.rows(["bloodPressure"], in: home)
        let members = try #require(rows.first?["members"] as? [[String: Any]])
        let values = members.map { "\($0["name"] ?? "") \($0["value"] as? Int ?? 0) \($0["unit"] ?? "")" }
        #expect(Set(values) == ["bloodPressureSystolic 118 mmHg", "bloodPressureDiastolic 76 mmHg"])
        let result = try Tool.run(["samples", "bloodPressure", "food", "bodyMass", "--format", "json"], in: home)
        #expect(try JSONSchema(named: "samples").faults(result.output) == [])
    }

    @Test(
        "invalid filters are refused",
        arguments: [
            (["bodyMass", "--min", "heavy"], "takes a number"), (["bodyMass", "--min", "9", "--max", "8"], "swap"),
            (["bodyMass", "--min", "9kg", "--max", "8000g"], "swap"),
            (["bodyMass", "--min", "9 m"], "cannot be given in m"),
            (["sleepAnalysis", "--min", "9 m"], "has no unit"), (["--all", "--min", "9 kg"], "takes a number"),
            (["bodyMass", "--unit", "m"], "cannot be given in m"), (["sleepAnalysis", "--unit", "kg"], "has no unit"),
            (["bodyMass", "--value", "mild"], "no named values"),
            (["bodyMass", "--columns", "weight"], "choose among"),
            (["bodyMass", "--columns", ","], "names none"), (["bodyMass", "--all"], "cannot be combined"),
            (["--all", "--unit", "kg"], "cannot be combined with"),
            (["bodyMass", "--source", "nothing"], "no source is called"),
        ] as [([String], String)])
    func refused(_ arguments: [String], _ message: String) throws {
        let result = try Tool.run(["samples"] + arguments, in: try Self.store())
        #expect(result.status == 2, "\(arguments)")
        #expect(result.errorLines.count == 1)
        #expect(result.errors.contains(message), "\(arguments): \(result.errors)")
    }
}
