// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStore
import OpenHealthKit
import OpenHealthTestBasics
import TestTimeLimits
import Testing

@Suite(.timeLimit(.slow)) struct HKSampleQueryDescriptorTests {
    @Test(arguments: KitPlace.allCases) func samplesOfTheirClass(_ place: KitPlace) async throws {
        let store = try await KitStore(place).allowed()
        let samples = (0..<5).map { Sample.steps($0, Double($0 + 1)) }
        var generator = SeededGenerator(seed: 33)
        try await store.save(samples.shuffled(using: &generator) + [Sample.pulse(0)])
        let steps: [HKQuantitySample] = try await HKSampleQueryDescriptor(
            predicates: [.quantitySample(type: Sample.steps)],
            sortDescriptors: [SortDescriptor(\.startDate, order: .reverse)], limit: 3
        ).result(for: store)
        #expect(steps.compactMap(Sample.count) == [5, 4, 3])
        let all = try await HKSampleQueryDescriptor(
            predicates: [.sample(type: Sample.steps), .sample(type: Sample.pulse)],
            sortDescriptors: [SortDescriptor(\HKSample.endDate), SortDescriptor(\HKSample.startDate, order: .reverse)]
        ).result(for: store)
        #expect(all.first?.sampleType == Sample.pulse && all.count == 6)
        #expect(all.dropFirst().compactMap(Sample.count) == [1, 2, 3, 4, 5])
        let workouts = try await HKSampleQueryDescriptor(predicates: [.workout()], sortDescriptors: []).result(
            for: store)
        #expect(workouts.isEmpty)
    }

    @Test func invalidArgumentsAreErrors() async throws {
        let store = try await KitStore(.memory).allowed()
        await expect(.errorInvalidArgument) {
            try await HKSampleQueryDescriptor<HKSample>(predicates: [], sortDescriptors: []).result(for: store)
        }
        await expect(.errorInvalidArgument) {
            try await HKSampleQueryDescriptor(
                predicates: [.quantitySample(type: Sample.steps)], sortDescriptors: [], limit: -1
            ).result(for: store)
        }
        await expect(.errorInvalidArgument) {
            try await HKSampleQueryDescriptor(
                predicates: [.quantitySample(type: Sample.steps)],
                sortDescriptors: [SortDescriptor(\.sampleType.identifier)]
            ).result(for: store)
        }
        await expect(.errorAuthorizationNotDetermined) {
            try await HKSampleQueryDescriptor(
                predicates: [.quantitySample(type: Sample.steps), .quantitySample(type: HKQuantityType(.height))],
                sortDescriptors: []
            ).result(for: store)
        }
    }

    @Test func aCancelledTaskGetsNoResult() async throws {
        let store = try await KitStore(.memory).allowed()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await HKSampleQueryDescriptor(
                predicates: [.quantitySample(type: Sample.steps)], sortDescriptors: []
            ).result(for: store)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test(arguments: KitPlace.allCases) func sequencesHaveTheSameSamples(_ place: KitPlace) async throws {
        let store = try await KitStore(place).allowed()
        try await store.save((0..<50).map { Sample.steps($0, Double(1 + ($0 * 7) % 50)) })
        for order in [[], [SortDescriptor(\HKQuantitySample.startDate, order: .reverse)], [SortDescriptor(\.uuid)]] {
            for limit in [nil, 1, 16, 17, 49, 50, 100] as [Int?] {
                let descriptor = HKSampleQueryDescriptor(
                    predicates: [.quantitySample(type: Sample.steps)], sortDescriptors: order, limit: limit)
                for pageSize in [1, 16, 17, 1000] {
                    var found: [UUID] = []
                    for try await sample in store.samples(descriptor, pageSize: pageSize) { found.append(sample.uuid) }
                    #expect(found == (try await descriptor.result(for: store)).map(\.uuid))
                }
            }
        }
    }

    @Test func sequencesEndWithErrors() async throws {
        let store = try await KitStore(.memory).allowed()
        let descriptor = HKSampleQueryDescriptor(
            predicates: [.quantitySample(type: HKQuantityType(.height))], sortDescriptors: [])
        var iterator = store.samples(descriptor).makeAsyncIterator()
        await expect(.errorAuthorizationNotDetermined) { try await iterator.next() }
        #expect(try await iterator.next() == nil)
    }

    @Test func savesContinueWhileASequenceIsRead() async throws {
        let store = try await KitStore(.file).allowed()
        try await store.save((0..<100).map { Sample.steps($0) })
        let descriptor = HKSampleQueryDescriptor(
            predicates: [.quantitySample(type: Sample.steps)], sortDescriptors: [])
        var seen: Set<UUID> = []
        var count = 0
        for try await sample in store.samples(descriptor, pageSize: 7) {
            #expect(seen.insert(sample.uuid).inserted)
            count += 1
            if count <= 20 { try await store.save(Sample.steps(-count)) }
        }
        #expect(count == 100)
    }
}
