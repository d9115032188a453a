// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStore
import OpenHealthTestSupport
import OpenHealthKit
import Testing

/// Tests that dates are preserved, although seconds since 1970 are less precise than those since 2001.
@Suite struct ExactDateTests {
    private let kit: KitStore
    private let store: HKHealthStore

    init() async throws {
        kit = try KitStore(.memory)
        store = try await kit.allowed("watch")
    }

    @Test func everyDateRoundTrips() async throws {
        var random = SeededGenerator(seed: 20, stream: 0, index: 0)
        let samples = (0..<300).map { _ in
            let start = Date(timeIntervalSinceReferenceDate: 7e8 + random.unit() * 1e6)
            return HKQuantitySample(
                type: HKQuantityType(.stepCount), quantity: HKQuantity(unit: .count(), doubleValue: 10), start: start,
                end: start + random.unit() * 1000)
        }
        #expect(samples.contains { Date(timeIntervalSince1970: $0.startDate.timeIntervalSince1970) != $0.startDate })
        try await store.save(samples)
        let found = try await HKSampleQueryDescriptor(
            predicates: [.quantitySample(type: HKQuantityType(.stepCount))], sortDescriptors: []
        ).result(for: store)
        let byUUID = Dictionary(uniqueKeysWithValues: found.map { ($0.uuid, $0) })
        for sample in samples {
            let read = try #require(byUUID[sample.uuid])
            #expect(read.startDate == sample.startDate && read.endDate == sample.endDate)
            let alone = try #require(try kit.database.sample(uuid: sample.uuid))
            #expect(alone.startDate == sample.startDate && alone.endDate == sample.endDate)
            let at = HKQuery.predicateForSamples(
                withStart: sample.startDate, end: sample.startDate + 1e-3, options: .strictStartDate)
            #expect(at.evaluate(with: read))
        }
        try await store.delete(samples)
        #expect(try kit.database.check().isHealthy)
    }
}
