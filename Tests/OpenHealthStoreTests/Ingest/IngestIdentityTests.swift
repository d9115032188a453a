// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

@testable import OpenHealthStore

/// Tests of the properties by which records of two exports are identified.
@Suite struct IngestIdentityTests {
    /// Returns a week of several types with an offset, a unit system and a device pointer.
    private static func export(offset: Int = 3600, imperial: Bool = false, pointer: Int = 0x3012_772a0) -> TestExport {
        var export = TestExport(offset: offset, pointer: pointer)
        func number(_ value: Double) -> String { String(format: "%g", value) }
        for hour in 0..<168 {
            let start = hour * 3600
            export.add(.init(value: "\(hour * 7 % 211)", start: start, end: start + 600))
            export.add(
                .init(
                    type: "HKQuantityTypeIdentifierDistanceWalkingRunning", unit: imperial ? "mi" : "km",
                    value: number((0.1234 + Double(hour) / 100) / (imperial ? 1.609344 : 1)), start: start,
                    end: start + 600))
            export.add(
                .init(
                    type: "HKQuantityTypeIdentifierHeartRate", unit: "count/min", value: "\(60 + hour % 90)",
                    start: start, end: start, metadata: [("HKMetadataKeyHeartRateMotionContext", "\(hour % 3)")]))
        }
        for day in 0..<7 {
            let start = day * 86_400
            let kilograms = 72.45 + Double(day) / 10
            export.add(
                .init(
                    type: "HKQuantityTypeIdentifierBodyMass", unit: imperial ? "lb" : "kg",
                    value: number(imperial ? kilograms / 0.45359237 : kilograms), start: start, end: start))
            let celsius = 36.4 + Double(day) / 10
            export.add(
                .init(
                    type: "HKQuantityTypeIdentifierBodyTemperature", unit: imperial ? "degF" : "degC",
                    value: number(imperial ? celsius * 1.8 + 32 : celsius), start: start, end: start))
            export.add(
                .init(
                    type: "HKCategoryTypeIdentifierSleepAnalysis", unit: nil,
                    value: "HKCategoryValueSleepAnalysisAsleepCore", start: start, end: start + 25_000,
                    metadata: [("HKTimeZone", "Europe/London")]))
            export.add(
                .init(
                    type: "HKCategoryTypeIdentifierMindfulSession", unit: nil, value: nil, start: start + 30_000,
                    end: start + 30_600))
            export.add(
                "Workout", "workoutActivityType=\"HKWorkoutActivityTypeRunning\"", start: start, end: start + 1800)
        }
        return export
    }

    private static let size = 168 * 3 + 7 * 4

    @Test func theSameExportAgainAddsNothing() throws {
        let store = try ScratchStore()
        let first = try store.importXML(Self.export().document)
        #expect(first.records.read == Self.size)
        #expect(first.records.added == Self.size)
        let second = try store.importXML(Self.export().document)
        #expect(second.records.added == 0)
        #expect(second.records.alreadyPresent == Self.size)
        #expect(second[.workouts].read == 7)
        #expect(second[.workouts].added == 0)
        try store.expectNoFaults()
    }

    @Test(arguments: [-36_000, 0, 7200, 34_200])
    func anotherSeasonAddsNothing(offset: Int) throws {
        let store = try ScratchStore()
        try store.importXML(Self.export().document)
        #expect(try store.importXML(Self.export(offset: offset).document).records.added == 0)
    }

    @Test func otherUnitsAddNothing() throws {
        for metricFirst in [true, false] {
            let store = try ScratchStore()
            try store.importXML(Self.export(imperial: !metricFirst).document)
            let second = try store.importXML(Self.export(imperial: metricFirst).document)
            #expect(second.records.added == 0)
            #expect(second.records.alreadyPresent == Self.size)
        }
    }

    @Test func otherPointersAddNothing() throws {
        let store = try ScratchStore()
        try store.importXML(Self.export().document)
        #expect(try store.importXML(Self.export(pointer: 0x6000_0042).document).records.added == 0)
    }

    @Test func spacesAndApostrophesInNamesAreIgnored() throws {
        let store = try ScratchStore()
        var first = TestExport()
        first.add(.init(source: "Ada’s Apple\u{00A0}Watch"))
        var second = TestExport()
        second.add(.init(source: "Ada's  Apple Watch "))
        try store.importXML(first.document)
        #expect(try store.importXML(second.document).records.added == 0)
    }

    @Test func theOrderOfMetadataIsIgnored() throws {
        let store = try ScratchStore()
        var first = TestExport()
        first.add(.init(metadata: [("b", "2"), ("a", "1"), ("b", "3")]))
        var second = TestExport()
        second.add(.init(metadata: [("b", "2"), ("b", "3"), ("a", "1")]))
        try store.importXML(first.document)
        #expect(try store.importXML(second.document).records.added == 0)
        var other = TestExport()
        other.add(.init(metadata: [("b", "3"), ("a", "1"), ("b", "2")]))
        #expect(try store.importXML(other.document).records.added == 1)
        try store.expectNoFaults()
    }

