// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import CoreLocation
import Foundation
import OpenHealthModel
import OpenHealthKit
import TestTimeLimits
import Testing

/// Tests of builders whose object is not saved, because the store contains one with the same sync identifier.
@Suite(.timeLimit(.usual)) struct SyncIdentifierBuilderTests {
    private static var sync: [String: Any] { [HKMetadataKeySyncIdentifier: "a", HKMetadataKeySyncVersion: 1] }

    @Test func seriesOfReadings() async throws {
        let kit = try KitStore(.memory)
        let store = try await kit.allowed("runner", Training.all)
        func finish() async throws -> HKQuantitySample? {
            let builder = HKQuantitySeriesSampleBuilder(
                healthStore: store, quantityType: Sample.pulse, startDate: Training.date(0), device: nil)
            for second in [1.0, 2] {
                try builder.insert(HKQuantity(unit: Training.perMinute, doubleValue: 60), at: Training.date(second))
            }
            return try await builder.finishSeries(metadata: Self.sync).first
        }
        let first = try #require(try await finish())
        #expect(try await finish() == first)
    }

    @Test func beats() async throws {
        let kit = try KitStore(.memory)
        let store = try await kit.allowed("runner", Training.all)
        func finish() async throws -> HKHeartbeatSeriesSample {
            let builder = HKHeartbeatSeriesBuilder(healthStore: store, device: nil, start: Training.date(0))
            try await builder.addHeartbeat(at: 0.5, precededByGap: false)
            try await builder.addMetadata(Self.sync)
            return try await builder.finishSeries()
        }
        let first = try await finish()
        #expect(try await finish() == first)
    }

    @Test func routes() async throws {
        let kit = try KitStore(.memory)
        let store = try await kit.allowed("runner", Training.all)
        let workout = try #require(try await Training.saved(in: store))
        func finish() async throws -> HKWorkoutRoute {
            let builder = HKWorkoutRouteBuilder(healthStore: store, device: nil)
            try await builder.insertRouteData([Training.place(1), Training.place(2)])
            return try await builder.finishRoute(with: workout, metadata: Self.sync)
        }
        let first = try await finish()
        #expect(try await finish() == first)
    }

    @Test(arguments: KitPlace.allCases) func workouts(_ place: KitPlace) async throws {
        let kit = try KitStore(place)
        let store = try await kit.allowed("runner", Training.all)
        func finish(_ second: Double) async throws -> HKWorkout? {
            let builder = HKWorkoutBuilder(healthStore: store, configuration: Training.configuration(), device: nil)
            try await builder.beginCollection(at: Training.date(0))
            try await builder.addMetadata(Self.sync)
            try await builder.addSamples([Training.pulse(second, 60)])
            let route = try #require(builder.seriesBuilder(for: Training.route) as? HKWorkoutRouteBuilder)
            try await route.insertRouteData([Training.place(second)])
            try await builder.endCollection(at: Training.date(9))
            return try await builder.finishWorkout()
        }
        let first = try #require(try await finish(1))
        #expect(try await finish(2) == first)
        // The data of the second builder is added to the existing object.
        let part = HKQuery.predicateForObjects(from: first)
        let pulses = try await HKSampleQueryDescriptor(
            predicates: [.quantitySample(type: Sample.pulse, predicate: part)], sortDescriptors: []
        ).result(for: store)
        #expect(pulses.count == 2)
        let routes = try await HKSampleQueryDescriptor(predicates: [.workoutRoute(part)], sortDescriptors: [])
            .result(for: store)
        #expect(routes.count == 2)
        #expect(try kit.database.check().findings == [])
    }

    @Test func samplesOfWorkouts() async throws {
        let kit = try KitStore(.memory)
        let store = try await kit.allowed("runner", Training.all)
        func sample(_ count: Double) -> HKQuantitySample { Sample.steps(1, count, metadata: Self.sync) }
        let kept = sample(10)
        try await store.save(kept)
        let builder = HKWorkoutBuilder(healthStore: store, configuration: Training.configuration(), device: nil)
        try await builder.beginCollection(at: Training.date(0))
        try await builder.addSamples([sample(20)])
        #expect(builder.statistics(for: Sample.steps)?.sumQuantity()?.doubleValue(for: .count()) == 10)
        try await builder.endCollection(at: Training.date(600))
        let workout = try #require(try await builder.finishWorkout())
        let members = try await HKSampleQueryDescriptor(
            predicates: [
                .quantitySample(type: Sample.steps, predicate: HKQuery.predicateForObjects(from: workout))
            ], sortDescriptors: []
        ).result(for: store)
        #expect(members == [kept])
    }

    @Test func scoresOfEffort() async throws {
        let kit = try KitStore(.memory)
        let store = try await kit.allowed("runner", Training.all)
        let workout = try #require(try await Training.saved(in: store))
        func score(_ value: Double) -> HKQuantitySample {
            HKQuantitySample(
                type: Training.effort, quantity: HKQuantity(unit: .appleEffortScore(), doubleValue: value),
                start: Training.date(0), end: Training.date(0), metadata: Self.sync)
        }
        let kept = score(5)
        try await store.save(kept)
        try await store.relateWorkoutEffortSample(score(6), with: workout, activity: nil)
        let found = try await HKWorkoutEffortRelationshipQueryDescriptor(
            predicate: nil, anchor: nil, option: .default
        ).result(for: store)
        #expect(found.relationships.map(\.samples) == [[kept]])
    }
}
