// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKitCombine
import OpenHealthModel
import OpenHealthTestSupport
import OpenCombineShim
import OpenHealthKit
import TestTimeLimits
import Testing

@Suite(.timeLimit(.slow)) struct StatisticsPublisherTests {
    private static let types = [
        HKQuantityTypeIdentifier.stepCount, .heartRate, .bodyMass, .environmentalAudioExposure, .dietaryWater,
        .oxygenSaturation,
    ].map(HKQuantityType.init)

    /// Returns all sets of options that are valid for a type.
    private static func options(of type: HKQuantityType) -> [HKStatisticsOptions] {
        let all: [HKStatisticsOptions] = [
            .separateBySource, .discreteAverage, .discreteMin, .discreteMax, .cumulativeSum, .mostRecent, .duration,
        ]
        return (0..<(1 << all.count)).map { bits in
            HKStatisticsOptions(all.indices.filter { bits & (1 << $0) != 0 }.map { all[$0] })
        }.filter { options in
            type.aggregationStyle == .cumulative
                ? options.isDisjoint(with: [.discreteAverage, .discreteMin, .discreteMax])
                : !options.contains(.cumulativeSum)
        }
    }

    private func world() throws -> (HealthWorld, HKHealthStore) {
        let world = try HealthWorld(now: Date(timeIntervalSince1970: 1_700_000_000))
        let store = world.app()
        for (index, type) in Self.types.enumerated() {
            let identifier = HKQuantityTypeIdentifier(rawValue: type.identifier)
            for source in ["org.example.watch", "org.example.phone"] {
                try world.addDays(10, of: identifier, from: source) { day in
                    type == HKQuantityType(.oxygenSaturation) ? 0.9 + Double(day) / 200 : Double(50 + day * (index + 1))
                }
            }
        }
        try world.grant(read: Set(Self.types), to: store)
        return (world, store)
    }

    @Test func allOptionsGiveTheResultsOfTheirDescriptors() async throws {
        let (world, store) = try world()
        let (from, to) = (world.clock.now - 6 * 86_400, world.clock.now - 86_400)
        let predicates = [nil, HKQuery.predicateForSamples(withStart: from, end: to)]
        var count = 0
        for type in Self.types {
            for options in Self.options(of: type) {
                for predicate in predicates.map({ HKSamplePredicate.quantitySample(type: type, predicate: $0) }) {
                    let statistics = try await store.statisticsPublisher(predicate, options: options).only()
                    let expected = try await HKStatisticsQueryDescriptor(predicate: predicate, options: options)
                        .result(for: store)
                    #expect(statistics != nil)
                    #expect(statistics == expected, "\(type.identifier) \(options)")
                    count += 1
                }
            }
        }
        #expect(count > 200)
    }

    @Test func allCollectionsAreThoseOfTheirDescriptors() async throws {
        let (world, store) = try world()
        let anchor = world.calendar.startOfDay(for: world.clock.now)
        for type in Self.types {
            for interval in [DateComponents(day: 1), DateComponents(day: 7), DateComponents(month: 1)] {
                for options in Self.options(of: type) where options.rawValue % 3 == 0 {
                    let predicate = HKSamplePredicate.quantitySample(type: type)
                    let collection = try await store.statisticsCollectionPublisher(
                        predicate, options: options, anchorDate: anchor, intervalComponents: interval
                    ).only()
                    let expected = try await HKStatisticsCollectionQueryDescriptor(
                        predicate: predicate, options: options, anchorDate: anchor, intervalComponents: interval
                    ).result(for: store)
                    #expect(collection.statistics() == expected.statistics(), "\(type.identifier) \(options)")
                    #expect(!collection.statistics().isEmpty)
                }
            }
        }
    }

    @Test func noDataIsNilAndAnEmptyCollection() async throws {
        let world = try HealthWorld()
        let (store, predicate) = (world.app(), HKSamplePredicate.quantitySample(type: HKQuantityType(.stepCount)))
        let publisher = store.statisticsPublisher(predicate, options: .cumulativeSum)
        let daily = store.statisticsCollectionPublisher(
            predicate, options: .cumulativeSum, anchorDate: world.clock.now, intervalComponents: DateComponents(day: 1))
        for error in [try await publisher.failure(), try await daily.failure()] {
            #expect((error as? HKError)?.code == .errorAuthorizationNotDetermined)
        }
        for isGranted in [false, true] {
            if isGranted {
                try world.grant(read: [HKQuantityType(.stepCount)], to: store)
            } else {
                try world.addDays(3, of: .stepCount) { _ in 100 }
                try world.deny(read: [HKQuantityType(.stepCount)], to: store)
            }
            let statistics = try await publisher.only()
            #expect(
                statistics?.sumQuantity() == (isGranted ? HKQuantity(unit: .count(), doubleValue: 300) : nil))
            #expect(try await daily.only().statistics().count == (isGranted ? 3 : 0))
        }
    }

    @Test func unsuitableOptionsStopTheProcessAtTheCall() async {
        await #expect(processExitsWith: .failure) {
            _ = try HealthWorld().app().statisticsPublisher(
                .quantitySample(type: HKQuantityType(.bodyMass)), options: .cumulativeSum)
        }
        await #expect(processExitsWith: .failure) {
            _ = try HealthWorld().app().statisticsCollectionPublisher(
                .quantitySample(type: HKQuantityType(.stepCount)), options: .discreteMax, anchorDate: Date(),
                intervalComponents: DateComponents(day: 1))
        }
        await #expect(processExitsWith: .failure) {
            _ = try HealthWorld().app().statisticsCollectionPublisher(
                .quantitySample(type: HKQuantityType(.stepCount)), options: .cumulativeSum, anchorDate: Date(),
                intervalComponents: DateComponents())
        }
    }
}
