// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthTestSupport
import OpenHealthKit
import Testing

@Suite struct DescriptorUsageTests {
    static let symbols = [
        "HKSampleQueryDescriptor.init(predicates:sortDescriptors:)",
        "HKSampleQueryDescriptor.init(predicates:sortDescriptors:limit:)",
        "HKAnchoredObjectQueryDescriptor.init(predicates:anchor:)",
        "HKAnchoredObjectQueryDescriptor.init(predicates:anchor:limit:)",
        "HKStatisticsCollectionQueryDescriptor.init(predicate:options:anchorDate:intervalComponents:)",
        "HKStatisticsQueryDescriptor.init(predicate:options:)", "HKSourceQueryDescriptor.init(predicate:)",
        "HKQueryDescriptor.init(sampleType:predicate:)", "HKQueryDescriptors.result(for:)",
        "HKQueryDescriptors.results(for:)", "HKQueryDescriptors.results(for:){}", "HKQueryDescriptors.anchor",
        "HKQueryDescriptors.newAnchor", "HKQueryDescriptors.addedSamples", "HKQueryDescriptors.deletedObjects",
        "HKQueryDescriptors.sortDescriptors", "HKSamplePredicate.quantitySample(type:predicate:)",
        "HKSamplePredicate.quantitySample(type:)", "HKSamplePredicate.categorySample(type:predicate:)",
        "HKQueryAnchor.init(fromValue:)",
    ]

    private let steps = HKQuantityType(.stepCount)

    @Test func samplesArriveInOrder() async throws {
        let test = try UsageWorld(share: [steps])
        try await test.store.save(
            (0..<5).map { .fixture(.stepCount, Double($0), start: test.now + Double($0)) } as [HKQuantitySample])
        let descriptor = HKSampleQueryDescriptor(
            predicates: [.quantitySample(type: steps, predicate: nil)],
            sortDescriptors: [SortDescriptor(\.startDate, order: .reverse)], limit: 2)
        #expect(descriptor.sortDescriptors.count == 1)
        let samples = try await descriptor.result(for: test.store)
        #expect(samples.map { $0.quantity.doubleValue(for: .count()) } == [4, 3])
        let all = HKSampleQueryDescriptor(predicates: [.quantitySample(type: steps)], sortDescriptors: [])
        #expect(try await all.result(for: test.store).count == 5)
        let none = HKSampleQueryDescriptor(
            predicates: [.categorySample(type: HKCategoryType(.sleepAnalysis), predicate: nil)], sortDescriptors: [])
        await #expect { try await none.result(for: test.store) } throws: {
            ($0 as? HKError)?.code == .errorAuthorizationNotDetermined
        }
    }

    @Test func anAnchorLeadsToLaterChanges() async throws {
        let test = try UsageWorld(share: [steps])
        let sample = HKQuantitySample.fixture(.stepCount, start: test.now)
        try await test.store.save(sample)
        var descriptor = HKAnchoredObjectQueryDescriptor(predicates: [.quantitySample(type: steps)], anchor: nil)
        let first = try await descriptor.result(for: test.store)
        #expect(first.addedSamples.map(\.uuid) == [sample.uuid])
        try await test.store.delete(sample)
        descriptor.anchor = first.newAnchor
        let second = try await descriptor.result(for: test.store)
        #expect(second.addedSamples.isEmpty)
        #expect(second.deletedObjects.map(\.uuid) == [sample.uuid])
        let limited = HKAnchoredObjectQueryDescriptor(
            predicates: [.quantitySample(type: steps)], anchor: HKQueryAnchor(fromValue: 0), limit: 1)
        #expect(try await limited.result(for: test.store).addedSamples.count <= 1)
    }

    @Test func resultsContinue() async throws {
        let test = try UsageWorld(share: [steps])
        let descriptor = HKAnchoredObjectQueryDescriptor(predicates: [.quantitySample(type: steps)], anchor: nil)
        var found = 0
        for try await result in descriptor.results(for: test.store) {
            found += result.addedSamples.count
            if found == 2 { break }
            try await test.store.save(HKQuantitySample.fixture(.stepCount, start: test.now))
        }
        #expect(found == 2)
    }

    @Test func statisticsAndSourcesAreQueried() async throws {
        let test = try UsageWorld(share: [steps])
        try test.world.addDays(3, of: .stepCount) { Double($0 + 1) * 1_000 }
        let everything = HKSamplePredicate.quantitySample(type: steps)
        let sum = try await HKStatisticsQueryDescriptor(predicate: everything, options: .cumulativeSum)
            .result(for: test.world.grantedReader(steps))
        #expect(sum?.sumQuantity()?.doubleValue(for: .count()) == 6_000)
        let days = HKStatisticsCollectionQueryDescriptor(
            predicate: everything, options: .cumulativeSum, anchorDate: Calendar.current.startOfDay(for: test.now),
            intervalComponents: DateComponents(day: 1))
        let collection = try await days.result(for: test.world.grantedReader(steps))
        #expect(
            collection.statistics().compactMap { $0.sumQuantity()?.doubleValue(for: .count()) } == [
                1_000, 2_000, 3_000,
            ])
        let sources = try await HKSourceQueryDescriptor(predicate: everything)
            .result(for: test.world.grantedReader(steps))
        #expect(sources.map(\.bundleIdentifier) == [HealthWorld.recorder])
        #expect(HKQueryDescriptor(sampleType: steps, predicate: nil).sampleType == steps)
    }
}

extension HealthWorld {
    /// Returns the store of an app that can read a type and has saved no samples.
    func grantedReader(_ type: HKObjectType) throws -> HKHealthStore {
        let reader = app("org.example.reader")
        try grant(read: [type], to: reader)
        return reader
    }
}
