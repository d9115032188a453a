// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

@testable import OpenHealthStore

/// Tests of records inside correlations and workouts.
@Suite struct IngestNestedTests {
    private static func pressure(_ type: String, _ value: String, start: Int) -> TestExport.Record {
        .init(
            type: "HKQuantityTypeIdentifierBloodPressure\(type)", unit: "mmHg", value: value, source: "Cuff",
            version: nil, device: nil, start: start, end: start)
    }

    private static func export(topLevel: Bool, correlationFirst: Bool = false, copies: Int = 1) -> String {
        var export = TestExport()
        let systolic = pressure("Systolic", "121", start: 100)
        let diastolic = pressure("Diastolic", "79", start: 100)
        func correlations(_ export: inout TestExport) {
            for _ in 0..<copies {
                export.add(
                    "Correlation", "type=\"HKCorrelationTypeIdentifierBloodPressure\"", start: 100, end: 100,
                    export.xml(systolic) + export.xml(diastolic))
            }
        }
        if correlationFirst { correlations(&export) }
        if topLevel {
            for _ in 0..<copies { export.add(systolic, diastolic) }
        }
        if !correlationFirst { correlations(&export) }
        return export.document
    }

    @Test(arguments: [true, false], [1, 2])
    func aNestedRecordAlsoAtTheTopLevelCountsOnce(correlationFirst: Bool, copies: Int) throws {
        let store = try ScratchStore()
        let xml = Self.export(topLevel: true, correlationFirst: correlationFirst, copies: copies)
        let first = try store.importXML(xml)
        #expect(first.records.read == 2 * copies)
        #expect(first.records.added == 2 * copies)
        #expect(first[.correlations].added == copies)
        #expect(try store.count("SELECT count(DISTINCT id) FROM correlation_member") == 2 * copies)
        let second = try store.importXML(xml)
        #expect(second.records.read == 2 * copies)
        #expect(second.records.added == 0)
        #expect(second[.correlations].added == 0)
        #expect(try store.count("SELECT count(*) FROM correlation_member") == 2 * copies)
        try store.expectNoFaults()
    }

    @Test func aRecordThatIsOnlyNestedCounts() throws {
        let store = try ScratchStore()
        let xml = Self.export(topLevel: false, copies: 2)
        let first = try store.importXML(xml)
        #expect(first.records.read == 4)
        #expect(first.records.added == 4)
        let second = try store.importXML(xml)
        #expect(second.records.read == 4)
        #expect(second.records.added == 0)
        #expect(second.records.alreadyPresent == 4)
        try store.expectNoFaults()
    }

    /// According to two programs, their exports contained blood pressure only inside correlations; a later export of the same
    /// phone contains it at the top level as well.
    @Test func nestedThenTopLevelAddsNothing() throws {
        let store = try ScratchStore()
        try store.importXML(Self.export(topLevel: false))
        let second = try store.importXML(Self.export(topLevel: true))
        #expect(second.records.read == 2)
        #expect(second.records.added == 0)
    }

    @Test func effortScoresBelongToTheirWorkout() throws {
        let store = try ScratchStore()
        var export = TestExport()
        let score = TestExport.Record(
            type: "HKQuantityTypeIdentifierWorkoutEffortScore", unit: "appleEffortScore", value: "6", start: 0,
            end: 1800)
        export.add(
            "Workout", "workoutActivityType=\"HKWorkoutActivityTypeRunning\" duration=\"30\" durationUnit=\"min\"",
            start: 0, end: 1800, export.xml(score))
        let receipt = try store.importXML(export.document)
        #expect(receipt.records.added == 1)
        #expect(try store.count("SELECT count(*) FROM workout_sample") == 1)
        #expect(try store.count("SELECT duration FROM workout") == 1800)
        #expect(try store.importXML(export.document).records.added == 0)
        #expect(try store.count("SELECT count(*) FROM workout_sample") == 1)
    }
}
