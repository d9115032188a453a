// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

extension WorkoutData {
    /// Creates the data of an import from a workout that an app saves.
    /// - Throws: An error if a quantity can't be converted to the unit of its type.
    init(_ workout: HKWorkout) throws {
        let raw = Int(workout.workoutActivityType.rawValue)
        self.init(
            activityType: HealthEnums.caseName(ofEnum: "HKWorkoutActivityType", rawValue: raw)
                ?? "HKWorkoutActivityType\(raw)",
            sample: SampleData(
                provenance: 0, start: workout.startDate.timeIntervalSince1970,
                end: workout.endDate.timeIntervalSince1970
            ),
            duration: workout.duration)
        events = (workout.workoutEvents ?? []).map(WorkoutEventData.init)
        statistics = try Self.facts(workout.allStatistics)
        activities = try workout.workoutActivities.map(WorkoutActivityData.init)
        let totals = workout.givenTotals
        let named: [(String, HKQuantity?)] = [
            ("totalDistance", totals.distance), ("totalEnergyBurned", totals.energyBurned),
            ("totalSwimmingStrokeCount", totals.swimmingStrokeCount), ("totalFlightsClimbed", totals.flightsClimbed),
        ]
        for (name, quantity) in named {
            if let quantity { attributes += MetadataPair.pairs(name, quantity) }
        }
        zoneGroups = try (workout.zoneGroupsByType ?? [:]).values
            .sorted { $0.configuration.quantityType.identifier < $1.configuration.quantityType.identifier }
            .map(WorkoutZoneGroupData.init)
    }

    fileprivate static func facts(
        _ statistics: [HKQuantityType: HKStatistics]
    ) throws -> [WorkoutStatisticsData] {
        try statistics.values.sorted { $0.quantityType.identifier < $1.quantityType.identifier }.map { entry in
            let figures = entry.figures
            let unit =
                [figures.sum, figures.average, figures.minimum, figures.maximum].lazy
                .compactMap { $0?.originalUnit }.first ?? entry.quantityType.canonicalUnit
            var facts = WorkoutStatisticsData(
                type: entry.quantityType.identifier, start: entry.startDate.timeIntervalSince1970,
                end: entry.endDate.timeIntervalSince1970, unit: unit.unitString)
            facts.sum = try figures.sum?.value(in: unit)
            facts.average = try figures.average?.value(in: unit)
            facts.minimum = try figures.minimum?.value(in: unit)
            facts.maximum = try figures.maximum?.value(in: unit)
            return facts
        }
    }
}

extension WorkoutEventData {
    fileprivate init(_ event: HKWorkoutEvent) {
        self.init(
            type: HealthEnums.caseName(ofEnum: "HKWorkoutEventType", rawValue: event.type.rawValue)
                ?? "HKWorkoutEventType\(event.type.rawValue)",
            date: event.dateInterval.start.timeIntervalSince1970,
            duration: event.dateInterval.duration == 0 ? nil : event.dateInterval.duration,
            metadata: StoredMetadata.pairs(event.metadataValues))
    }
}

extension WorkoutActivityData {
    fileprivate init(_ activity: HKWorkoutActivity) throws {
        self.init(
            uuid: activity.uuid.uuidString, start: activity.startDate.timeIntervalSince1970,
            end: activity.endDate?.timeIntervalSince1970, duration: activity.endDate == nil ? nil : activity.duration)
        metadata = StoredMetadata.pairs(activity.metadataValues)
        events = activity.workoutEvents.map(WorkoutEventData.init)
        statistics = try WorkoutData.facts(activity.allStatistics)
    }
}

extension WorkoutZoneGroupData {
    fileprivate init(_ group: HKWorkoutZoneGroup) throws {
        let unit = group.configuration.quantityType.canonicalUnit
        self.init(
            attributes: [
                MetadataPair(key: "type", value: group.configuration.quantityType.identifier),
                MetadataPair(key: "source", value: group.configuration.source.name),
                MetadataPair(key: "unit", value: unit.unitString),
            ],
            zones: try group.zoneDurations.map { entry in
                var pairs: [MetadataPair] = []
                for (name, bound) in [("minimum", entry.zone.minimum), ("maximum", entry.zone.maximum)] {
                    guard let bound else { continue }
                    pairs.append(MetadataPair(key: name, value: MetadataText.plain(try bound.value(in: unit))))
                }
                return pairs + [
                    MetadataPair(key: "duration", value: MetadataText.plain(entry.duration)),
                    MetadataPair(key: "durationUnit", value: "s"),
                ]
            })
    }
}

extension MetadataPair {
    /// Returns a quantity as two attributes: the value with a name, and the unit with the name followed by `Unit`.
    static func pairs(_ name: String, _ quantity: HKQuantity) -> [MetadataPair] {
        [
            MetadataPair(key: name, value: MetadataText.plain(quantity.originalValue)),
            MetadataPair(key: name + "Unit", value: quantity.originalUnit.unitString),
        ]
    }
}
