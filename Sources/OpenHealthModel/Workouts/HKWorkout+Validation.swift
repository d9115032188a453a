// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The parts of a new workout, checked.
struct HKWorkoutDraft {
    let activityType: HKWorkoutActivityType
    let start: Date
    let end: Date
    let duration: TimeInterval
    let events: [HKWorkoutEvent]
    let totals: HKWorkoutTotals
    let fields: HKObjectFields

    /// Checks the parts.
    /// - Parameter duration: nil where it follows from the pauses; 0 where it is all of the time.
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
                    .invalidInterval, type.identifier, "the duration lies below zero",
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
    /// Creates a workout from validated parts.
    convenience init(checked draft: HKWorkoutDraft) {
        self.init(
            activityType: draft.activityType, startDate: draft.start, endDate: draft.end, duration: draft.duration,
            workoutEvents: draft.events, totals: draft.totals, fields: draft.fields)
    }

    /// Creates a workout from untrusted input, and throws where the initialisers would stop the process.
    /// - Parameters:
    ///   - activityType: what was done.
    ///   - start: when it began.
    ///   - end: when it ended, not before the start.
    ///   - duration: the seconds without pauses; nil where they follow from the events.
    ///   - workoutEvents: pauses, laps, segments and markers, all of them within the workout.
    ///   - totalEnergyBurned: the active energy, in a unit of energy.
    ///   - totalDistance: the way, in a unit of length.
    ///   - totalSwimmingStrokeCount: the strokes of a swim, as a count.
    ///   - totalFlightsClimbed: the flights climbed, as a count.
    ///   - device: what recorded it.
    ///   - metadata: more about it: `String`, `NSNumber`, `Date` or ``HKQuantity`` by key.
    /// - Throws: ``HKObjectValidationError``, which says what is wrong and what to do.
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
