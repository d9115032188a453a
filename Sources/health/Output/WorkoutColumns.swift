// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthCommandLine
import OpenHealthModel
import OpenHealthStore

/// The columns of a listing of workouts.
enum WorkoutColumns {
    /// All columns.
    static func all(clock: ZoneClock) -> [Column<WorkoutRecord>] {
        [
            Column("uuid", for: .programs) { .text($0.sample.uuid.uuidString) },
            Column("start") { .instant($0.sample.start) },
            Column("end", for: .people) { .text(clock.text($0.sample.end, after: $0.sample.start)) },
            Column("end", for: .programs) { .instant($0.sample.end) },
            Column("activity", for: .people, fit: .cuttable) { .text(activity($0)) },
            Column("activity", for: .programs) { .text($0.activityName) },
            Column("activityType", for: .programs) { .count(Int($0.activityType.rawValue)) },
            Column("duration", for: .people, alignment: .right) { .text(NumberText.duration($0.duration)) },
            Column("duration", for: .programs) { .number($0.duration) },
            Column("distance", for: .people, alignment: .right) { .text(total(of: "Distance", in: $0)) },
            Column("energy", for: .people, alignment: .right) { .text(total(of: "ActiveEnergyBurned", in: $0)) },
            Column("routes", for: .people, alignment: .right) { .count($0.routes.count) },
            Column("source", fit: .cuttable) { .text($0.sample.source) },
            Column("timeZone", for: .programs) { .text($0.sample.timeZone) },
            Column("statistics", for: .programs) { .json(.array($0.statistics.map(statistics))) },
            Column("events", for: .programs) { .json(.array($0.events.map(event))) },
            Column("activities", for: .programs) { .json(.array($0.activities.map(part))) },
            Column("routes", for: .programs) { .list($0.routes.map(\.sample.uuid.uuidString)) },
            Column("attributes", for: .programs) { .json(.attributes($0.attributes)) },
            Column("metadata", for: .programs) { .json(.metadata($0.sample.metadata)) },
            Column("uuid", for: .people, fit: .droppable) { .text($0.sample.uuid.uuidString) },
        ]
    }

    /// The columns of efforts.
    /// - Parameter forPeople: Whether tables have the number of copies.
    static func withCopies(clock: ZoneClock, forPeople: Bool) -> [Column<EffortRecord>] {
        var columns = all(clock: clock).map { $0.of(\EffortRecord.workout) }
        if forPeople {
            columns.insert(
                Column("copies", for: .people, alignment: .right) { .count($0.copies.count) }, at: columns.count - 1)
        }
        return columns + [Column("copies", for: .programs) { .json(.array($0.copies.map(copy))) }]
    }

    /// The columns of all workouts. A copy has the UUID of its original.
    static func withOriginals(clock: ZoneClock) -> [Column<ListedWorkout>] {
        all(clock: clock).map { $0.of(\ListedWorkout.workout) } + [
            Column("copyOf", fit: .droppable) { .text($0.copyOf?.uuidString) }
        ]
    }

    private static func copy(_ workout: WorkoutRecord) -> JSONValue {
        .object([
            ("uuid", .string(workout.sample.uuid.uuidString)), ("source", .string(workout.sample.source)),
            ("start", .string(InstantText.utc(workout.sample.start))),
            ("end", .string(InstantText.utc(workout.sample.end))), ("duration", .number(workout.duration)),
        ])
    }

    /// Returns the name of the activity for people.
    static func activity(_ workout: WorkoutRecord) -> String {
        CategoryCase.short(workout.activityName, enumeration: "HKWorkoutActivityType")
    }

    /// Returns a total from the statistics, or from the attributes of old exports.
    private static func total(of kind: String, in workout: WorkoutRecord) -> String? {
        amount(of: kind, in: workout).map { text($0.number, unit: $0.unit) }
    }

    /// Returns a total and its unit as written, for a kind such as `Distance` or `ActiveEnergyBurned`.
    static func amount(of kind: String, in workout: WorkoutRecord) -> (number: Double, unit: String?)? {
        if kind == "Distance", let distance = distance(of: workout) {
            return (distance.originalValue, distance.originalUnit.unitString)
        }
        let found = workout.statistics.first { $0.type.hasPrefix("HKQuantityTypeIdentifier" + kind) && $0.sum != nil }
        if let found, let sum = found.sum { return (sum, found.unit) }
        let name = kind == "Distance" ? "totalDistance" : "totalEnergyBurned"
        guard let written = workout.attributes.first(where: { $0.key == name })?.value,
            let number = TypedNumber.parse(written), number > 0
        else { return nil }
        return (number, workout.attributes.first { $0.key == name + "Unit" }?.value)
    }

    /// Returns the distance of the sport from the statistics, if their units are known.
    private static func distance(of workout: WorkoutRecord) -> HKQuantity? {
        let sums = workout.statistics.compactMap { figures -> (HKQuantityTypeIdentifier, HKQuantity)? in
            guard let sum = figures.sum, let unit = figures.unit, let known = try? HKUnit(validating: unit) else {
                return nil
            }
            return (HKQuantityTypeIdentifier(rawValue: figures.type), HKQuantity(unit: known, doubleValue: sum))
        }
        return WorkoutDistance.total(of: workout.activityType, sums)
    }

