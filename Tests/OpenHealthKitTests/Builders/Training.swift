// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import CoreLocation
import Foundation
import OpenHealthModel
import OpenHealthKit

/// The components of test workouts; times are seconds after `Sample.day`.
enum Training {
    static let energy = HKQuantityType(.activeEnergyBurned)
    static let distance = HKQuantityType(.distanceWalkingRunning)
    static let effort = HKQuantityType(.workoutEffortScore)
    static let guess = HKQuantityType(.estimatedWorkoutEffortScore)
    static let route = HKSeriesType.workoutRoute()
    static let beats = HKSeriesType.heartbeat()
    static let all: [HKSampleType] = [
        .workoutType(), route, beats, energy, distance, effort, guess, Sample.pulse, Sample.steps,
    ]
    static let perMinute = HKUnit.count().unitDivided(by: .minute())

    static func date(_ seconds: Double) -> Date { Sample.day.addingTimeInterval(seconds) }

    static func pulse(_ seconds: Double, _ rate: Double) -> HKQuantitySample {
        HKQuantitySample(
            type: Sample.pulse, quantity: HKQuantity(unit: perMinute, doubleValue: rate), start: date(seconds),
            end: date(seconds))
    }

    static func energy(_ from: Double, _ to: Double, _ kilocalories: Double) -> HKQuantitySample {
        HKQuantitySample(
            type: energy, quantity: HKQuantity(unit: .kilocalorie(), doubleValue: kilocalories), start: date(from),
            end: date(to))
    }

    static func distance(_ from: Double, _ to: Double, _ metres: Double) -> HKQuantitySample {
        HKQuantitySample(
            type: distance, quantity: HKQuantity(unit: .meter(), doubleValue: metres), start: date(from), end: date(to))
    }

    static func score(_ type: HKQuantityType = effort, _ value: Double, at seconds: Double = 0) -> HKQuantitySample {
        HKQuantitySample(
            type: type, quantity: HKQuantity(unit: .appleEffortScore(), doubleValue: value), start: date(seconds),
            end: date(seconds))
    }

    static func place(_ seconds: Double, _ metres: Double = 0) -> CLLocation {
        CLLocation(
            coordinate: CLLocationCoordinate2D(latitude: 52.5 + metres / 111_195, longitude: 13.4), altitude: 34,
            horizontalAccuracy: 5, verticalAccuracy: 3, course: 10, courseAccuracy: 2, speed: 3, speedAccuracy: 0.5,
            timestamp: date(seconds))
    }

    static func event(_ type: HKWorkoutEventType, _ seconds: Double, _ duration: Double = 0) -> HKWorkoutEvent {
        HKWorkoutEvent(
            type: type, dateInterval: DateInterval(start: date(seconds), duration: duration), metadata: nil)
    }

    static func configuration(_ type: HKWorkoutActivityType = .running) -> HKWorkoutConfiguration {
        let configuration = HKWorkoutConfiguration()
        configuration.activityType = type
        configuration.locationType = .outdoor
        return configuration
    }

    /// Saves a workout and returns it.
    static func saved(
        in store: HKHealthStore, from: Double = 0, to: Double = 600, activities: [HKWorkoutActivity] = []
    ) async throws -> HKWorkout? {
        let builder = HKWorkoutBuilder(healthStore: store, configuration: configuration(), device: nil)
        try await builder.beginCollection(at: date(from))
        for activity in activities { try await builder.addWorkoutActivity(activity) }
        try await builder.endCollection(at: date(to))
        return try await builder.finishWorkout()
    }
}
