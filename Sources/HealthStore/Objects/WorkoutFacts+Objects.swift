// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthModel

extension WorkoutFacts {
    /// A workout that an app saved, in the form in which imported ones reach the store.
    init(_ workout: HKWorkout) {
        let raw = Int(workout.workoutActivityType.rawValue)
        self.init(
            activityType: HealthEnums.caseName(ofEnum: "HKWorkoutActivityType", rawValue: raw)
                ?? "HKWorkoutActivityType\(raw)",
            sample: SampleFacts(
                provenance: 0, start: workout.startDate.timeIntervalSince1970,
                end: workout.endDate.timeIntervalSince1970
            ),
            duration: workout.duration)
        events = (workout.workoutEvents ?? []).map(WorkoutEventFacts.init)
        statistics = Self.facts(workout.allStatistics)
        activities = workout.workoutActivities.map(WorkoutActivityFacts.init)
        let totals = workout.givenTotals
        let named: [(String, HKQuantity?)] = [
            ("totalDistance", totals.distance), ("totalEnergyBurned", totals.energyBurned),
            ("totalSwimmingStrokeCount", totals.swimmingStrokeCount), ("totalFlightsClimbed", totals.flightsClimbed),
        ]
        for (name, quantity) in named {
            if let quantity { attributes += MetadataPair.pairs(name, quantity) }
        }
        zoneGroups = (workout.zoneGroupsByType ?? [:]).values
            .sorted { $0.configuration.quantityType.identifier < $1.configuration.quantityType.identifier }
            .map(WorkoutZoneGroupFacts.init)
    }

    fileprivate static func facts(_ statistics: [HKQuantityType: HKStatistics]) -> [WorkoutStatisticsFacts] {
        statistics.values.sorted { $0.quantityType.identifier < $1.quantityType.identifier }.map { entry in
            let figures = entry.figures
            let unit =
                [figures.sum, figures.average, figures.minimum, figures.maximum].lazy
                .compactMap { $0?.originalUnit }.first ?? entry.quantityType.canonicalUnit
            var facts = WorkoutStatisticsFacts(
                type: entry.quantityType.identifier, start: entry.startDate.timeIntervalSince1970,
                end: entry.endDate.timeIntervalSince1970, unit: unit.unitString)
            facts.sum = figures.sum?.doubleValue(for: unit)
            facts.average = figures.average?.doubleValue(for: unit)
            facts.minimum = figures.minimum?.doubleValue(for: unit)
            facts.maximum = figures.maximum?.doubleValue(for: unit)
            return facts
        }
    }
}

extension WorkoutEventFacts {
    fileprivate init(_ event: HKWorkoutEvent) {
        self.init(
            type: HealthEnums.caseName(ofEnum: "HKWorkoutEventType", rawValue: event.type.rawValue)
                ?? "HKWorkoutEventType\(event.type.rawValue)",
            date: event.dateInterval.start.timeIntervalSince1970,
            duration: event.dateInterval.duration == 0 ? nil : event.dateInterval.duration,
            metadata: StoredMetadata.pairs(event.metadataValues))
    }
}

extension WorkoutActivityFacts {
    fileprivate init(_ activity: HKWorkoutActivity) {
        self.init(
            uuid: activity.uuid.uuidString, start: activity.startDate.timeIntervalSince1970,
            end: activity.endDate?.timeIntervalSince1970, duration: activity.endDate == nil ? nil : activity.duration)
        metadata = StoredMetadata.pairs(activity.metadataValues)
        events = activity.workoutEvents.map(WorkoutEventFacts.init)
        statistics = WorkoutFacts.facts(activity.allStatistics)
    }
}

extension WorkoutZoneGroupFacts {
    fileprivate init(_ group: HKWorkoutZoneGroup) {
        let unit = group.configuration.quantityType.canonicalUnit
        self.init(
            attributes: [
                MetadataPair(key: "type", value: group.configuration.quantityType.identifier),
                MetadataPair(key: "source", value: group.configuration.source.name),
                MetadataPair(key: "unit", value: unit.unitString),
            ],
            zones: group.zoneDurations.map { entry in
                var pairs: [MetadataPair] = []
                for (name, bound) in [("minimum", entry.zone.minimum), ("maximum", entry.zone.maximum)] {
                    guard let bound else { continue }
                    pairs.append(MetadataPair(key: name, value: MetadataText.plain(bound.doubleValue(for: unit))))
                }
                return pairs + [
                    MetadataPair(key: "duration", value: MetadataText.plain(entry.duration)),
                    MetadataPair(key: "durationUnit", value: "s"),
                ]
            })
    }
}

extension MetadataPair {
    /// A quantity as two attributes: the value under a name, the unit under the name with `Unit` behind it.
    static func pairs(_ name: String, _ quantity: HKQuantity) -> [MetadataPair] {
        [
            MetadataPair(key: name, value: MetadataText.plain(quantity.originalValue)),
            MetadataPair(key: name + "Unit", value: quantity.originalUnit.unitString),
        ]
    }
}
