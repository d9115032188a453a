// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
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
        let found = workout.statistics.first { $0.type.hasPrefix("HKQuantityTypeIdentifier" + kind) && $0.sum != nil }
        if let found, let sum = found.sum { return (sum, found.unit) }
        let name = kind == "Distance" ? "totalDistance" : "totalEnergyBurned"
        guard let written = workout.attributes.first(where: { $0.key == name })?.value,
            let number = TypedNumber.parse(written), number > 0
        else { return nil }
        return (number, workout.attributes.first { $0.key == name + "Unit" }?.value)
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
