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

extension HKActivitySummary {
    /// Creates a summary from the values of an export, or returns nil if the day can't be read.
    package convenience init?(_ data: ActivitySummaryData) {
        guard let day = Self.day(data.day) else { return nil }
        let values = Dictionary(data.values.map { ($0.key, $0.value) }) { $1 }
        func quantity(_ names: String..., unit: HKUnit) -> HKQuantity? {
            let number = names.lazy.compactMap { values[$0].flatMap(Double.init) }.first { $0.isFinite }
            return number.map { HKQuantity(unit: unit, doubleValue: $0) }
        }
        var state = State(day: day)
        let energy =
            values["activeEnergyBurnedUnit"].flatMap(StoredUnit.unit)
            .flatMap { $0.is(compatibleWith: .kilocalorie()) ? $0 : nil } ?? .kilocalorie()
        state.activeEnergyBurned = quantity("activeEnergyBurned", unit: energy) ?? state.activeEnergyBurned
        state.activeEnergyBurnedGoal = quantity("activeEnergyBurnedGoal", unit: energy) ?? state.activeEnergyBurnedGoal
        // Some system versions use another name for the minutes.
        state.appleMoveTime = quantity("appleMoveTime", "appleMoveMinutes", unit: .minute()) ?? state.appleMoveTime
        state.appleMoveTimeGoal =
            quantity("appleMoveTimeGoal", "appleMoveMinutesGoal", unit: .minute()) ?? state.appleMoveTimeGoal
        state.appleExerciseTime = quantity("appleExerciseTime", unit: .minute()) ?? state.appleExerciseTime
        state.exerciseTimeGoal = quantity("appleExerciseTimeGoal", unit: .minute())
        state.appleStandHours = quantity("appleStandHours", unit: .count()) ?? state.appleStandHours
        state.standHoursGoal = quantity("appleStandHoursGoal", unit: .count())
        // Exports don't contain the move mode. If there is only a goal in minutes, the ring counts minutes.
        let aims = (state.activeEnergyBurnedGoal.originalValue > 0, state.appleMoveTimeGoal.originalValue > 0)
        state.activityMoveMode = aims == (false, true) ? .appleMoveTime : .activeEnergy
        self.init(state)
    }

    /// Returns the components of a day such as `2024-03-10`, in the Gregorian calendar.
    private static func day(_ text: String) -> DateComponents? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2],
            year > 0, (1...12).contains(month), (1...31).contains(day)
        else { return nil }
        return DateComponents(era: 1, year: year, month: month, day: day)
    }

    /// Returns the stored name of the day of an instant.
    package static func name(ofDay date: Date, in zone: TimeZone) -> String {
        let seconds = date.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: date))
        // Dates outside years of four digits are before or after all days in a store.
        // checked: clamped, and the date of a permission is not NaN
        let number = Int(min(max((seconds / 86_400).rounded(.down), -719_000), 2_900_000))
        let (year, month, day) = CivilDay.date(number)
        func digits(_ number: Int, _ count: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        return "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))"
    }
}
