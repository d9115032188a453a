// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthTestSupport
import OpenHealthKit
import Testing

@Suite struct WorkoutUsageTests {
    static let symbols = [
        "HKWorkout.init(activityType:start:end:duration:totalEnergyBurned:totalDistance:metadata:)",
        "HKWorkout.init(activityType:start:end:workoutEvents:totalEnergyBurned:totalDistance:metadata:)",
        "HKWorkout.init(activityType:start:end:workoutEvents:totalEnergyBurned:totalDistance:totalSwimmingStrokeCount:device:metadata:)",
        "HKWorkout.init(activityType:start:end:workoutEvents:totalEnergyBurned:totalDistance:totalFlightsClimbed:device:metadata:)",
        "HKWorkout.totalDistance", "HKWorkout.totalEnergyBurned", "HKWorkout.totalFlightsClimbed",
        "HKWorkout.totalSwimmingStrokeCount", "HKWorkout.workoutActivityType", "HKWorkout.workoutEvents",
        "HKWorkout.allStatistics", "HKWorkout.workoutActivities", "HKWorkout.workoutConfiguration",
        "HKWorkout.locationType", "HKWorkout.lapLength", "HKWorkout.swimmingLocationType",
        "HKWorkoutConfiguration.init()", "HKWorkoutEvent.init(type:dateInterval:metadata:)",
        "HKWorkoutEvent.init(type:date:)",
        "HKWorkoutBuilder.init(healthStore:configuration:device:)", "HKWorkoutBuilder.beginCollection(at:)",
        "HKWorkoutBuilder.beginCollection(withStart:){}", "HKWorkoutBuilder.endCollection(at:)",
        "HKWorkoutBuilder.endCollection(withEnd:){}", "HKWorkoutBuilder.finishWorkout()",
        "HKWorkoutBuilder.finishWorkout", "HKWorkoutBuilder.addMetadata(_:)", "HKHealthStore.addSamples(_:)",
        "HKWorkoutBuilder.associatedWorkoutBuilder()", "HKWorkoutBuilder.dataSource",
        "HKWorkoutBuilder.startActivity(with:)", "HKWorkoutBuilder.stopActivity(with:)",
        "HKWorkoutSession.init(healthStore:configuration:)",
        "HKLiveWorkoutDataSource.init(healthStore:workoutConfiguration:)",
    ]

    private let energy = HKQuantity(unit: .kilocalorie(), doubleValue: 300)
    private let distance = HKQuantity(unit: .meter(), doubleValue: 5_000)
    private let count = HKQuantity(unit: .count(), doubleValue: 40)

    @Test func workoutsAreCreatedInOneStep() {
        let start = Date(timeIntervalSince1970: 1_700_000_000)
        let events = [
            HKWorkoutEvent(type: .pause, date: start + 10),
            HKWorkoutEvent(type: .lap, dateInterval: DateInterval(start: start, duration: 60), metadata: nil),
        ]
        let workouts = [
            HKWorkout(
                activityType: .running, start: start, end: start + 600, duration: 500, totalEnergyBurned: energy,
                totalDistance: distance, metadata: nil),
            HKWorkout(
                activityType: .running, start: start, end: start + 600, workoutEvents: events,
                totalEnergyBurned: energy, totalDistance: distance, metadata: nil),
            HKWorkout(
                activityType: .swimming, start: start, end: start + 600, workoutEvents: nil,
                totalEnergyBurned: energy, totalDistance: distance, totalSwimmingStrokeCount: count, device: nil,
                metadata: nil),
            HKWorkout(
                activityType: .stairs, start: start, end: start + 600, workoutEvents: nil, totalEnergyBurned: energy,
                totalDistance: distance, totalFlightsClimbed: count, device: nil, metadata: nil),
        ]
        #expect(workouts.map(\.workoutActivityType) == [.running, .running, .swimming, .stairs])
        #expect(workouts.allSatisfy { $0.totalEnergyBurned == energy && $0.totalDistance == distance })
        #expect(workouts[1].workoutEvents?.count == 2)
        #expect(workouts[2].totalSwimmingStrokeCount == count)
        #expect(workouts[3].totalFlightsClimbed == count)
    }

    @Test func aBuilderCreatesAWorkout() async throws {
        let burned = HKQuantityType(.activeEnergyBurned)
        let test = try UsageWorld(share: [.workoutType(), burned])
        let builder = HKWorkoutBuilder(healthStore: test.store, configuration: configuration(), device: nil)
        try await builder.beginCollection(at: test.now)
        try await builder.addSamples([
            HKQuantitySample.fixture(.activeEnergyBurned, 120, start: test.now + 60, end: test.now + 600)
        ])
        try await builder.addMetadata([HKMetadataKeyIndoorWorkout: false])
        try await builder.endCollection(at: test.now + 1_800)
        let workout = try #require(try await builder.finishWorkout())
        #expect(workout.allStatistics[burned]?.sumQuantity()?.doubleValue(for: .kilocalorie()) == 120)
        #expect(workout.workoutActivities.first?.workoutConfiguration.locationType == .outdoor)

        let second = HKWorkoutBuilder(healthStore: test.store, configuration: configuration(), device: .local())
        let done = QueryRecorder<Bool>()
        second.beginCollection(withStart: test.now) { success, error in done.completion()(success, error) }
        #expect(try await done.next())
        second.endCollection(withEnd: test.now + 60) { success, error in done.completion()(success, error) }
        #expect(try await done.next())
        let finish: () async throws -> HKWorkout? = second.finishWorkout
        #expect(try await finish()?.duration == 60)
    }

    @Test func aSessionRunsFromStartToStop() async throws {
        let test = try UsageWorld(share: [.workoutType()])
        let session = try HKWorkoutSession(healthStore: test.store, configuration: configuration())
        let builder = session.associatedWorkoutBuilder()
        builder.dataSource = HKLiveWorkoutDataSource(healthStore: test.store, workoutConfiguration: configuration())
        #expect(builder.dataSource != nil)
        session.startActivity(with: test.now)
        try await builder.beginCollection(at: test.now)
        session.stopActivity(with: test.now + 60)
        session.end()
        try await builder.endCollection(at: test.now + 60)
        #expect(try await builder.finishWorkout()?.workoutActivityType == .swimming)
    }

    private func configuration() -> HKWorkoutConfiguration {
        let configuration = HKWorkoutConfiguration()
        configuration.activityType = .swimming
        configuration.locationType = .outdoor
        configuration.swimmingLocationType = .pool
        configuration.lapLength = HKQuantity(unit: .meter(), doubleValue: 25)
        return configuration
    }
}
