// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthKit
import OpenHealthTestBasics
import TestTimeLimits
import Testing

@Suite(.timeLimit(.usual)) struct QuantitySeriesSampleBuilderTests {
    private func builder(_ store: HKHealthStore, _ type: HKQuantityType) -> HKQuantitySeriesSampleBuilder {
        HKQuantitySeriesSampleBuilder(healthStore: store, quantityType: type, startDate: Training.date(0), device: nil)
    }

    private func rate(_ value: Double) -> HKQuantity { HKQuantity(unit: Training.perMinute, doubleValue: value) }

    @Test(arguments: KitPlace.allCases) func amountsAddUp(_ place: KitPlace) async throws {
        let kit = try KitStore(place)
        let store = try await kit.allowed("pedometer", Training.all)
        let builder = builder(store, Sample.steps)
        #expect(builder.quantityType == Sample.steps && builder.startDate == Training.date(0))
        var generator = SeededGenerator(seed: 32)
        for second in (0..<100).shuffled(using: &generator) {
            try builder.insert(
                HKQuantity(unit: .count(), doubleValue: 99),
                for: DateInterval(start: Training.date(Double(second)), duration: 1))
            // The later reading replaces the earlier one.
            try builder.insert(
                HKQuantity(unit: .count(), doubleValue: 2),
                for: DateInterval(start: Training.date(Double(second)), duration: 1))
        }
        let samples = try await builder.finishSeries(metadata: ["a": 1], endDate: Training.date(120))
        let sample = try #require(samples.first as? HKCumulativeQuantitySample)
        #expect(samples.count == 1 && sample.count == 100 && sample.metadata?["a"] as? Int == 1)
        #expect(sample.sumQuantity.doubleValue(for: .count()) == 200)
        #expect(sample.startDate == Training.date(0) && sample.endDate == Training.date(120))
        let found = try await HKSampleQueryDescriptor(
            predicates: [.quantitySample(type: Sample.steps)], sortDescriptors: []
        ).result(for: store)
        #expect(found == [sample] && found.first?.count == 100)
    }

    @Test func theFiguresOfTheValues() async throws {
        let kit = try KitStore(.memory)
        let store = try await kit.allowed("heart", Training.all)
        let builder = builder(store, Sample.pulse)
        for (second, value) in [(5.0, 80.0), (1, 60), (9, 100)] {
            try builder.insert(rate(value), at: Training.date(second))
        }
        let sample = try #require(
            try await builder.finishSeries(metadata: nil).first as? HKDiscreteQuantitySample)
        #expect(sample.count == 3 && sample.endDate == Training.date(9))
        #expect(sample.averageQuantity.doubleValue(for: Training.perMinute) == 80)
        #expect(sample.minimumQuantity.doubleValue(for: Training.perMinute) == 60)
        #expect(sample.maximumQuantity.doubleValue(for: Training.perMinute) == 100)
        #expect(sample.mostRecentQuantity.doubleValue(for: Training.perMinute) == 100)
        #expect(sample.mostRecentQuantityDateInterval.start == Training.date(9))
        let loudness = HKQuantityType(.environmentalAudioExposure)
        let ears = try await kit.allowed("ears", [loudness])
        let levels = self.builder(ears, loudness)
        for (second, level) in [(0.0, 60.0), (1, 80)] {
            try levels.insert(
                HKQuantity(unit: .decibelAWeightedSoundPressureLevel(), doubleValue: level), at: Training.date(second))
        }
        // The level of the mean energy of both readings: 10 log10((1e6 + 1e8) / 2).
        let level = try #require(try await levels.finishSeries(metadata: nil).first)
        #expect(abs(level.quantity.doubleValue(for: .decibelAWeightedSoundPressureLevel()) - 77.032914) < 1e-6)
    }

    @Test func aSingleReadingIsAnOrdinarySample() async throws {
        let kit = try KitStore(.memory)
        let store = try await kit.allowed("heart", Training.all)
        let builder = builder(store, Sample.pulse)
        try builder.insert(rate(70), at: Training.date(5))
        let sample = try #require(try await builder.finishSeries(metadata: nil, endDate: Training.date(60)).first)
        #expect(sample.count == 1 && sample.startDate == Training.date(5) && sample.endDate == Training.date(5))
    }

    @Test func invalidReadingsAreRefused() async throws {
        let kit = try KitStore(.memory)
        let store = try await kit.allowed("heart", Training.all)
        let builder = builder(store, Sample.pulse)
        await expect(.errorInvalidArgument) { try builder.insert(rate(70), at: Training.date(-1)) }
        await expect(.errorInvalidArgument) {
            try builder.insert(HKQuantity(unit: .meter(), doubleValue: 1), at: Training.date(1))
        }
        await expect(.errorInvalidArgument) { try builder.insert(rate(.nan), at: Training.date(1)) }
        await expect(.errorInvalidArgument) { try await builder.finishSeries(metadata: nil) }
        try builder.insert(rate(70), for: DateInterval(start: Training.date(1), duration: 9))
        await expect(.errorInvalidArgument) { try await builder.finishSeries(metadata: ["a": [1]]) }
        await expect(.errorInvalidArgument) {
            try await builder.finishSeries(metadata: nil, endDate: Training.date(5))
        }
        _ = try await builder.finishSeries(metadata: nil)
        await expect(.errorInvalidArgument) { try builder.insert(rate(70), at: Training.date(20)) }
        await expect(.errorInvalidArgument) { try await builder.finishSeries(metadata: nil) }
        let discarded = self.builder(store, Sample.pulse)
        discarded.discard()
        await expect(.errorInvalidArgument) { try discarded.insert(rate(70), at: Training.date(20)) }
        let unasked = self.builder(kit.app("x"), Sample.pulse)
        try unasked.insert(rate(70), at: Training.date(20))
        await expect(.errorAuthorizationNotDetermined) { try await unasked.finishSeries(metadata: nil) }
    }
}
