// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthDemo
import OpenHealthModel
import OpenHealthStatistics
import OpenHealthStore
import Testing

/// Tests that the true values of generated participants equal the results of a store with their data.
@Suite struct DemoParticipantTests {
    @Test("each day's steps, cycle day and symptoms equal the store", arguments: 1...12)
    func truth(number: Int) throws {
        let participant = DemoParticipant(number, days: 100)
        let store = try ScratchStore()
        let receipt = try participant.add(to: store.database)
        #expect(receipt.records.rejected == 0)
        #expect(receipt.records.added > 5000)
        try store.expectNoFaults()
        #expect(store.database.homeTimeZone == participant.timeZone)
        #expect(participant.days.count == 100)
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = participant.timeZone
        let midnights = try participant.days.map { day in
            let parts = day.date.split(separator: "-").compactMap { Int($0) }
            return try #require(
                calendar.date(from: DateComponents(year: parts[0], month: parts[1], day: parts[2])))
        }
        let buckets = try CivilBuckets(anchor: midnights[0], interval: DateComponents(day: 1), calendar: calendar)
        let steps = try store.database.statistics(
            StatisticsRequest(type: "HKQuantityTypeIdentifierStepCount", buckets: buckets))
        let found = Dictionary(uniqueKeysWithValues: steps.map { ($0.start, $0.figures.sum) })
        for (day, midnight) in zip(participant.days, midnights) where day.steps > 0 {
            #expect(found[midnight] == Double(day.steps), "\(day.date)")
        }
        #expect(found.count == participant.days.count { $0.steps > 0 })
        let records = try store.database.records(SampleRequest())
        #expect(records.allSatisfy { $0.start >= midnights[0] && $0.end < midnights[99] + 86_400 })
        let (symptoms, cycleDays) = try diary(of: store.database, calendar, midnights)
        #expect(symptoms == participant.days.map(\.symptoms))
        #expect(cycleDays == participant.days.map(\.cycleDay))
    }

    /// Returns the symptoms and the cycle day of each day, according to the samples.
    private func diary(
        of database: HealthDatabase, _ calendar: Calendar, _ midnights: [Date]
    ) throws -> (symptoms: [[String]], cycleDays: [Int?]) {
        var symptoms: [Date: Set<String>] = [:]
        var starts: Set<Date> = []
        for sample in try database.records(SampleRequest()) {
            let day = calendar.startOfDay(for: sample.start)
            let description = HealthTypes.named(sample.type)
            switch description?.valueEnum {
            case "HKCategoryValueSeverity":
                if sample.value != Double(HKCategoryValueSeverity.notPresent.rawValue) {
                    symptoms[day, default: []].insert(sample.type)
                }
            case "HKCategoryValuePresence":
                if sample.value == Double(HKCategoryValuePresence.present.rawValue) {
                    symptoms[day, default: []].insert(sample.type)
                }
            default:
                if sample.metadata.contains(MetadataPair(key: HKMetadataKeyMenstrualCycleStart, value: "1")) {
                    #expect(sample.type == "HKCategoryTypeIdentifierMenstrualFlow")
                    starts.insert(day)
                }
            }
        }
        var cycleDay: Int?
        let cycleDays = midnights.map { day in
            cycleDay = starts.contains(day) ? 1 : cycleDay.map { $0 + 1 }
            return cycleDay
        }
        return (midnights.map { symptoms[$0, default: []].sorted() }, cycleDays)
    }

    @Test("the same numbers give the same person, others another")
    func identity() throws {
        let one = DemoParticipant(3, days: 40)
        let again = DemoParticipant(3, days: 40)
        #expect(one.days == again.days)
        #expect(one.days != DemoParticipant(4, days: 40).days)
        #expect(one.days != DemoParticipant(3, seed: 2, days: 40).days)
        let store = try ScratchStore()
        let added = try one.add(to: store.database).records.added
        let second = try again.add(to: store.database)
        #expect(second.records.added == 0)
        #expect(second.records.read == added)
    }

    @Test("over many people the symptoms follow the cycle, and zones and ages vary")
    func shape() {
        let people = (1...60).map { DemoParticipant($0) }
        #expect(Set(people.map(\.timeZone.identifier)).count >= 4)
        #expect(Set(people.map(\.dateOfBirth)).count > 50)
        let days = people.flatMap(\.days)
        func share(_ symptom: String, _ isCounted: (Int) -> Bool) -> Double {
            let counted = days.filter { $0.cycleDay.map(isCounted) ?? false }
            return Double(counted.count { $0.symptoms.contains("HKCategoryTypeIdentifier\(symptom)") })
                / Double(counted.count)
        }
        #expect(share("AbdominalCramps") { $0 == 1 } > 5 * share("AbdominalCramps") { (8...16).contains($0) })
        #expect(share("MoodChanges") { (24...28).contains($0) } > 2 * share("MoodChanges") { (8...16).contains($0) })
        let withoutPeriods = people.count { $0.days.allSatisfy { $0.cycleDay == nil } }
        #expect((1...15).contains(withoutPeriods))
    }
}
