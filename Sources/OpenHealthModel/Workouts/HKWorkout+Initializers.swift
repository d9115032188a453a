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

/// The validated fields of a new workout.
struct HKWorkoutDraft {
    let activityType: HKWorkoutActivityType
    let start: Date
    let end: Date
    let duration: TimeInterval
    let events: [HKWorkoutEvent]
    let totals: HKWorkoutTotals
    let fields: HKObjectFields

    /// Validates the fields of a workout.
    /// - Parameter duration: The duration; `nil` to compute it from the pauses, 0 for the entire time from start to end.
    init(
        activityType: HKWorkoutActivityType, start: Date, end: Date, duration: TimeInterval?,
        events: [HKWorkoutEvent]?, totals: HKWorkoutTotals, device: HKDevice?, metadata: [String: Any]?
    ) throws(HKObjectValidationError) {
        let type = HKObjectType.workoutType()
        fields = try HKObjectValidation.fields(of: type, start: start, end: end, device: device, metadata: metadata)
        try totals.check(subject: type.identifier)
        try HKWorkoutPauses.check(events ?? [], start: start, end: end, subject: type.identifier)
        if let duration {
            try HKObjectValidation.checkFinite(duration, subject: type.identifier)
            guard duration >= 0 else {
                throw HKObjectValidationError(
                    .invalidInterval, type.identifier, "the duration is negative",
                    remedy: "give the seconds without pauses, or 0 for all of the time")
            }
        }
        self.activityType = activityType
        self.start = start
        self.end = end
        self.events = events ?? []
        self.totals = totals
        self.duration =
            if let duration, duration > 0 {
                duration
            } else {
                HKWorkoutPauses.activeDuration(from: start, to: end, events: self.events)
            }
    }
}

extension HKWorkout {
    /// Creates a workout from validated fields.
    convenience init(checked draft: HKWorkoutDraft) {
        self.init(
            activityType: draft.activityType, startDate: draft.start, endDate: draft.end, duration: draft.duration,
            workoutEvents: draft.events, totals: draft.totals, fields: draft.fields)
    }

    /// Creates a workout from untrusted input, throwing an error where the initializer traps.
    /// - Parameters:
    ///   - activityType: The activity of the workout.
    ///   - start: The start date.
    ///   - end: The end date, which is not before the start date.
    ///   - duration: The duration in seconds without pauses; `nil` to compute it from the events.
    ///   - workoutEvents: The pauses, laps, segments and markers, all within the workout.
    ///   - totalEnergyBurned: The active energy, in a unit of energy.
    ///   - totalDistance: The distance, in a unit of length.
    ///   - totalSwimmingStrokeCount: The number of swimming strokes, as a count.
    ///   - totalFlightsClimbed: The number of flights climbed, as a count.
    ///   - device: The device that recorded it.
    ///   - metadata: The metadata: values of type `String`, `NSNumber`, `Date` or ``HKQuantity`` by key.
    /// - Throws: ``HKObjectValidationError`` if an argument is invalid.
    public static func validated(
        activityType: HKWorkoutActivityType, start: Date, end: Date, duration: TimeInterval? = nil,
        workoutEvents: [HKWorkoutEvent]? = nil, totalEnergyBurned: HKQuantity? = nil,
        totalDistance: HKQuantity? = nil, totalSwimmingStrokeCount: HKQuantity? = nil,
        totalFlightsClimbed: HKQuantity? = nil, device: HKDevice? = nil, metadata: [String: Any]? = nil
    ) throws(HKObjectValidationError) -> HKWorkout {
        HKWorkout(
            checked: try HKWorkoutDraft(
                activityType: activityType, start: start, end: end, duration: duration, events: workoutEvents,
                totals: HKWorkoutTotals(
                    energyBurned: totalEnergyBurned, distance: totalDistance,
                    swimmingStrokeCount: totalSwimmingStrokeCount, flightsClimbed: totalFlightsClimbed),
                device: device, metadata: metadata))
    }
}
