// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStore

/// The tables of the parts of workouts. The column `workout` has the UUID of the workout.
enum WorkoutTables {
    static func all(_ contents: StoreContents) -> [ExportTable] {
        guard let type = contents.types.first(where: { $0.kind == .workout }) else { return [] }
        return [
            figures(type), activities(type), events(type), statistics(type), zones(type), samples(type),
        ]
    }

    /// Returns a table with rows of each workout.
    private static func table(
        _ path: String, _ columns: [TableColumn], _ type: StoreContents.SampleType,
        rows: @escaping @Sendable (ExportContext, WorkoutRecord, RawSample, ([TableCell]) throws -> Void) throws -> Void
    ) -> ExportTable {
        ExportTable(path, [.uuid("workout")] + columns) { context, add in
            try context.contents.forEach(type) { sample in
                let workout = try context.contents.workout(sample)
                try rows(context, workout, sample) { try add([.text(workout.sample.uuid.uuidString)] + $0) }
            }
        }
    }

    private static func figures(_ type: StoreContents.SampleType) -> ExportTable {
        table(
            "workouts",
            [
                .date("start"), .date("end"), .text("activity"), .integer("activity_type"), .number("duration"),
                .text("source"), .pairs("attributes"), .text("copy_of"),
            ], type
        ) {
            context, workout, sample, add in
            try add([
                .date(sample.start), .date(sample.end), .text(workout.activityName),
                .integer(Int64(workout.activityType.rawValue)), .optional(workout.duration),
                .text(workout.sample.source), .metadata(workout.attributes),
                .optional(try context.contents.original(ofWorkout: sample)?.uuidString),
            ])
        }
    }

    private static func activities(_ type: StoreContents.SampleType) -> ExportTable {
        table(
            "workout_activities",
            [
                .text("uuid"), .date("start"), .date("end"), .number("duration"), .pairs("metadata"),
                .pairs("attributes"),
            ], type
        ) {
            context, workout, _, add in
            for activity in workout.activities {
                context.receipt.count(.workoutActivities)
                try add([
                    .text(activity.uuid), .date(activity.start), activity.end.map(TableCell.date) ?? .null,
                    .optional(activity.duration), .metadata(activity.metadata), .metadata(activity.other),
                ])
            }
        }
    }

    private static func events(_ type: StoreContents.SampleType) -> ExportTable {
        table(
            "workout_events",
            [.text("activity"), .text("type"), .date("date"), .number("duration"), .pairs("metadata")], type
        ) {
            context, workout, _, add in
            for (activity, event) in workout.parts(workout.events, \.events) {
                context.receipt.count(.workoutEvents)
                try add([
                    .optional(activity), .text(event.type), .date(event.date), .optional(event.duration),
                    .metadata(event.metadata),
                ])
            }
        }
    }

    private static func statistics(_ type: StoreContents.SampleType) -> ExportTable {
        let columns: [TableColumn] = [
            .text("activity"), .text("type"), .date("start"), .date("end"), .text("unit"), .number("sum"),
            .number("average"), .number("minimum"), .number("maximum"),
        ]
        return table("workout_statistics", columns, type) { context, workout, _, add in
            for (activity, figures) in workout.parts(workout.statistics, \.statistics) {
                context.receipt.count(.workoutStatistics)
                try add([
                    .optional(activity), .text(figures.type), .date(figures.start), .date(figures.end),
                    .optional(figures.unit), .optional(figures.sum), .optional(figures.average),
                    .optional(figures.minimum), .optional(figures.maximum),
                ])
            }
        }
    }

    private static func zones(_ type: StoreContents.SampleType) -> ExportTable {
        let columns: [TableColumn] = [
            .text("type"), .text("source"), .text("unit"), .integer("zone"), .number("minimum"), .number("maximum"),
            .number("duration"), .text("duration_unit"),
        ]
        return table("workout_zones", columns, type) { context, workout, _, add in
            for group in workout.zoneGroups {
                context.receipt.count(.workoutZones)
                let shared = Dictionary(group.attributes.map { ($0.key, $0.value) }) { $1 }
                for (index, zone) in group.zones.enumerated() {
                    let values = Dictionary(zone.map { ($0.key, $0.value) }) { $1 }
                    try add(
                        ["type", "source", "unit"].map { .optional(shared[$0]) } + [.integer(Int64(index))]
                            + ["minimum", "maximum", "duration"].map { .optional(values[$0].flatMap(Double.init)) }
                            + [.optional(values["durationUnit"])])
                }
            }
        }
    }

    private static func samples(_ type: StoreContents.SampleType) -> ExportTable {
        table("workout_samples", [.uuid("sample"), .text("type")], type) { context, _, sample, add in
            for member in try context.contents.samples(ofWorkout: sample) {
                context.receipt.count(.workoutSamples)
                try add([
                    .text(try context.contents.uuid(member).uuidString), .text(try context.contents.type(member)),
                ])
            }
        }
    }
}