    private static func text(_ number: Double, unit: String?) -> String {
        let rounded = (number * 100).rounded() / 100
        return NumberText.short(rounded) + (unit.map { " " + $0 } ?? "")
    }

    private static func date(_ seconds: Double) -> JSONValue {
        .string(InstantText.utc(Date(timeIntervalSince1970: seconds)))
    }

    private static func statistics(_ facts: WorkoutStatisticsData) -> JSONValue {
        let figures: [(String, Double?)] = [
            ("sum", facts.sum), ("average", facts.average), ("minimum", facts.minimum), ("maximum", facts.maximum),
        ]
        return .object(
            [
                ("type", .string(facts.type)), ("name", .string(TypeName.short(facts.type))),
                ("start", date(facts.start)), ("end", date(facts.end)),
                ("unit", .optional(facts.unit)),
            ] + figures.compactMap { name, value in value.map { (name, .number($0)) } })
    }

    private static func event(_ facts: WorkoutEventData) -> JSONValue {
        .object([
            ("type", .string(facts.type)), ("date", date(facts.date)), ("duration", .optional(facts.duration)),
            ("metadata", .metadata(facts.metadata)),
        ])
    }

    private static func part(_ facts: WorkoutActivityData) -> JSONValue {
        .object([
            ("uuid", .string(facts.uuid)), ("start", date(facts.start)), ("end", facts.end.map(date) ?? .null),
            ("duration", .optional(facts.duration)), ("metadata", .metadata(facts.metadata + facts.other)),
            ("events", .array(facts.events.map(event))), ("statistics", .array(facts.statistics.map(statistics))),
        ])
    }
}

/// A workout in the listing of all workouts.
struct ListedWorkout {
    let workout: WorkoutRecord
    /// The UUID of the workout of which it is a copy; nil if it is shown.
    let copyOf: UUID?
}

/// The totals of the workouts of an activity.
struct WorkoutTotal {
    /// The name of the activity for people.
    let activity: String
    /// The name of the activity, such as `HKWorkoutActivityTypeRunning`.
    let activityName: String
    /// The raw value of the activity.
    let activityType: Int
    /// The number of workouts.
    private(set) var count = 0
    /// The duration without pauses, in seconds.
    private(set) var duration = 0.0
    /// The distance in metres; `nil` if no workout has one.
    private(set) var distance: Double?
    /// The active energy in kilocalories; `nil` if no workout has one.
    private(set) var energy: Double?

    /// Returns the totals of each activity, the most frequent first.
    static func all(_ workouts: [WorkoutRecord]) -> [WorkoutTotal] {
        var totals: [String: WorkoutTotal] = [:]
        for workout in workouts {
            let name = workout.activityName
            let empty = WorkoutTotal(
                activity: WorkoutColumns.activity(workout), activityName: name,
                activityType: Int(workout.activityType.rawValue))
            totals[name, default: empty].add(workout)
        }
        return totals.values.sorted { ($1.count, $0.activityName) < ($0.count, $1.activityName) }
    }

    /// All columns.
    static var columns: [Column<WorkoutTotal>] {
        [
            Column("activity", for: .people) { .text($0.activity) },
            Column("activity", for: .programs) { .text($0.activityName) },
            Column("activityType", for: .programs) { .count($0.activityType) },
            Column("count", alignment: .right) { .count($0.count) },
            Column("duration", for: .people, alignment: .right) { .text(NumberText.duration($0.duration)) },
            Column("duration", for: .programs) { .number($0.duration) },
            Column("distance", for: .people, alignment: .right) { .text($0.distance.map { shown($0 / 1000, "km") }) },
            Column("distance", for: .programs) { .number($0.distance) },
            Column("energy", for: .people, alignment: .right) { .text($0.energy.map { shown($0, "kcal") }) },
            Column("energy", for: .programs) { .number($0.energy) },
        ]
    }

    private init(activity: String, activityName: String, activityType: Int) {
        self.activity = activity
        self.activityName = activityName
        self.activityType = activityType
    }

    private mutating func add(_ workout: WorkoutRecord) {
        count += 1
        duration += workout.duration
        if let metres = Self.amount(of: "Distance", in: workout, as: "m") { distance = (distance ?? 0) + metres }
        if let burned = Self.amount(of: "ActiveEnergyBurned", in: workout, as: "kcal") {
            energy = (energy ?? 0) + burned
        }
    }

    /// Returns a total in a unit; `nil` if there is none, or if its unit is incompatible.
    private static func amount(of kind: String, in workout: WorkoutRecord, as unit: String) -> Double? {
        guard let amount = WorkoutColumns.amount(of: kind, in: workout), let written = amount.unit,
            let own = try? HKUnit(validating: written == "Cal" ? "kcal" : written),
            let conversion = own.conversion(to: HKUnit(from: unit))
        else { return nil }
        return conversion(amount.number)
    }

    private static func shown(_ number: Double, _ unit: String) -> String {
        NumberText.short((number * 100).rounded() / 100) + " " + unit
    }
}
