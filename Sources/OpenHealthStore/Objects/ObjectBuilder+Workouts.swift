// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

extension ObjectBuilder {
    package func workout(_ sample: RawSample, _ fields: HKObjectFields) throws -> HKWorkout {
        let record = try WorkoutReader(reader).workout(sample)
        return HKWorkout(
            activityType: record.activityType, startDate: record.sample.start, endDate: record.sample.end,
            duration: record.duration, workoutEvents: Self.events(record.events),
            workoutActivities: record.activities.map { Self.activity($0, of: record, fields) },
            statistics: Self.statistics(record.statistics), totals: Self.totals(record.attributes),
            zoneGroups: Self.zoneGroups(record.zoneGroups), fields: fields)
    }

    /// Returns the events of known kinds.
    private static func events(_ facts: [WorkoutEventData]) -> [HKWorkoutEvent] {
        facts.compactMap { event in
            guard let type = HealthEnums.rawValue(ofCase: event.type).flatMap(HKWorkoutEventType.init(rawValue:))
            else { return nil }
            return HKWorkoutEvent(
                type: type,
                dateInterval: DateInterval(
                    start: Date(timeIntervalSince1970: event.date), duration: max(0, event.duration ?? 0)),
                metadataValues: StoredMetadata.read(event.metadata))
        }
    }

    private static func activity(
        _ facts: WorkoutActivityData, of workout: WorkoutRecord, _ fields: HKObjectFields
    ) -> HKWorkoutActivity {
        let configuration = HKWorkoutConfiguration()
        configuration.activityType = workout.activityType
        if case .bool(let isIndoor)? = fields.metadata[HKMetadataKeyIndoorWorkout] {
            configuration.locationType = isIndoor ? .indoor : .outdoor
        }
        return HKWorkoutActivity(
            uuid: UUID(uuidString: facts.uuid) ?? fields.uuid, workoutConfiguration: configuration,
            startDate: Date(timeIntervalSince1970: facts.start),
            endDate: facts.end.map(Date.init(timeIntervalSince1970:)), duration: facts.duration,
            workoutEvents: events(facts.events), statistics: statistics(facts.statistics),
            metadataValues: StoredMetadata.read(facts.metadata))
    }

    private static func statistics(_ facts: [WorkoutStatisticsData]) -> [HKQuantityType: HKStatistics] {
        var result: [HKQuantityType: HKStatistics] = [:]
        for entry in facts {
            guard let type = HKObjectType.named(entry.type) as? HKQuantityType,
                let unit = entry.unit.flatMap(StoredUnit.unit), type.is(compatibleWith: unit)
            else { continue }
            func quantity(_ value: Double?) -> HKQuantity? { value.map { HKQuantity(unit: unit, doubleValue: $0) } }
            result[type] = HKStatistics(
                quantityType: type, startDate: Date(timeIntervalSince1970: entry.start),
                endDate: Date(timeIntervalSince1970: entry.end),
                figures: HKStatisticsFigures(
                    average: quantity(entry.average), minimum: quantity(entry.minimum),
                    maximum: quantity(entry.maximum), sum: quantity(entry.sum)))
        }
        return result
    }

    /// Returns the totals that exports contained before workouts had statistics.
    private static func totals(_ attributes: [MetadataPair]) -> HKWorkoutTotals {
        let values = Dictionary(attributes.map { ($0.key, $0.value) }) { $1 }
        func total(_ name: String, _ unit: HKUnit) -> HKQuantity? {
            let quantity = StoredUnit.quantity(values[name], values[name + "Unit"] ?? unit.unitString)
            return quantity.flatMap { $0.is(compatibleWith: unit) ? $0 : nil }
        }
        return HKWorkoutTotals(
            energyBurned: total("totalEnergyBurned", .kilocalorie()), distance: total("totalDistance", .meter()),
            swimmingStrokeCount: total("totalSwimmingStrokeCount", .count()),
            flightsClimbed: total("totalFlightsClimbed", .count()))
    }

    private static func zoneGroups(_ facts: [WorkoutZoneGroupData]) -> [HKQuantityType: HKWorkoutZoneGroup]? {
        var groups: [HKQuantityType: HKWorkoutZoneGroup] = [:]
        for group in facts {
            let attributes = Dictionary(group.attributes.map { ($0.key, $0.value) }) { $1 }
            guard let type = attributes["type"].flatMap(HKObjectType.named) as? HKQuantityType else { continue }
            let source = (attributes["source"]?.lowercased()).flatMap(HKWorkoutZoneConfiguration.Source.init(name:))
            var (zones, durations): ([HKWorkoutZone], [TimeInterval]) = ([], [])
            for (index, pairs) in group.zones.enumerated() {
                let zone = Dictionary(pairs.map { ($0.key, $0.value) }) { $1 }
                let time = StoredUnit.quantity(zone["duration"], zone["durationUnit"] ?? "min")
                let seconds = (try? time?.value(in: .second())) ?? 0
                // A bound in an incompatible unit is ignored.
                func bound(_ name: String) -> HKQuantity? {
                    StoredUnit.quantity(zone[name], attributes["unit"]).flatMap {
                        type.is(compatibleWith: $0.originalUnit) ? $0 : nil
                    }
                }
                zones.append(HKWorkoutZone(index: index, minimum: bound("minimum"), maximum: bound("maximum")))
                durations.append(HKObjectValidation.durations.contains(seconds) ? seconds : 0)
            }
            groups[type] = HKWorkoutZoneGroup(
                configuration: HKWorkoutZoneConfiguration(
                    source: source ?? .system, quantityType: type, zones: zones), durations: durations)
        }
        return groups.isEmpty ? nil : groups
    }
}
