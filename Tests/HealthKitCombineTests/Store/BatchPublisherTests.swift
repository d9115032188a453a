// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKitCombine
import OpenHealthAccess
import OpenHealthModel
import OpenHealthStore
import OpenHealthTestSupport
import OpenCombineShim
import OpenHealthKit
import Synchronization
import TestTimeLimits
import Testing

@Suite(.timeLimit(.usual)) struct BatchPublisherTests {
    private static let symptoms: Set<HKCategoryType> = [
        HKCategoryType(.abdominalCramps), HKCategoryType(.bloating), HKCategoryType(.fatigue), HKCategoryType(.acne),
        HKCategoryType(.headache),
    ]

    private func world() throws -> (HealthWorld, HKHealthStore) {
        let world = try HealthWorld()
        for (index, type) in Self.symptoms.sorted(by: { $0.identifier < $1.identifier }).enumerated() {
            try world.addDays(index + 1, of: HKCategoryTypeIdentifier(rawValue: type.identifier)) { _ in 2 }
        }
        try world.addDays(4, of: .stepCount) { Double($0) }
        try world.add(HKWorkout.fixture(.yoga))
        try world.grant(
            read: Set(Self.symptoms as Set<HKObjectType>).union([HKQuantityType(.stepCount), .workoutType()]),
            to: world.app())
        return (world, world.app())
    }

    @Test func aBatchHasTheResultsOfItsTypes() async throws {
        let (world, store) = try world()
        var expected: [HKCategorySample] = []
        for type in Self.symptoms { expected += try await store.subject(for: type).only() }
        #expect(expected.count == 15)
        let batch: [HKCategorySample] = try await store.batchPublisher(for: Self.symptoms).only()
        #expect(Set(batch) == Set(expected))
        #expect(batch.count == 15)
        #expect(batch.map(\.startDate) == batch.map(\.startDate).sorted())
        // If a type is passed twice, its samples are not returned twice.
        #expect(try await store.batchPublisher(for: Array(Self.symptoms) + Array(Self.symptoms)).only() == batch)
        let none: [HKCategorySample] = try await store.batchPublisher(for: [] as [HKCategoryType]).only()
        #expect(none.isEmpty)
        _ = world
    }

    @Test func kindsCanBeMixed() async throws {
        let (world, store) = try world()
        let types: [HKSampleType] = [HKQuantityType(.stepCount), .workoutType(), HKCategoryType(.acne)]
        var expected: [HKSample] = []
        for type in types { expected += try await store.samplesPublisher(.sample(type: type)).only() }
        let batch: [HKSample] = try await store.batchPublisher(for: types).only()
        #expect(Set(batch) == Set(expected))
        #expect(batch.count == expected.count)

        let recent = HKQuery.predicateForSamples(withStart: world.clock.now - 1.5 * 86_400, end: nil)
        let some = try await store.batchPublisher(
            for: types.map { HKSamplePredicate.sample(type: $0, predicate: recent) }
        ).only()
        #expect(Set(some) == Set(expected.filter { $0.endDate >= world.clock.now - 1.5 * 86_400 }))

        let (steps, workouts, acne) = try await store.batchPublisher(
            HKSamplePredicate.quantitySample(type: HKQuantityType(.stepCount)), HKSamplePredicate.workout(),
            HKSamplePredicate.categorySample(type: HKCategoryType(.acne), predicate: recent)
        ).only()
        #expect(steps == (try await store.subject(for: HKQuantityType(.stepCount)).only()))
        #expect(workouts.map(\.workoutActivityType) == [.yoga])
        #expect(acne as [HKSample] == some.filter { $0.sampleType == HKCategoryType(.acne) })
    }

    @Test func oneTypeWithoutARequestFailsTheBatch() async throws {
        let (world, store) = try world()
        try world.revoke([HKCategoryType(.acne)], from: store)
        #expect(try await store.batchPublisher(for: Self.symptoms).only().count < 15)
        try world.forgetPermissions(of: store)
        try world.grant(read: Self.symptoms.subtracting([HKCategoryType(.acne)]), to: store)
        let error = try await store.batchPublisher(for: Self.symptoms).failure()
        #expect((error as? HKError)?.code == .errorAuthorizationNotDetermined)
    }

    /// While a writer saves one sample of each type at a time, no reader sees some of them without the others.
    @Test(arguments: StreamPlace.allCases) func aBatchReadsOneMoment(_ place: StreamPlace) async throws {
        let store = try StreamStore(place)
        let app = try await store.allowed(Self.symptoms)
        let isDone = Mutex(false)
        let reads = EventLog<Void>()
        let start = Date(timeIntervalSince1970: 1_700_000_000)
        let writer = Task.detached {
            var round = 0
            while !isDone.withLock({ $0 }) {
                // The writer is a few batches ahead of the reader, so that the store stays small and each read finds new
                // samples.
                await reads.wait(count: round / 4)
                try await app.save(
                    Self.symptoms.map {
                        HKCategorySample(
                            type: $0, value: HKCategoryValueSeverity.mild.rawValue, start: start + Double(round),
                            end: start + Double(round))
                    })
                round += 1
            }
        }
        var sizes: Set<Int> = []
        var rounds = 0
        while rounds < 30 || sizes.count < 3 {
            let batch = try await app.batchPublisher(for: Self.symptoms).only()
            sizes.insert(batch.count)
            #expect(batch.count % Self.symptoms.count == 0)
            let counts = Set(Dictionary(grouping: batch, by: \.categoryType).mapValues(\.count).values)
            #expect(counts.count <= 1)
            let (acne, headache) = try await app.batchPublisher(
                HKSamplePredicate.categorySample(type: HKCategoryType(.acne)),
                HKSamplePredicate.categorySample(type: HKCategoryType(.headache))
            ).only()
            #expect(acne.count == headache.count)
            rounds += 1
            reads.note()
        }
        isDone.withLock { $0 = true }
        reads.note()
        try await writer.value
    }
}
