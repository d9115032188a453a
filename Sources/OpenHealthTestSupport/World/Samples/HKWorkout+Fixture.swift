// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

extension HKWorkout {
    /// Creates a workout in the form in which an app saves it in one step.
    /// - Parameters:
    ///   - activity: The activity type.
    ///   - start: The start date; by default now.
    ///   - duration: The duration in seconds.
    ///   - energy: The burned energy in kilocalories.
    ///   - distance: The distance in meters.
    ///   - events: The events, such as pauses and laps.
    ///   - metadata: The metadata.
    public static func fixture(
        _ activity: HKWorkoutActivityType = .running, start: Date = Date(), duration: TimeInterval = 1_800,
        energy: Double? = 300, distance: Double? = 5_000, events: [HKWorkoutEvent]? = nil,
        metadata: [String: Any]? = nil
    ) -> HKWorkout {
        HKWorkout(
            activityType: activity, start: start, end: start + duration, workoutEvents: events,
            totalEnergyBurned: energy.map { HKQuantity(unit: .kilocalorie(), doubleValue: $0) },
            totalDistance: distance.map { HKQuantity(unit: .meter(), doubleValue: $0) }, metadata: metadata)
    }
}

extension HKWorkoutRoute {
    /// Creates a route in the form that a query returns. Adding it to a world generates its points.
    /// - Parameters:
    ///   - start: The start date; by default now.
    ///   - duration: The duration in seconds.
    ///   - count: The number of points.
    ///   - source: The source revision; by default that of the running program.
    public static func fixture(
        start: Date = Date(), duration: TimeInterval = 1_800, count: Int = 60, source: HKSourceRevision? = nil
    ) -> HKWorkoutRoute {
        HKWorkoutRoute(count: count, startDate: start, endDate: start + duration, fields: .fixture(source))
    }
}

extension HKObjectFields {
    /// Returns the fields of an object with a source.
    static func fixture(_ source: HKSourceRevision?, metadata: [String: Any]? = nil) -> HKObjectFields {
        HKObjectFields(
            uuid: UUID(), sourceRevision: source ?? .current,
            metadata: (metadata ?? [:]).compactMapValues { HKMetadataValue($0) })
    }
}
