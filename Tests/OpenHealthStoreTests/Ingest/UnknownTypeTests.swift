// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

@testable import OpenHealthStore

/// Tests of records of types outside the vocabulary, and of ongoing samples.
@Suite struct UnknownTypeTests {
    @Test(arguments: ["HKQuantityTypeIdentifierOfTomorrow", "OrgExampleMood", "mood", "Patient"])
    func `records of unknown types have their number and unit`(type: String) throws {
        let store = try ScratchStore()
        var export = TestExport()
        export.add(
            .init(type: type, unit: "points", value: "7.5", start: 0),
            .init(type: type, unit: nil, value: "text", start: 100, end: 160),
            .init(type: type, unit: nil, value: nil, start: 200, end: 260))
        try store.importXML(export.document)
        let records = try store.database.records(SampleRequest()).sorted { $0.start < $1.start }
        #expect(records.map(\.type) == [type, type, type])
        #expect(records.map(\.value) == [7.5, nil, nil])
        #expect(records.map(\.originalValue) == [7.5, nil, nil])
        #expect(records.map(\.originalUnit) == ["points", nil, nil])
        #expect(records.map(\.text) == [nil, "text", nil])
        try store.expectNoFaults()
    }

    @Test func contradictingDatesAreKeptWithARemark() throws {
        let store = try ScratchStore()
        let receipt = try store.importXML(
            """
            <HealthData>
            <Record type="HKQuantityTypeIdentifierStepCount" sourceName="S" unit="count" value="7" \
            startDate="2024-03-09 10:00:00 +0100" endDate="4001-01-01 01:00:00 +0100"/>
            <Workout workoutActivityType="HKWorkoutActivityTypeRunning" sourceName="S" duration="90" durationUnit="min" \
            startDate="2024-03-09 10:00:00 +0100" endDate="2024-03-09 10:30:00 +0100"/>
            </HealthData>

            """)
        #expect(receipt.records.added == 1)
        #expect(receipt.diagnostics.map(\.severity) == [.warning, .warning])
        #expect(receipt.diagnostics.map(\.element) == ["Record", "Workout"])
        #expect(try store.database.workouts().map(\.duration) == [5400])
    }

    @Test func `openEndedSamplesAreImported`() throws {
        let store = try ScratchStore()
        let receipt = try store.importXML(
            """
            <HealthData>
            <Record type="HKCategoryTypeIdentifierPregnancy" sourceName="S" value="HKCategoryValueNotApplicable" \
            startDate="2024-03-09 10:00:00 +0100" endDate="4001-01-01 01:00:00 +0100"/>
            </HealthData>

            """)
        #expect(receipt.records.added == 1)
        #expect(receipt.diagnostics == [])
        let records = try store.database.records(SampleRequest())
        #expect(records.map(\.end) == [Date.distantFuture])
        #expect(try store.database.samples(SampleRequest()).map(\.hasUndeterminedDuration) == [true])
        #expect(try store.database.check().findings == [])
    }
}
