// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthStore

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
