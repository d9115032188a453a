// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import OpenHealthModel
import OpenHealthStore

/// The files of workouts: what they are, their parts, events and figures, and which samples belong to them.
struct WorkoutFiles: ParquetFiles {
    let context: ExportContext

    func write() throws {
        guard let type = contents.types.first(where: { $0.kind == .workout }) else { return }
        try workouts(type)
        try activities(type)
        try events(type)
        try statistics(type)
        try zones(type)
        try samples(type)
    }

    private func workouts(_ type: StoreContents.SampleType) throws {
        let shared = SampleColumns(contents)
        let activity = ParquetTextColumn("activity")
        let number = ParquetIntegerColumn("activity_type")
        let duration = ParquetDoubleColumn("duration")
        let (distance, energy) = (
            ParquetDoubleColumn("distance", optional: true), ParquetDoubleColumn("energy", optional: true)
        )
        let attributes = ParquetMapColumn("attributes")
        let original = ParquetUUIDColumn("copy_of", optional: true)
        try parquet(
            "workouts.parquet",
            shared.first + [activity, number, duration, distance, energy, attributes, original] + shared.last,
            of: [type],
            sortedBy: shared.start
        ) { _, sample, writer in
            let workout = try contents.workout(sample, [])
            try shared.append(sample, writer)
            activity.append(workout.activityName)
            number.append(Int64(workout.activityType.rawValue))
            duration.append(workout.duration)
            // In metres and kilocalories.
            let object = try contents.object(sample) as? HKWorkout
            distance.append(Self.finite(try? object?.totalDistance?.value(in: .meter())))
            energy.append(Self.finite(try? object?.totalEnergyBurned?.value(in: .kilocalorie())))
            attributes.append(pairs: workout.attributes)
            original.append(try contents.original(ofWorkout: sample))
            try writer.endRow()
        }
    }

    private static func finite(_ value: Double?) -> Double? { value.flatMap { $0.isFinite ? $0 : nil } }

    private func activities(_ type: StoreContents.SampleType) throws {
        let workoutID = ParquetUUIDColumn("workout")
        let uuid = ParquetTextColumn("uuid")
        let start = ParquetTimestampColumn("start")
        let end = ParquetTimestampColumn("end", optional: true)
        let duration = ParquetDoubleColumn("duration", optional: true)
        let (metadata, attributes) = (ParquetMapColumn("metadata"), ParquetMapColumn("attributes"))
        try parquet(
            "workout_activities.parquet", [workoutID, uuid, start, end, duration, metadata, attributes], of: [type]
        ) { _, sample, writer in
            let workout = try contents.workout(sample, .activities)
            for part in workout.activities {
                context.receipt.count(.workoutActivities)
                workoutID.append(workout.sample.uuid)
                uuid.append(part.uuid)
                start.append(seconds: part.start)
                end.append(seconds: part.end)
                duration.append(part.duration)
                metadata.append(pairs: part.metadata)
                attributes.append(pairs: part.other)
                try writer.endRow()
            }
        }
    }

    private func events(_ type: StoreContents.SampleType) throws {
        let shared = WorkoutPartColumns()
        let (duration, metadata) = (ParquetDoubleColumn("duration", optional: true), ParquetMapColumn("metadata"))
        try parquet("workout_events.parquet", shared.all + [duration, metadata], of: [type]) { _, sample, writer in
            let workout = try contents.workout(sample, [.activities, .events])
            for (activity, event) in workout.parts(workout.events, \.events) {
                context.receipt.count(.workoutEvents)
                shared.append(workout, activity: activity, type: event.type, start: event.date)
                duration.append(event.duration)
                metadata.append(pairs: event.metadata)
                try writer.endRow()
            }
        }
    }

    private func statistics(_ type: StoreContents.SampleType) throws {
        let (shared, typeNames) = (WorkoutPartColumns(), typeNames)
        let end = ParquetTimestampColumn("end")
        let unit = ParquetTextColumn("unit", optional: true)
        let figures = ["sum", "average", "minimum", "maximum"].map { ParquetDoubleColumn($0, optional: true) }
        try parquet("workout_statistics.parquet", shared.all + [end, unit] + figures, of: [type]) { _, sample, writer in
            let workout = try contents.workout(sample, [.activities, .statistics])
            for (activity, row) in workout.parts(workout.statistics, \.statistics) {
                context.receipt.count(.workoutStatistics)
                shared.append(workout, activity: activity, type: typeNames[row.type], start: row.start)
                end.append(seconds: row.end)
                unit.append(row.unit)
                for (column, value) in zip(figures, [row.sum, row.average, row.minimum, row.maximum]) {
                    column.append(value)
                }
                try writer.endRow()
            }
        }
    }

    private func zones(_ type: StoreContents.SampleType) throws {
        let workoutID = ParquetUUIDColumn("workout")
        let texts = ["type", "source", "unit"].map { ParquetTextColumn($0, optional: true) }
        let zone = ParquetIntegerColumn("zone")
        let numbers = ["minimum", "maximum", "duration"].map { ParquetDoubleColumn($0, optional: true) }
        let unit = ParquetTextColumn("duration_unit", optional: true)
        let columns = [workoutID] + texts + [zone] + numbers + [unit]
        try parquet("workout_zones.parquet", columns, of: [type]) { _, sample, writer in
            let workout = try contents.workout(sample, [])
            for group in workout.zoneGroups {
                context.receipt.count(.workoutZones)
                let shared = Dictionary(group.attributes.map { ($0.key, $0.value) }) { $1 }
                for (index, entries) in group.zones.enumerated() {
                    let values = Dictionary(entries.map { ($0.key, $0.value) }) { $1 }
                    workoutID.append(workout.sample.uuid)
                    for (column, name) in zip(texts, ["type", "source", "unit"]) { column.append(shared[name]) }
                    zone.append(Int64(index))
                    for (column, name) in zip(numbers, ["minimum", "maximum", "duration"]) {
                        column.append(values[name].flatMap(Double.init))
                    }
                    unit.append(values["durationUnit"])
                    try writer.endRow()
                }
            }
        }
    }

    private func samples(_ type: StoreContents.SampleType) throws {
        let (workoutID, uuid) = (ParquetUUIDColumn("workout"), ParquetUUIDColumn("sample"))
        let (kind, typeNames) = (ParquetTextColumn("type"), typeNames)
        try parquet("workout_samples.parquet", [workoutID, uuid, kind], of: [type]) { _, sample, writer in
            for member in try contents.samples(ofWorkout: sample) {
                context.receipt.count(.workoutSamples)
                workoutID.append(try contents.uuid(sample))
                uuid.append(try contents.uuid(member))
                kind.append(typeNames[try contents.type(member)])
                try writer.endRow()
            }
        }
    }
}

extension ParquetMapColumn {
    /// Appends entries in their order; no map if there are none.
    func append(pairs: [MetadataPair]) {
        append(pairs.isEmpty ? nil : pairs.map { ($0.key, $0.value) })
    }
}
