// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension HKWorkout {
    /// Creates a workout from its activity and dates alone.
    ///
    /// Apple advises a workout builder instead since iOS 17.
    /// - Parameters:
    ///   - activityType: what was done.
    ///   - startDate: when it began.
    ///   - endDate: when it ended, not before the start.
    public convenience init(activityType: HKWorkoutActivityType, start startDate: Date, end endDate: Date) {
        self.init(
            checked: orStop { () throws(HKObjectValidationError) in
                try HKWorkoutDraft(
                    activityType: activityType, start: startDate, end: endDate, duration: nil, events: nil,
                    totals: HKWorkoutTotals(), device: nil, metadata: nil)
            })
    }

    /// Creates a workout whose duration follows from its pauses.
    ///
    /// Apple advises a workout builder instead since iOS 17.
    /// - Parameters:
    ///   - activityType: what was done.
    ///   - startDate: when it began.
    ///   - endDate: when it ended, not before the start.
    ///   - workoutEvents: pauses, laps, segments and markers, all of them within the workout.
    ///   - totalEnergyBurned: the active energy, in a unit of energy.
    ///   - totalDistance: the way, in a unit of length.
    ///   - metadata: more about it: `String`, `NSNumber`, `Date` or ``HKQuantity`` by key.
    public convenience init(
        activityType: HKWorkoutActivityType, start startDate: Date, end endDate: Date, workoutEvents: [HKWorkoutEvent]?,
        totalEnergyBurned: HKQuantity?, totalDistance: HKQuantity?, metadata: [String: Any]?
    ) {
        self.init(
            checked: orStop { () throws(HKObjectValidationError) in
                try HKWorkoutDraft(
                    activityType: activityType, start: startDate, end: endDate, duration: nil, events: workoutEvents,
                    totals: HKWorkoutTotals(energyBurned: totalEnergyBurned, distance: totalDistance), device: nil,
                    metadata: metadata)
            })
    }

    /// Creates a workout whose duration follows from its pauses, with a device.
    ///
    /// Apple advises a workout builder instead since iOS 17.
    /// - Parameters:
    ///   - activityType: what was done.
    ///   - startDate: when it began.
    ///   - endDate: when it ended, not before the start.
    ///   - workoutEvents: pauses, laps, segments and markers, all of them within the workout.
    ///   - totalEnergyBurned: the active energy, in a unit of energy.
    ///   - totalDistance: the way, in a unit of length.
    ///   - device: what recorded it.
    ///   - metadata: more about it: `String`, `NSNumber`, `Date` or ``HKQuantity`` by key.
    public convenience init(
        activityType: HKWorkoutActivityType, start startDate: Date, end endDate: Date, workoutEvents: [HKWorkoutEvent]?,
        totalEnergyBurned: HKQuantity?, totalDistance: HKQuantity?, device: HKDevice?, metadata: [String: Any]?
    ) {
        self.init(
            checked: orStop { () throws(HKObjectValidationError) in
                try HKWorkoutDraft(
                    activityType: activityType, start: startDate, end: endDate, duration: nil, events: workoutEvents,
                    totals: HKWorkoutTotals(energyBurned: totalEnergyBurned, distance: totalDistance), device: device,
                    metadata: metadata)
            })
    }

    /// Creates a workout with a duration of its own.
    ///
    /// Apple advises a workout builder instead since iOS 17.
    /// - Parameters:
    ///   - activityType: what was done.
    ///   - startDate: when it began.
    ///   - endDate: when it ended, not before the start.
    ///   - duration: the seconds without pauses; 0 for all of the time between start and end.
    ///   - totalEnergyBurned: the active energy, in a unit of energy.
    ///   - totalDistance: the way, in a unit of length.
    ///   - metadata: more about it: `String`, `NSNumber`, `Date` or ``HKQuantity`` by key.
    public convenience init(
        activityType: HKWorkoutActivityType, start startDate: Date, end endDate: Date, duration: TimeInterval,
        totalEnergyBurned: HKQuantity?, totalDistance: HKQuantity?, metadata: [String: Any]?
    ) {
        self.init(
            checked: orStop { () throws(HKObjectValidationError) in
                try HKWorkoutDraft(
                    activityType: activityType, start: startDate, end: endDate, duration: duration, events: nil,
                    totals: HKWorkoutTotals(energyBurned: totalEnergyBurned, distance: totalDistance), device: nil,
                    metadata: metadata)
            })
    }

    /// Creates a workout with a duration of its own and a device.
    ///
    /// Apple advises a workout builder instead since iOS 17.
    /// - Parameters:
    ///   - activityType: what was done.
    ///   - startDate: when it began.
    ///   - endDate: when it ended, not before the start.
    ///   - duration: the seconds without pauses; 0 for all of the time between start and end.
    ///   - totalEnergyBurned: the active energy, in a unit of energy.
    ///   - totalDistance: the way, in a unit of length.
    ///   - device: what recorded it.
    ///   - metadata: more about it: `String`, `NSNumber`, `Date` or ``HKQuantity`` by key.
    public convenience init(
        activityType: HKWorkoutActivityType, start startDate: Date, end endDate: Date, duration: TimeInterval,
        totalEnergyBurned: HKQuantity?, totalDistance: HKQuantity?, device: HKDevice?, metadata: [String: Any]?
    ) {
        self.init(
            checked: orStop { () throws(HKObjectValidationError) in
                try HKWorkoutDraft(
                    activityType: activityType, start: startDate, end: endDate, duration: duration, events: nil,
                    totals: HKWorkoutTotals(energyBurned: totalEnergyBurned, distance: totalDistance), device: device,
                    metadata: metadata)
            })
    }

    /// Creates a swim.
    ///
    /// Apple advises a workout builder instead since iOS 17.
    /// - Parameters:
    ///   - activityType: what was done.
    ///   - startDate: when it began.
    ///   - endDate: when it ended, not before the start.
    ///   - workoutEvents: pauses, laps, segments and markers, all of them within the workout.
    ///   - totalEnergyBurned: the active energy, in a unit of energy.
    ///   - totalDistance: the way, in a unit of length.
    ///   - totalSwimmingStrokeCount: the strokes of a swim, as a count.
    ///   - device: what recorded it.
    ///   - metadata: more about it: `String`, `NSNumber`, `Date` or ``HKQuantity`` by key.
    public convenience init(
        activityType: HKWorkoutActivityType, start startDate: Date, end endDate: Date, workoutEvents: [HKWorkoutEvent]?,
        totalEnergyBurned: HKQuantity?, totalDistance: HKQuantity?, totalSwimmingStrokeCount: HKQuantity?,
        device: HKDevice?, metadata: [String: Any]?
    ) {
        self.init(
            checked: orStop { () throws(HKObjectValidationError) in
                try HKWorkoutDraft(
                    activityType: activityType, start: startDate, end: endDate, duration: nil, events: workoutEvents,
                    totals: HKWorkoutTotals(
                        energyBurned: totalEnergyBurned, distance: totalDistance,
                        swimmingStrokeCount: totalSwimmingStrokeCount), device: device, metadata: metadata)
            })
    }

    /// Creates a workout that climbs.
    ///
    /// Apple advises a workout builder instead since iOS 17.
    /// - Parameters:
    ///   - activityType: what was done.
    ///   - startDate: when it began.
    ///   - endDate: when it ended, not before the start.
    ///   - workoutEvents: pauses, laps, segments and markers, all of them within the workout.
    ///   - totalEnergyBurned: the active energy, in a unit of energy.
    ///   - totalDistance: the way, in a unit of length.
    ///   - totalFlightsClimbed: the flights climbed, as a count.
    ///   - device: what recorded it.
    ///   - metadata: more about it: `String`, `NSNumber`, `Date` or ``HKQuantity`` by key.
    public convenience init(
        activityType: HKWorkoutActivityType, start startDate: Date, end endDate: Date, workoutEvents: [HKWorkoutEvent]?,
        totalEnergyBurned: HKQuantity?, totalDistance: HKQuantity?, totalFlightsClimbed: HKQuantity?, device: HKDevice?,
        metadata: [String: Any]?
    ) {
        self.init(
            checked: orStop { () throws(HKObjectValidationError) in
                try HKWorkoutDraft(
                    activityType: activityType, start: startDate, end: endDate, duration: nil, events: workoutEvents,
                    totals: HKWorkoutTotals(
                        energyBurned: totalEnergyBurned, distance: totalDistance, flightsClimbed: totalFlightsClimbed),
                    device: device, metadata: metadata)
            })
    }
}
