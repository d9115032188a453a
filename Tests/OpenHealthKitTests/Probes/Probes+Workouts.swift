// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import CoreLocation
import Foundation
import HealthKit
import OpenHealthTestSupport
import Testing

extension Probes {
    private static func event(_ type: HKWorkoutEventType, _ minute: Double) -> HKWorkoutEvent {
        HKWorkoutEvent(
            type: type, dateInterval: DateInterval(start: day + minute * 60, duration: 0), metadata: nil)
    }

    /// Returns a builder that has begun to collect at ``day``.
    private func builder() async throws -> HKWorkoutBuilder {
        try grant(.workoutType(), HKSeriesType.workoutRoute(), steps, pulse)
        let builder = HKWorkoutBuilder(healthStore: app, configuration: Self.running(), device: nil)
        try await builder.beginCollection(at: Self.day)
        return builder
    }

    private func finish(_ builder: HKWorkoutBuilder, minutes: Double = 60) async throws -> HKWorkout {
        try await builder.endCollection(at: Self.day + minutes * 60)
        return try #require(try await builder.finishWorkout())
    }

    /// Source: HKWorkoutBuilder.h of the iOS 27 SDK, elapsedTimeAtDate:
    @Test func theElapsedTimeExcludesPauses() async throws {
        let builder = try await builder()
        try await builder.addWorkoutEvents([Self.event(.pause, 10), Self.event(.resume, 25)])
        #expect(builder.elapsedTime(at: Self.day + 30 * 60) == 15 * 60)
        #expect(try await finish(builder).duration == 45 * 60)
    }

    /// Source: HKWorkoutBuilder.h of the iOS 27 SDK, addWorkoutEvents:completion:
    @Test func theFirstEventIsNotAResume() async throws {
        let builder = try await builder()
        await expect(.errorInvalidArgument) { try await builder.addWorkoutEvents([Self.event(.resume, 1)]) }
    }

    /// Source: HKWorkoutBuilder.h of the iOS 27 SDK, addMetadata:completion:
    @Test func laterMetadataReplacesEarlierMetadata() async throws {
        let builder = try await builder()
        try await builder.addMetadata(["shoes": "red", "mood": "good"])
        try await builder.addMetadata(["shoes": "blue"])
        let workout = try await finish(builder)
        #expect(workout.metadata?["shoes"] as? String == "blue" && workout.metadata?["mood"] as? String == "good")
    }

    /// Source: HKWorkoutBuilder.h of the iOS 27 SDK, finishWorkoutWithCompletion:
    @Test func aWorkoutIsFinishedAfterTheEndOfItsCollection() async throws {
        let builder = try await builder()
        await expect(.errorInvalidArgument) { try await builder.finishWorkout() }
        _ = try await finish(builder)
        await expect(.errorInvalidArgument) { try await builder.addSamples([pulse(1, 90)]) }
    }

    /// Source: https://developer.apple.com/documentation/healthkit/hkworkoutbuilder/discardworkout()
    @Test func aDiscardedWorkoutIsNotSaved() async throws {
        let builder = try await builder()
        try await builder.addSamples([steps(0, 1)])
        builder.discardWorkout()
        let workouts = try await HKSampleQueryDescriptor(predicates: [.workout()], sortDescriptors: [])
            .result(for: app)
        #expect(workouts.isEmpty)
        #expect(try await counts() == [10])
    }

    /// Source: HKWorkoutBuilder.h of the iOS 27 SDK, statisticsForType:
    @Test func statisticsAreThoseOfAddedSamples() async throws {
        let builder = try await builder()
        try await builder.addSamples([pulse(1, 90), pulse(2, 110)])
        #expect(builder.statistics(for: steps) == nil)
        let workout = try await finish(builder)
        let highest = workout.statistics(for: pulse)?.maximumQuantity()?.doubleValue(for: Self.perMinute)
        #expect(highest == 110 && workout.statistics(for: steps) == nil)
    }

    /// Source: HKQuery.h of the iOS 27 SDK, predicateForObjectsFromWorkout:
    @Test func samplesOfAWorkoutAreThoseThatWereAdded() async throws {
        try world.add(steps(5, 6, 1))
        let builder = try await builder()
        try await builder.addSamples([steps(10, 11, 2)])
        let workout = try await finish(builder)
        #expect(try await counts(HKQuery.predicateForObjects(from: workout)) == [2])
    }

    /// Source: HKWorkoutActivity.h of the iOS 27 SDK, statisticsForType:
    @Test func statisticsOfAnActivityAreThoseOfItsTime() async throws {
        let builder = try await builder()
        try await builder.addSamples([pulse(5, 90), pulse(40, 150)])
        try await builder.addWorkoutActivity(
            HKWorkoutActivity(
                workoutConfiguration: Self.running(), start: Self.day, end: Self.day + 30 * 60, metadata: nil))
        let activity = try #require(try await finish(builder).workoutActivities.first)
        let highest = activity.statistics(for: pulse)?.maximumQuantity()?.doubleValue(for: Self.perMinute)
        #expect(highest == 90 && activity.duration == 30 * 60)
    }

    /// Source: HKWorkoutRouteBuilder.h of the iOS 27 SDK, insertRouteData:completion:
    @Test func locationsAreSortedByTime() async throws {
        let builder = try await builder()
        let routes = try #require(
            builder.seriesBuilder(for: HKSeriesType.workoutRoute()) as? HKWorkoutRouteBuilder)
        let locations = [3.0, 1, 2].map { minute in
            CLLocation(
                coordinate: CLLocationCoordinate2D(latitude: 52 + minute / 1_000, longitude: 13), altitude: 30,
                horizontalAccuracy: 5, verticalAccuracy: 5, timestamp: Self.day + minute * 60)
        }
        try await routes.insertRouteData(locations)
        let workout = try await finish(builder)
        let route = try #require(
            try await HKSampleQueryDescriptor(
                predicates: [.workoutRoute(HKQuery.predicateForObjects(from: workout))], sortDescriptors: []
            ).result(for: app).first)
        var dates: [Date] = []
        for try await location in HKWorkoutRouteQueryDescriptor(route).results(for: app) {
            dates.append(location.timestamp)
        }
        #expect(dates == [60, 120, 180].map { Self.day + $0 })
    }

    /// Source: https://developer.apple.com/documentation/healthkit/hkquery/predicateforworkouts(with:)
    @Test func workoutsAreSelectedByActivity() async throws {
        _ = try await finish(try await builder())
        func found(_ type: HKWorkoutActivityType) async throws -> Int {
            try await HKSampleQueryDescriptor(
                predicates: [.workout(HKQuery.predicateForWorkouts(with: type))], sortDescriptors: []
            ).result(for: app).count
        }
        #expect(try await found(.running) == 1)
        #expect(try await found(.yoga) == 0)
    }
}
