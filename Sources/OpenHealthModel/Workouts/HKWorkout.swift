// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Unchecked because the class is not final, for source compatibility; all stored properties are immutable and Sendable.
/// A workout with its activity type, dates, events, activities and statistics.
///
/// The initializers trap on invalid arguments, as on Apple platforms: an end date before the start date, events outside the
/// workout, a resume event before any pause, or totals in an incompatible unit. For values that people enter, use
/// `validated(activityType:start:end:…)`, which throws an error instead.
open class HKWorkout: HKSample, @unchecked Sendable {
    private let storedActivityType: HKWorkoutActivityType
    private let storedEvents: [HKWorkoutEvent]?
    private let storedActivities: [HKWorkoutActivity]
    private let storedDuration: TimeInterval
    private let storedStatistics: [HKQuantityType: HKStatistics]
    private let storedZoneGroups: [HKQuantityType: HKWorkoutZoneGroup]?
    /// The totals passed to the initializer.
    package let givenTotals: HKWorkoutTotals
    private let totals: HKWorkoutTotals

    /// Creates a workout from stored fields.
    public init(
        activityType: HKWorkoutActivityType, startDate: Date, endDate: Date, duration: TimeInterval,
        workoutEvents: [HKWorkoutEvent] = [], workoutActivities: [HKWorkoutActivity] = [],
        statistics: [HKQuantityType: HKStatistics] = [:], totals: HKWorkoutTotals = HKWorkoutTotals(),
        zoneGroups: [HKQuantityType: HKWorkoutZoneGroup]? = nil, fields: HKObjectFields
    ) {
        storedActivityType = activityType
        storedEvents = workoutEvents.isEmpty ? nil : workoutEvents
        storedActivities = workoutActivities
        storedDuration = duration
        storedStatistics = statistics
        storedZoneGroups = zoneGroups
        self.givenTotals = totals
        self.totals = totals.completed(by: statistics, activity: activityType)
        super.init(sampleType: .workoutType(), startDate: startDate, endDate: endDate, fields: fields)
    }

    /// The activity type.
    open var workoutActivityType: HKWorkoutActivityType { storedActivityType }

    /// The pauses, laps, segments and markers; `nil` if there are none.
    open var workoutEvents: [HKWorkoutEvent]? { storedEvents }

    /// The activities of the workout.
    open var workoutActivities: [HKWorkoutActivity] { storedActivities }

    /// The duration in seconds without pauses.
    open var duration: TimeInterval { storedDuration }

    /// The statistics over the samples of the workout, by type.
    open var allStatistics: [HKQuantityType: HKStatistics] { storedStatistics }

    /// The time spent in zones, by type; `nil` if there are none.
    open var zoneGroupsByType: [HKQuantityType: HKWorkoutZoneGroup]? { storedZoneGroups }

    /// The active energy, in a unit of energy: as given, or from the statistics; `nil` if neither contains it.
    open var totalEnergyBurned: HKQuantity? { totals.energyBurned }

    /// The distance, in a unit of length: as given, or from the statistics; `nil` if neither contains it.
    open var totalDistance: HKQuantity? { totals.distance }

    /// The number of swimming strokes: as given, or from the statistics; `nil` if neither contains it.
    open var totalSwimmingStrokeCount: HKQuantity? { totals.swimmingStrokeCount }

    /// The number of flights climbed: as given, or from the statistics; `nil` if neither contains it.
    open var totalFlightsClimbed: HKQuantity? { totals.flightsClimbed }

    /// Returns the statistics of a type over the workout; `nil` if the workout has no samples of the type.
    /// - Parameter quantityType: The type to look for.
    open func statistics(for quantityType: HKQuantityType) -> HKStatistics? { allStatistics[quantityType] }

    /// Returns the time spent in the zones of a type; `nil` if the type has no zones.
    /// - Parameter quantityType: The type to look for.
    open func zoneGroup(for quantityType: HKQuantityType) -> HKWorkoutZoneGroup? { zoneGroupsByType?[quantityType] }

    /// Encodes the workout.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encodeArchive(
            [
                "activityType": workoutActivityType.rawValue, "events": workoutEvents ?? [],
                "activities": workoutActivities, "duration": duration, "statistics": HKArchive.list(of: allStatistics),
                "zones": zoneGroupsByType.map(HKArchive.list), "energyBurned": givenTotals.energyBurned,
                "distance": givenTotals.distance, "swimmingStrokeCount": givenTotals.swimmingStrokeCount,
                "flightsClimbed": givenTotals.flightsClimbed,
            ], forKey: "HKWorkout")
    }

    /// Creates a workout from an archive, or returns `nil` if the archive contains none.
    public required init?(coder: NSCoder) {
        guard let archive = coder.archive(forKey: "HKWorkout"),
            let activityType = archive.raw("activityType", as: HKWorkoutActivityType.self),
            let events = archive.objects("events", as: HKWorkoutEvent.self),
            let activities = archive.objects("activities", as: HKWorkoutActivity.self),
            let duration = archive.double("duration"), let statistics = archive.statistics("statistics")
        else { return nil }
        storedActivityType = activityType
        storedEvents = events.isEmpty ? nil : events
        storedActivities = activities
        storedDuration = duration
        storedStatistics = statistics
        storedZoneGroups = archive.zoneGroups("zones")
        self.givenTotals = HKWorkoutTotals(
            energyBurned: archive.quantity("energyBurned"), distance: archive.quantity("distance"),
            swimmingStrokeCount: archive.quantity("swimmingStrokeCount"),
            flightsClimbed: archive.quantity("flightsClimbed"))
        self.totals = givenTotals.completed(by: statistics, activity: activityType)
        super.init(coder: coder)
    }
}

/// The computation of a workout's duration without pauses.
package enum HKWorkoutPauses {
    /// Returns the seconds of an interval that are not between a pause and the next resume event.
    ///
    /// A pause without a resume event lasts until the end of the interval.
    package static func activeDuration(from start: Date, to end: Date, events: [HKWorkoutEvent]) -> TimeInterval {
        var paused: TimeInterval = 0
        var pausedSince: Date?
        for event in events.sorted(by: { $0.dateInterval.start < $1.dateInterval.start }) {
            let date = min(max(event.dateInterval.start, start), end)
            switch event.type {
            case .pause: pausedSince = pausedSince ?? date
            case .resume:
                if let since = pausedSince { paused += date.timeIntervalSince(since) }
                pausedSince = nil
            default: break
            }
        }
        if let since = pausedSince { paused += end.timeIntervalSince(since) }
        return max(0, end.timeIntervalSince(start) - paused)
    }

    /// Checks that the events are within the workout and that no resume event precedes the first pause.
    package static func check(
        _ events: [HKWorkoutEvent], start: Date, end: Date, subject: String
    ) throws(HKObjectValidationError) {
        for event in events where event.dateInterval.start < start || event.dateInterval.end > end {
            throw HKObjectValidationError(
                .invalidWorkoutEvent, subject, "an event of type \(event.type) is outside the workout",
                remedy: "give events between the start and the end")
        }
        let breaks = events.sorted { $0.dateInterval.start < $1.dateInterval.start }
            .first { $0.type == .pause || $0.type == .resume }
        guard breaks?.type != .resume else {
            throw HKObjectValidationError(
                .invalidWorkoutEvent, subject, "the workout is resumed before it was paused",
                remedy: "leave out the first resume event, or add the pause before it")
        }
    }
}
