// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthTestSupport
import OpenHealthKit
import Testing

@Suite struct PredicateUsageTests {
    static let symbols = [
        "HKQuery.predicateForSamples(withStart:end:options:)", "HKQuery.predicateForSamples(withStart:end:)",
        "HKQuery.predicateForObjects(from:)", "HKQuery.predicateForWorkouts(with:)",
        "HKQuery.predicateForWorkouts(with:duration:)", "HKQuery.predicateForObject(with:)",
        "HKQuery.predicateForObjects(with:)", "HKQuery.predicateForObjects(withMetadataKey:)",
        "HKQuery.predicateForObjects(withMetadataKey:allowedValues:)",
        "HKQuery.predicateForObjects(withMetadataKey:operatorType:value:)",
        "HKQuery.predicate(forActivitySummariesBetweenStart:end:)",
        "HKQuery.predicateForCategorySamples(with:value:)", "HKQuery.predicateForQuantitySamples(with:quantity:)",
        "HKQuery.predicateForObjectsAssociated(electrocardiogram:)", "HKQuery.predicateForObjectsWithNoCorrelation()",
        "HKCategoryValueSleepAnalysis.predicateForSamples(equalTo:)",
    ]

    private let steps = HKQuantityType(.stepCount)

    @Test func quantitiesAreFoundByTheirProperties() async throws {
        let test = try UsageWorld(share: [steps])
        let (early, late) = (test.now - 7_200, test.now)
        let first = HKQuantitySample.fixture(.stepCount, 100, start: early, metadata: [HKMetadataKeyExternalUUID: "a"])
        let second = HKQuantitySample.fixture(.stepCount, 200, start: late)
        try await test.store.save([first, second])
        try test.world.add([.fixture(.stepCount, 300, start: late)] as [HKQuantitySample], from: "org.example.watch")
        let own = try #require(try await find(test, HKQuery.predicateForObject(with: first.uuid)).first)

        func count(_ predicate: NSPredicate) async throws -> Int { try await find(test, predicate).count }
        #expect(try await count(HKQuery.predicateForSamples(withStart: late, end: nil)) == 2)
        #expect(try await count(HKQuery.predicateForSamples(withStart: early + 60, end: late, options: [])) == 1)
        #expect(
            try await count(HKQuery.predicateForSamples(withStart: early + 60, end: late, options: .strictStartDate))
                == 0)
        #expect(try await count(HKQuery.predicateForObjects(from: own.sourceRevision.source)) == 2)
        #expect(try await count(HKQuery.predicateForObjects(from: [own.sourceRevision])) == 2)
        #expect(try await count(HKQuery.predicateForObjects(with: [first.uuid, second.uuid])) == 2)
        #expect(try await count(HKQuery.predicateForObjects(withMetadataKey: HKMetadataKeyExternalUUID)) == 1)
        #expect(
            try await count(
                HKQuery.predicateForObjects(withMetadataKey: HKMetadataKeyExternalUUID, allowedValues: ["a", "b"]))
                == 1)
        #expect(
            try await count(
                HKQuery.predicateForObjects(
                    withMetadataKey: HKMetadataKeyExternalUUID, operatorType: .equalTo, value: "b")) == 0)
        #expect(
            try await count(
                HKQuery.predicateForQuantitySamples(
                    with: .greaterThanOrEqualTo, quantity: HKQuantity(unit: .count(), doubleValue: 200))) == 2)
        #expect(try await count(HKQuery.predicateForObjectsWithNoCorrelation()) == 3)
    }

    @Test func categoriesAreFoundByTheirValue() async throws {
        let sleep = HKCategoryType(.sleepAnalysis)
        let test = try UsageWorld(share: [sleep])
        let values: [HKCategoryValueSleepAnalysis] = [.inBed, .asleepCore, .asleepREM, .awake]
        try await test.store.save(
            values.map { .fixture(.sleepAnalysis, $0.rawValue, start: test.now) } as [HKCategorySample])
        for (predicate, count) in [
            (HKQuery.predicateForCategorySamples(with: .equalTo, value: 0), 1),
            (HKCategoryValueSleepAnalysis.predicateForSamples(equalTo: [.asleepREM, .asleepCore]), 2),
        ] {
            let descriptor = HKSampleQueryDescriptor(
                predicates: [.categorySample(type: sleep, predicate: predicate)], sortDescriptors: [])
            #expect(try await descriptor.result(for: test.store).count == count)
        }
    }

    @Test func workoutsAreFoundByActivityAndDuration() async throws {
        let test = try UsageWorld(share: [.workoutType()])
        let run = HKWorkout.fixture(.running, start: test.now - 4_000, duration: 1_800)
        try await test.store.save([run, HKWorkout.fixture(.yoga, start: test.now - 9_000, duration: 600)])
        for predicate in [
            HKQuery.predicateForWorkouts(with: .running),
            HKQuery.predicateForWorkouts(with: .greaterThan, duration: 1_000),
        ] {
            let descriptor = HKSampleQueryDescriptor(predicates: [.workout(predicate)], sortDescriptors: [])
            #expect(try await descriptor.result(for: test.store).map(\.uuid) == [run.uuid])
        }
    }

    @Test func otherPredicatesAreCreated() {
        let day = DateComponents(calendar: Calendar(identifier: .gregorian), era: 1, year: 2024, month: 5, day: 6)
        #expect(!HKQuery.predicate(forActivitySummariesBetweenStart: day, end: day).description.isEmpty)
        let associated = HKQuery.predicateForObjectsAssociated(electrocardiogram: .fixture())
        #expect(!associated.description.isEmpty)
    }

    private func find(_ test: UsageWorld, _ predicate: NSPredicate) async throws -> [HKQuantitySample] {
        let descriptor = HKSampleQueryDescriptor(
            predicates: [.quantitySample(type: steps, predicate: predicate)], sortDescriptors: [])
        return try await descriptor.result(for: test.store)
    }
}
