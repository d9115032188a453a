// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

extension HKWorkout {
    /// Creates a workout as an app saves it in one step.
    /// - Parameters:
    ///   - activity: what was done.
    ///   - start: when it began; now where it is left out.
    ///   - duration: how long it lasted, in seconds.
    ///   - energy: what was burned, in kilocalories.
    ///   - distance: how far it went, in metres.
    ///   - events: pauses, laps and so on.
    ///   - metadata: more about it.
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
    /// Creates a route as a query returns it. Adding it to a world generates its points.
    /// - Parameters:
    ///   - start: when it began; now where it is left out.
    ///   - duration: how long it lasted, in seconds.
    ///   - count: of how many points it consists.
    ///   - source: where it comes from; the program that runs where it is left out.
    public static func fixture(
        start: Date = Date(), duration: TimeInterval = 1_800, count: Int = 60, source: HKSourceRevision? = nil
    ) -> HKWorkoutRoute {
        HKWorkoutRoute(count: count, startDate: start, endDate: start + duration, fields: .fixture(source))
    }
}

extension HKObjectFields {
    /// The fields of an object that came from somewhere.
    static func fixture(_ source: HKSourceRevision?, metadata: [String: Any]? = nil) -> HKObjectFields {
        HKObjectFields(
            uuid: UUID(), sourceRevision: source ?? .current,
            metadata: (metadata ?? [:]).compactMapValues { HKMetadataValue($0) })
    }
}