    /// The same workout in an export of a newer system gains statistics and activities.
    @Test func aWorkoutGainsMissingParts() throws {
        func export(_ content: String) -> String {
            var export = TestExport()
            export.add(
                "Workout", "workoutActivityType=\"HKWorkoutActivityTypeRunning\"", start: 0, end: 1800, content)
            return export.document
        }
        let date = TestExport().date(60)
        let event = "<WorkoutEvent type=\"HKWorkoutEventTypePause\" date=\"\(date)\"/>\n"
        let statistics =
            "<WorkoutStatistics type=\"HKQuantityTypeIdentifierHeartRate\" startDate=\"\(date)\" endDate=\"\(date)\" "
            + "average=\"120\" unit=\"count/min\"/>\n"
        let activity =
            "<WorkoutActivity uuid=\"\(UUID())\" startDate=\"\(date)\">\(event)\(statistics)</WorkoutActivity>\n"
        let store = try ScratchStore()
        try store.importXML(export(event))
        let second = try store.importXML(export(event + activity + statistics))
        #expect(second[.workouts].added == 0)
        #expect(second[.workoutEvents].read == 2 && second[.workoutEvents].added == 1)
        #expect(second[.workoutStatistics].read == 2 && second[.workoutStatistics].added == 2)
        #expect(second[.workoutActivities].read == 1 && second[.workoutActivities].added == 1)
        for document in [export(event), export(event + activity + statistics)] {
            let again = try store.importXML(document)
            for kind in [ImportReceipt.Kind.workoutEvents, .workoutStatistics, .workoutActivities] {
                #expect(again[kind].added == 0)
            }
        }
        try store.expectNoFaults()
    }

    /// Each of these properties distinguishes records that are otherwise equal.
    @Test func propertiesThatDistinguishRecords() throws {
        let store = try ScratchStore()
        let base = TestExport.Record()
        var variants: [TestExport.Record] = [base]
        func vary(_ change: (inout TestExport.Record) -> Void) {
            var record = base
            change(&record)
            variants.append(record)
        }
        vary { $0.type = "HKQuantityTypeIdentifierFlightsClimbed" }
        vary { $0.value = "11" }
        vary { $0.source = "Ada’s Watch" }
        vary { $0.device = nil }
        vary { $0.device = "name:iPhone, model:iPhone, hardware:iPhone15,1" }
        vary { $0.start = 1 }
        vary { $0.end = 61 }
        vary { $0.metadata = [("HKWasUserEntered", "1")] }
        vary { $0.metadata = [("HKWasUserEntered", "0")] }
        var together = TestExport()
        for (index, variant) in variants.enumerated() {
            var one = TestExport()
            one.add(variant)
            #expect(try store.importXML(one.document).records.added == 1, "variant \(index)")
            together.add(variant)
        }
        #expect(try store.importXML(together.document).records.added == 0)
        try store.expectNoFaults()
    }

    @Test func exactDuplicatesAreKept() throws {
        let store = try ScratchStore()
        var three = TestExport()
        three.add(.init(), .init(), .init(start: 60, end: 90), .init())
        #expect(try store.importXML(three.document).records.added == 4)
        #expect(try store.importXML(three.document).records.added == 0)
        var five = TestExport()
        five.add(.init(), .init(), .init(), .init(), .init())
        let receipt = try store.importXML(five.document)
        #expect(receipt.records.added == 2)
        #expect(receipt.records.alreadyPresent == 3)
        try store.expectNoFaults()
    }

    @Test func aNewerExportAddsNewRecords() throws {
        let store = try ScratchStore()
        try store.importXML(Self.export().document)
        var newer = Self.export(offset: 7200)
        newer.add(.init(start: 700_000, end: 700_060), .init(value: "3", start: 100, end: 160))
        let receipt = try store.importXML(newer.document)
        #expect(receipt.records.added == 2)
        #expect(receipt.records.alreadyPresent == Self.size)
    }

    /// Programs that write one or two decimals round more coarsely than iPhones do.
    @Test func coarselyRoundedValuesInOtherUnitsAddNothing() throws {
        func export(_ type: String, _ unit: String, _ values: [Double], decimals: Int) -> String {
            var export = TestExport()
            for (index, value) in values.enumerated() {
                export.add(
                    .init(
                        type: "HKQuantityTypeIdentifier\(type)", unit: unit,
                        value: String(format: "%.\(decimals)f", value), start: index * 60, end: index * 60))
            }
            return export.document
        }
        let pairs: [(type: String, from: String, to: String, factor: Double, values: [Double], decimals: Int)] = [
            ("DistanceWalkingRunning", "km", "mi", 1 / 1.609344, (0..<300).map { 0.6 + Double($0) / 200 }, 2),
            ("BodyMass", "kg", "lb", 1 / 0.45359237, (0..<300).map { 40 + Double($0) / 3 }, 1),
            (
                "BloodGlucose", "mg/dL", "mmol&lt;180.1558800000541&gt;/L", 1 / 18.01558800000541,
                (0..<200).map { 60 + Double($0) }, 1
            ),
        ]
        for pair in pairs {
            let store = try ScratchStore()
            let first = try store.importXML(export(pair.type, pair.from, pair.values, decimals: pair.decimals))
            #expect(first.records.added == pair.values.count)
            let second = try store.importXML(
                export(pair.type, pair.to, pair.values.map { $0 * pair.factor }, decimals: pair.decimals))
            #expect(second.records.added == 0, "\(pair.type)")
        }
    }

    @Test func moleUnitsThatDifferInTheLastDigitsAreEqual() throws {
        let store = try ScratchStore()
        func export(_ unit: String, _ value: String) -> String {
            var export = TestExport()
            export.add(
                .init(type: "HKQuantityTypeIdentifierBloodGlucose", unit: unit, value: value, start: 0, end: 0))
            return export.document
        }
        #expect(try store.importXML(export("mmol&lt;180.1558800000541&gt;/L", "5.5")).records.added == 1)
        #expect(try store.importXML(export("mmol&lt;180.1558800000540&gt;/L", "5.5")).records.added == 0)
        #expect(try store.importXML(export("mg/dL", "99.0857")).records.added == 0)
        #expect(try store.importXML(export("mg/dL", "104")).records.added == 1)
    }
}
