// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthTestSupport
import OpenHealthKit
import Testing

@Suite struct RecordUsageTests {
    static let symbols = [
        "HKFHIR.fhirResource", "HKFHIR.resourceType", "HKFHIR.fhirVersion",
        "HKActivitySummaryQuery.init(predicate:){}", "HKActivitySummaryQuery.init(predicate:resultsHandler:)",
        "HKActivitySummary.activeEnergyBurned", "HKActivitySummary.activeEnergyBurnedGoal",
        "HKActivitySummary.appleExerciseTime", "HKActivitySummary.appleExerciseTimeGoal",
        "HKActivitySummary.appleMoveTime", "HKActivitySummary.appleMoveTimeGoal",
        "HKActivitySummary.appleStandHours", "HKActivitySummary.appleStandHoursGoal",
        "HKActivitySummary.exerciseTimeGoal", "HKActivitySummary.standHoursGoal",
    ]

    @Test func clinicalRecordsAreRead() async throws {
        let type = HKClinicalType(.labResultRecord)
        let test = try UsageWorld(read: [type])
        try test.world.add(HKClinicalRecord.fixture(.labResultRecord, name: "Iron", at: test.now))
        let descriptor = HKSampleQueryDescriptor(
            predicates: [.clinicalRecord(type: type)], sortDescriptors: [])
        let record = try #require(try await descriptor.result(for: test.store).first)
        #expect(record.displayName == "Iron")
        #expect(record.fhirResource?.resourceType == .observation)
        #expect(record.fhirResource?.fhirVersion == .primaryR4())
    }

    @Test func ringsAreRead() async throws {
        let test = try UsageWorld(read: [HKObjectType.activitySummaryType()])
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let day = calendar.dateComponents([.era, .year, .month, .day], from: test.now)
        try test.world.add(HKActivitySummary.fixture(day: day))
        let results = QueryRecorder<[HKActivitySummary]>()
        let first = HKActivitySummaryQuery(predicate: nil) { _, summaries, error in
            results.handler()(0, summaries, error)
        }
        test.store.execute(first)
        let summary = try #require(try await results.next().first)
        #expect(summary.activeEnergyBurned.doubleValue(for: .kilocalorie()) == 420)
        #expect(summary.activeEnergyBurnedGoal.doubleValue(for: .kilocalorie()) == 500)
        #expect(summary.appleExerciseTime.doubleValue(for: .minute()) == 24)
        #expect(summary.appleExerciseTimeGoal.doubleValue(for: .minute()) == 30)
        #expect(summary.exerciseTimeGoal?.doubleValue(for: .minute()) == 30)
        #expect(summary.appleMoveTime.doubleValue(for: .minute()) == 0)
        #expect(summary.appleMoveTimeGoal.doubleValue(for: .minute()) == 0)
        #expect(summary.appleStandHours.doubleValue(for: .count()) == 10)
        #expect(summary.appleStandHoursGoal.doubleValue(for: .count()) == 12)
        #expect(summary.standHoursGoal?.doubleValue(for: .count()) == 12)
        let predicate = HKQuery.predicateForActivitySummary(
            with: {
                var day = day
                day.calendar = calendar
                return day
            }())
        let second = HKActivitySummaryQuery(predicate: predicate, resultsHandler: results.handler())
        test.store.execute(second)
        #expect(try await results.next().count == 1)
    }
}
