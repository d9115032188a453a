// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension HKWorkout {
    /// Creates a workout from its activity and dates.
    ///
    /// Since iOS 17, Apple recommends `HKWorkoutBuilder` instead.
    /// - Parameters:
    ///   - activityType: The activity of the workout.
    ///   - startDate: The start date.
    ///   - endDate: The end date, which is not before the start date.
    public convenience init(activityType: HKWorkoutActivityType, start startDate: Date, end endDate: Date) {
        self.init(of: activityType, from: startDate, to: endDate)
    }

    /// Creates a workout with a duration computed from its pauses.
    ///
    /// Since iOS 17, Apple recommends `HKWorkoutBuilder` instead.
    /// - Parameters:
    ///   - activityType: The activity of the workout.
    ///   - startDate: The start date.
    ///   - endDate: The end date, which is not before the start date.
    ///   - workoutEvents: The pauses, laps, segments and markers, all within the workout.
    ///   - totalEnergyBurned: The active energy, in a unit of energy.
    ///   - totalDistance: The distance, in a unit of length.
    ///   - metadata: The metadata: values of type `String`, `NSNumber`, `Date` or ``HKQuantity`` by key.
    public convenience init(
        activityType: HKWorkoutActivityType, start startDate: Date, end endDate: Date, workoutEvents: [HKWorkoutEvent]?,
        totalEnergyBurned: HKQuantity?, totalDistance: HKQuantity?, metadata: [String: Any]?
    ) {
        self.init(
            of: activityType, from: startDate, to: endDate, events: workoutEvents,
            totals: HKWorkoutTotals(energyBurned: totalEnergyBurned, distance: totalDistance), metadata: metadata)
    }

    /// Creates a workout with a device and a duration computed from its pauses.
    ///
    /// Since iOS 17, Apple recommends `HKWorkoutBuilder` instead.
    /// - Parameters:
    ///   - activityType: The activity of the workout.
    ///   - startDate: The start date.
    ///   - endDate: The end date, which is not before the start date.
    ///   - workoutEvents: The pauses, laps, segments and markers, all within the workout.
    ///   - totalEnergyBurned: The active energy, in a unit of energy.
    ///   - totalDistance: The distance, in a unit of length.
    ///   - device: The device that recorded it.
    ///   - metadata: The metadata: values of type `String`, `NSNumber`, `Date` or ``HKQuantity`` by key.
    public convenience init(
        activityType: HKWorkoutActivityType, start startDate: Date, end endDate: Date, workoutEvents: [HKWorkoutEvent]?,
        totalEnergyBurned: HKQuantity?, totalDistance: HKQuantity?, device: HKDevice?, metadata: [String: Any]?
    ) {
        self.init(
            of: activityType, from: startDate, to: endDate, events: workoutEvents,
            totals: HKWorkoutTotals(energyBurned: totalEnergyBurned, distance: totalDistance), device: device,
            metadata: metadata)
    }

    /// Creates a workout with an explicit duration.
    ///
    /// Since iOS 17, Apple recommends `HKWorkoutBuilder` instead.
    /// - Parameters:
    ///   - activityType: The activity of the workout.
    ///   - startDate: The start date.
    ///   - endDate: The end date, which is not before the start date.
    ///   - duration: The duration in seconds without pauses; 0 for the entire time from start to end.
    ///   - totalEnergyBurned: The active energy, in a unit of energy.
    ///   - totalDistance: The distance, in a unit of length.
    ///   - metadata: The metadata: values of type `String`, `NSNumber`, `Date` or ``HKQuantity`` by key.
    public convenience init(
        activityType: HKWorkoutActivityType, start startDate: Date, end endDate: Date, duration: TimeInterval,
        totalEnergyBurned: HKQuantity?, totalDistance: HKQuantity?, metadata: [String: Any]?
    ) {
        self.init(
            of: activityType, from: startDate, to: endDate, duration: duration,
            totals: HKWorkoutTotals(energyBurned: totalEnergyBurned, distance: totalDistance), metadata: metadata)
    }

    /// Creates a workout with an explicit duration and a device.
    ///
    /// Since iOS 17, Apple recommends `HKWorkoutBuilder` instead.
    /// - Parameters:
    ///   - activityType: The activity of the workout.
    ///   - startDate: The start date.
    ///   - endDate: The end date, which is not before the start date.
    ///   - duration: The duration in seconds without pauses; 0 for the entire time from start to end.
    ///   - totalEnergyBurned: The active energy, in a unit of energy.
    ///   - totalDistance: The distance, in a unit of length.
    ///   - device: The device that recorded it.
    ///   - metadata: The metadata: values of type `String`, `NSNumber`, `Date` or ``HKQuantity`` by key.
    public convenience init(
        activityType: HKWorkoutActivityType, start startDate: Date, end endDate: Date, duration: TimeInterval,
        totalEnergyBurned: HKQuantity?, totalDistance: HKQuantity?, device: HKDevice?, metadata: [String: Any]?
    ) {
        self.init(
            of: activityType, from: startDate, to: endDate, duration: duration,
            totals: HKWorkoutTotals(energyBurned: totalEnergyBurned, distance: totalDistance), device: device,
            metadata: metadata)
    }

    /// Creates a swimming workout.
    ///
    /// Since iOS 17, Apple recommends `HKWorkoutBuilder` instead.
    /// - Parameters:
    ///   - activityType: The activity of the workout.
    ///   - startDate: The start date.
    ///   - endDate: The end date, which is not before the start date.
    ///   - workoutEvents: The pauses, laps, segments and markers, all within the workout.
    ///   - totalEnergyBurned: The active energy, in a unit of energy.
    ///   - totalDistance: The distance, in a unit of length.
    ///   - totalSwimmingStrokeCount: The number of swimming strokes, as a count.
    ///   - device: The device that recorded it.
    ///   - metadata: The metadata: values of type `String`, `NSNumber`, `Date` or ``HKQuantity`` by key.
    public convenience init(
        activityType: HKWorkoutActivityType, start startDate: Date, end endDate: Date, workoutEvents: [HKWorkoutEvent]?,
        totalEnergyBurned: HKQuantity?, totalDistance: HKQuantity?, totalSwimmingStrokeCount: HKQuantity?,
        device: HKDevice?, metadata: [String: Any]?
    ) {
        self.init(
            of: activityType, from: startDate, to: endDate, events: workoutEvents,
            totals: HKWorkoutTotals(
                energyBurned: totalEnergyBurned, distance: totalDistance, swimmingStrokeCount: totalSwimmingStrokeCount),
            device: device, metadata: metadata)
    }

    /// Creates a workout with flights climbed.
    ///
    /// Since iOS 17, Apple recommends `HKWorkoutBuilder` instead.
    /// - Parameters:
    ///   - activityType: The activity of the workout.
    ///   - startDate: The start date.
    ///   - endDate: The end date, which is not before the start date.
    ///   - workoutEvents: The pauses, laps, segments and markers, all within the workout.
    ///   - totalEnergyBurned: The active energy, in a unit of energy.
    ///   - totalDistance: The distance, in a unit of length.
    ///   - totalFlightsClimbed: The number of flights climbed, as a count.
    ///   - device: The device that recorded it.
    ///   - metadata: The metadata: values of type `String`, `NSNumber`, `Date` or ``HKQuantity`` by key.
    public convenience init(
        activityType: HKWorkoutActivityType, start startDate: Date, end endDate: Date, workoutEvents: [HKWorkoutEvent]?,
        totalEnergyBurned: HKQuantity?, totalDistance: HKQuantity?, totalFlightsClimbed: HKQuantity?, device: HKDevice?,
        metadata: [String: Any]?
    ) {
        self.init(
            of: activityType, from: startDate, to: endDate, events: workoutEvents,
            totals: HKWorkoutTotals(
                energyBurned: totalEnergyBurned, distance: totalDistance, flightsClimbed: totalFlightsClimbed),
            device: device, metadata: metadata)
    }

    /// Creates a workout from the arguments of one of the initializers, and traps if they are invalid.
    private convenience init(
        of activityType: HKWorkoutActivityType, from startDate: Date, to endDate: Date, duration: TimeInterval? = nil,
        events: [HKWorkoutEvent]? = nil, totals: HKWorkoutTotals = HKWorkoutTotals(), device: HKDevice? = nil,
        metadata: [String: Any]? = nil
    ) {
        self.init(
            checked: orStop { () throws(HKObjectValidationError) in
                try HKWorkoutDraft(
                    activityType: activityType, start: startDate, end: endDate, duration: duration, events: events,
                    totals: totals, device: device, metadata: metadata)
            })
    }
}
