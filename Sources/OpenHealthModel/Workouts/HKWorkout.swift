// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Unchecked because the class is not final, for source compatibility; all it stores is immutable and Sendable itself.
/// A workout: what was done and when, with its events, parts and figures.
///
/// Invalid arguments stop the process, as on Apple's systems: an end before the start, events outside the workout or a
/// resume before any pause, totals in a wrong unit. For values that people enter, use
/// `validated(activityType:start:end:…)`, which throws.
open class HKWorkout: HKSample, @unchecked Sendable {
    private let storedActivityType: HKWorkoutActivityType
    private let storedEvents: [HKWorkoutEvent]?
    private let storedActivities: [HKWorkoutActivity]
    private let storedDuration: TimeInterval
    private let storedStatistics: [HKQuantityType: HKStatistics]
    private let storedZoneGroups: [HKQuantityType: HKWorkoutZoneGroup]?
    /// The totals as they were given.
    package let givenTotals: HKWorkoutTotals
    private let totals: HKWorkoutTotals

    /// Creates a workout from the fields of a stored one.
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

    /// The kind of activity.
    open var workoutActivityType: HKWorkoutActivityType { storedActivityType }

    /// Pauses, laps, segments and markers; nil where there are none.
    open var workoutEvents: [HKWorkoutEvent]? { storedEvents }

    /// The parts of the workout.
    open var workoutActivities: [HKWorkoutActivity] { storedActivities }

    /// The seconds without pauses.
    open var duration: TimeInterval { storedDuration }

    /// Figures over the samples of the workout, by type.
    open var allStatistics: [HKQuantityType: HKStatistics] { storedStatistics }

    /// The time spent in zones, by type; nil where there are no zones.
    open var zoneGroupsByType: [HKQuantityType: HKWorkoutZoneGroup]? { storedZoneGroups }

    /// The active energy, in a unit of energy: as given, or from the statistics; nil where neither says.
    open var totalEnergyBurned: HKQuantity? { totals.energyBurned }

    /// The way, in a unit of length: as given, or from the statistics; nil where neither says.
    open var totalDistance: HKQuantity? { totals.distance }

    /// The strokes of a swim: as given, or from the statistics; nil where neither says.
    open var totalSwimmingStrokeCount: HKQuantity? { totals.swimmingStrokeCount }

    /// The flights climbed: as given, or from the statistics; nil where neither says.
    open var totalFlightsClimbed: HKQuantity? { totals.flightsClimbed }

    /// The figures of one type over the samples of the workout; nil where it has none of that type.
    /// - Parameter quantityType: the type to look for.
    open func statistics(for quantityType: HKQuantityType) -> HKStatistics? { allStatistics[quantityType] }

    /// The time spent in the zones of a type; nil where it has no zones.
    /// - Parameter quantityType: the type to look for.
    open func zoneGroup(for quantityType: HKQuantityType) -> HKWorkoutZoneGroup? { zoneGroupsByType?[quantityType] }

    /// Writes the workout to an archive.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        var archive = HKArchive()
        archive.set(raw: workoutActivityType, "activityType")
        archive.set(objects: workoutEvents ?? [], "events")
        archive.set(objects: workoutActivities, "activities")
        archive.set(duration, "duration")
        archive.set(statistics: allStatistics, "statistics")
        archive.set(zoneGroups: zoneGroupsByType, "zones")
        archive.set(givenTotals.energyBurned, "energyBurned")
        archive.set(givenTotals.distance, "distance")
        archive.set(givenTotals.swimmingStrokeCount, "swimmingStrokeCount")
        archive.set(givenTotals.flightsClimbed, "flightsClimbed")
        coder.encode(archive, forKey: "HKWorkout")
    }

    /// Reads a workout from an archive, or gives nil where the archive does not hold one.
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
