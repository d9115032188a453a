// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStatistics
import Testing

@testable import OpenHealthStore

/// Tests of remarks about improbable values and dates. The values are stored as written.
@Suite struct ValueRemarkTests {
    private static func record(_ type: String, _ unit: String, _ value: String, day: String = "2024-03-10") -> String {
        #"<Record type="HKQuantityTypeIdentifier\#(type)" sourceName="Phone" unit="\#(unit)" "#
            + #"startDate="\#(day) 08:00:00 +0000" endDate="\#(day) 08:00:00 +0000" value="\#(value)"/>"#
    }

    private func remarks(_ elements: [String]) throws -> (lines: [String], count: Int) {
        let store = try ScratchStore()
        let receipt = try store.importXML("<HealthData locale=\"en_GB\">" + elements.joined() + "</HealthData>")
        #expect(receipt.diagnosticCount == receipt.diagnostics.count)
        #expect(try store.database.check().isHealthy)
        return (receipt.diagnostics.map(\.description), try store.count("SELECT count(*) FROM sample"))
    }

    @Test func impossibleAndUnusualValuesAreCountedByType() throws {
        let found = try remarks([
            Self.record("HeartRate", "count/min", "61"), Self.record("HeartRate", "count/min", "-20"),
            Self.record("HeartRate", "count/min", "-3", day: "2024-03-08"),
            Self.record("BodyMass", "lb", "900"), Self.record("BodyMass", "kg", "70"),
            Self.record("OxygenSaturation", "%", "0.97"), Self.record("OxygenSaturation", "%", "97"),
        ])
        #expect(found.count == 7)
        #expect(
            found.lines == [
                "export.xml: bodyMass: a value is unusual, at 2024-03-10T08:00:00Z; kept as written",
                "export.xml: heartRate: 2 values are not possible, the first at 2024-03-08T08:00:00Z; kept as written",
                "export.xml: oxygenSaturation: a value is not possible, at 2024-03-10T08:00:00Z; kept as written",
            ])
    }

    @Test func nightsOfMoreThanADayAreCounted() throws {
        func sleep(_ value: String, _ end: String) -> String {
            #"<Record type="HKCategoryTypeIdentifierSleepAnalysis" sourceName="Watch" startDate="2024-03-10 22:00:00 +0000" "#
                + #"endDate="\#(end) +0000" value="HKCategoryValueSleepAnalysis\#(value)"/>"#
        }
        let found = try remarks([
            sleep("AsleepUnspecified", "2024-03-12 04:00:00"), sleep("AsleepCore", "2024-03-11 22:00:01"),
            sleep("AsleepDeep", "2024-03-11 22:00:00"), sleep("InBed", "2024-03-13 04:00:00"),
            sleep("Awake", "2024-03-13 04:00:00"),
        ])
        #expect(found.count == 5)
        #expect(
            found.lines == [
                "export.xml: sleepAnalysis: 2 nights last more than 24 hours, the first at 2024-03-10T22:00:00Z; kept as written"
            ])
    }

    /// Records that end in the future are kept and counted. Their days until tomorrow are in the statistics.
    @Test func recordsInTheFutureAreKeptWithARemark() throws {
        let store = try ScratchStore()
        let receipt = try store.importXML(
            """
            <HealthData locale="en_GB"><Record type="HKQuantityTypeIdentifierStepCount" sourceName="Phone" unit="count"
             startDate="2024-01-01 00:00:00 +0000" endDate="9999-01-01 00:00:00 +0000" value="1000000"/>
            <Record type="HKQuantityTypeIdentifierHeartRate" sourceName="Phone" unit="count/min"
             startDate="2024-01-01 00:00:00 +0000" endDate="9998-01-01 00:00:00 +0000" value="60"/>
            <Record type="HKCategoryTypeIdentifierSleepAnalysis" sourceName="Phone"
             startDate="2024-01-01 00:00:00 +0000" endDate="9998-01-01 00:00:00 +0000"
             value="HKCategoryValueSleepAnalysisAsleepCore"/>
            </HealthData>
            """)
        #expect(
            receipt.diagnostics.map(\.description).filter { $0.contains("future") }
                == ["export.xml: Record: 3 records end more than a day in the future; kept as written"])
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let days = try CivilBuckets(
            anchor: Date(timeIntervalSince1970: 0), interval: DateComponents(day: 1), calendar: calendar)
        for type in [HKQuantityTypeIdentifier.stepCount, .heartRate] {
            for usesRollups in [true, false] {
                let rows = try store.database.statistics(
                    StatisticsRequest(type: type.rawValue, buckets: days), usesRollups: usesRollups)
                #expect(rows.first?.start == Date(timeIntervalSince1970: 1_704_067_200))
                #expect(rows.count > 300 && rows.count < 100_000)
            }
        }
        let nights = try store.database.categoryDurations(
            type: HKCategoryTypeIdentifier.sleepAnalysis.rawValue, buckets: days)
        #expect(nights.count > 300 && nights.count < 100_000)
        // A range with an end is an error, as before.
        let error = #expect(throws: StoreError.self) {
            try store.database.statistics(
                StatisticsRequest(
                    type: HKQuantityTypeIdentifier.heartRate.rawValue, to: Date(timeIntervalSince1970: 250_000_000_000),
                    buckets: days))
        }
        #expect(error?.code == .invalidArgument)
    }

    /// For all types, values at the limits are usual or improbable, and values beyond the last limit are impossible.
    @Test func everyTypeHasLimits() throws {
        var counted = 0
        for type in HealthTypes.all where type.kind == .quantity {
            let range = try #require(ValueRanges.range(of: type.identifier))
            for (limit, isAbove) in [(range.impossibleBelow, false), (range.impossibleAbove, true)] {
                guard let limit else { continue }
                var remarks = ValueRemarks()
                let beyond = limit + (isAbove ? 1 : -1) * max(1, abs(limit))
                for value in [limit, beyond] {
                    let rows = [SampleRow(type: 0, provenance: 0, start: 0, end: 0, value: value)]
                    rows.withUnsafeBufferPointer { remarks.add($0, [0], type: type.identifier) }
                }
                let lines = remarks.diagnostics(file: "f").map(\.reason)
                #expect(lines.filter { $0.hasPrefix("a value is not possible") }.count == 1, "\(type.identifier)")
                counted += 1
            }
        }
        #expect(counted > 150)
    }

    /// For all predefined keys, an import keeps what a phone wrote, with one remark for each key.
    @Test func metadataThatDoNotFitTheirKeysAreKept() throws {
        let store = try ScratchStore()
        let keys = HealthMetadataKeys.all.filter { HealthMetadataKeys.valueKind($0) != .string }
        func record(_ minute: Int, _ key: String, _ value: String) -> String {
            let date = "2024-03-10 \(10 + minute / 60):\(minute / 10 % 6)\(minute % 10):00 +0000"
            return #"<Record type="HKQuantityTypeIdentifierStepCount" sourceName="Phone" unit="count" "#
                + #"startDate="\#(date)" endDate="\#(date)" value="5"><MetadataEntry key="\#(key)" "#
                + #"value="\#(value)"/></Record>"#
        }
        let records = (keys + keys).enumerated().map { record($0.offset, $0.element, "never") }
        let receipt = try store.importXML("<HealthData>" + records.joined() + "</HealthData>")
        let lines = receipt.diagnostics.map(\.description)
        #expect(lines.count == keys.count)
        for (line, key) in zip(lines, keys) {
            #expect(line.hasPrefix("export.xml: MetadataEntry: a value of \(key) is not "), "\(line)")
            #expect(line.hasSuffix("; kept as written") && !line.contains("never"), "\(line)")
        }
        #expect(try store.count("SELECT count(*) FROM sample") == records.count)
        #expect(try store.database.check().isHealthy)
        let kept = try store.database.samples(
            SampleRequest(types: [HKQuantityTypeIdentifier.stepCount.rawValue])
        ).compactMap { $0.metadata?.first }
        #expect(Set(kept.map(\.key)) == Set(keys))
        #expect(kept.allSatisfy { $0.value as? String == "never" })
    }

    /// A value of the right class that no case has, such as that of a newer system.
    @Test func unknownCasesInMetadataAreNamed() throws {
        let weather = #"<MetadataEntry key="HKWeatherCondition" value="4711"/>"#
        let steps = Self.record("StepCount", "count", "5").replacing("/>", with: ">\(weather)</Record>")
        #expect(
            try remarks([steps]).lines == [
                "export.xml: MetadataEntry: a value of HKWeatherCondition is not the raw value of a case of "
                    + "HKWeatherCondition; kept as written"
            ])
    }

    @Test func recordsBeforeTheDateOfBirthAreCounted() throws {
        let me = #"<Me HKCharacteristicTypeIdentifierDateOfBirth="1990-02-28"/>"#
        let records = ["1989-12-01", "1990-02-27", "1990-02-28", "2024-03-10"].map {
            Self.record("StepCount", "count", "5", day: $0)
        }
        #expect(
            try remarks([me] + records).lines == [
                "export.xml: Record: 2 records start before the date of birth; kept as written"
            ])
        #expect(try remarks(records).lines.isEmpty)
        #expect(try remarks([#"<Me HKCharacteristicTypeIdentifierDateOfBirth=""/>"#] + records).lines.isEmpty)
    }
}
