// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

@Suite struct SummaryTests {
    @Test func newSummariesAreEmpty() {
        let summary = HKActivitySummary()
        #expect(summary.activeEnergyBurned.doubleValue(for: .kilocalorie()) == 0)
        #expect(summary.appleExerciseTimeGoal.doubleValue(for: .minute()) == 0)
        #expect(summary.appleStandHoursGoal.doubleValue(for: .count()) == 0)
        #expect(summary.exerciseTimeGoal == nil && summary.standHoursGoal == nil)
        #expect(summary.activityMoveMode == .activeEnergy && !summary.isPaused)
        #expect(summary.dateComponents(for: Calendar(identifier: .gregorian)).day == nil)
    }

    @Test func formerGoalPropertiesAreTheSameGoals() {
        let summary = HKActivitySummary()
        let minutes = HealthModelTestSamples.quantity(30, "min")
        let hours = HealthModelTestSamples.quantity(12, "count")
        summary.appleExerciseTimeGoal = minutes
        summary.appleStandHoursGoal = hours
        #expect(summary.exerciseTimeGoal == minutes && summary.standHoursGoal == hours)
    }

    @Test func copiesAreIndependent() throws {
        let summary = HKActivitySummary()
        let copy = try #require(summary.copy() as? HKActivitySummary)
        copy.isPaused = true
        #expect(!summary.isPaused)
        #expect(summary != copy)
    }

    @Test func daysInAnyCalendarAndZone() {
        let summary = HKActivitySummary(.init(day: DateComponents(era: 1, year: 2024, month: 2, day: 29)))
        for zone in ["UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago", "America/Sao_Paulo"] {
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = TimeZone(identifier: zone) ?? .gmt
            let parts = summary.dateComponents(for: calendar)
            #expect([parts.era, parts.year, parts.month, parts.day] == [1, 2024, 2, 29])
            #expect(parts.calendar == calendar)
        }
        let buddhist = summary.dateComponents(for: Calendar(identifier: .buddhist))
        #expect(buddhist.year == 2567)
    }

    @Test func statisticsAnswerBySource() {
        let statistics = HealthModelTestSamples.statistics
        let source = HealthModelTestSamples.source
        let stranger = HKSource(name: "x", bundleIdentifier: "x")
        #expect(statistics.sources == [source])
        #expect(statistics.averageQuantity() == HealthModelTestSamples.quantity(2, "count/s"))
        #expect(statistics.minimumQuantity() == HealthModelTestSamples.quantity(1, "count/s"))
        #expect(statistics.maximumQuantity() == HealthModelTestSamples.quantity(3, "count/s"))
        #expect(statistics.mostRecentQuantity() == HealthModelTestSamples.quantity(2.5, "count/s"))
        #expect(statistics.mostRecentQuantityDateInterval()?.duration == 3)
        #expect(statistics.duration() == HealthModelTestSamples.quantity(9, "s"))
        #expect(statistics.sumQuantity() == nil)
        #expect(statistics.averageQuantity(for: source) == HealthModelTestSamples.quantity(2, "count/s"))
        let others = [
            statistics.averageQuantity(for: stranger), statistics.minimumQuantity(for: source),
            statistics.maximumQuantity(for: source), statistics.sumQuantity(for: source),
            statistics.mostRecentQuantity(for: source), statistics.duration(for: source),
        ]
        #expect(others.allSatisfy { $0 == nil })
        #expect(statistics.mostRecentQuantityDateInterval(for: source) == nil)
        let whole = HKStatistics(
            quantityType: HKQuantityType(.stepCount), startDate: statistics.startDate, endDate: statistics.endDate,
            figures: HKStatisticsFigures())
        #expect(whole.sources == nil)
    }

    @Test func sources() {
        #expect(!HKSource.default().bundleIdentifier.isEmpty)
        #expect(HKSource.default() == HKSource.default())
        let any = HKSourceRevision(source: .default(), version: HKSourceRevisionAnyVersion)
        #expect(any.productType == HKSourceRevisionAnyProductType)
        #expect(any.operatingSystemVersion.majorVersion == HKSourceRevisionAnyOperatingSystem.majorVersion)
        #expect(any != HKSourceRevision(source: .default(), version: nil))
    }

    @Test func undeterminedDurations() {
        let sample = HKSample(
            sampleType: HKCategoryType(.sleepAnalysis), startDate: HealthModelTestSamples.start,
            endDate: .distantFuture, fields: HealthModelTestSamples.fields)
        #expect(sample.hasUndeterminedDuration)
    }

    @Test func anchorsAndConcepts() {
        #expect(HKQueryAnchor(fromValue: 3) == HKQueryAnchor(fromValue: 3))
        #expect(HKQueryAnchor(fromValue: 3) != HKQueryAnchor(fromValue: 4))
        #expect(HealthModelTestSamples.concept.identifier.domain == .medication)
        #expect(
            HKClinicalCoding(system: "a", version: nil, code: "c")
                != HKClinicalCoding(system: "a", version: "", code: "c"))
    }
}
