// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import OpenHealthModel
import OpenHealthStore

/// The files of samples with many measurements: routes, electrocardiograms and beats.
struct SeriesFiles: ParquetFiles {
    let context: ExportContext

    func write() throws {
        for type in contents.types {
            switch type.kind {
            case .series where type.identifier == HKWorkoutRouteTypeIdentifier:
                try routes(type)
                try points(type)
            case .electrocardiogram:
                try electrocardiograms(type)
                try voltages(type)
            default: break
            }
        }
        try beats()
    }

    private func routes(_ type: StoreContents.SampleType) throws {
        let shared = SampleColumns(contents)
        let workout = ParquetUUIDColumn("workout", optional: true)
        let points = ParquetIntegerColumn("points")
        try parquet(
            "routes.parquet", shared.first + [workout, points] + shared.last, of: [type], sortedBy: shared.start
        ) { _, sample, writer in
            try shared.append(sample, writer)
            workout.append(try contents.workout(ofRoute: sample))
            points.append(Int64(try contents.pointCount(sample)))
            try writer.endRow()
        }
    }

    private func points(_ type: StoreContents.SampleType) throws {
        let route = ParquetUUIDColumn("route")
        let time = ParquetTimestampColumn("time")
        let (latitude, longitude) = (ParquetDoubleColumn("latitude"), ParquetDoubleColumn("longitude"))
        let others = [
            "altitude", "speed", "course", "horizontal_accuracy", "vertical_accuracy", "course_accuracy",
            "speed_accuracy",
        ].map { ParquetDoubleColumn($0, optional: true) }
        let columns = [route, time, latitude, longitude] + others
        try parquet("route_points.parquet", columns, of: [type]) { _, sample, writer in
            let uuid = try contents.uuid(sample)
            try contents.forEachPoint(sample) { point in
                context.receipt.count(.routePoints)
                route.append(uuid)
                time.append(seconds: point.time)
                latitude.append(point.latitude)
                longitude.append(point.longitude)
                let values = [
                    point.altitude, point.speed, point.course, point.horizontalAccuracy, point.verticalAccuracy,
                    point.courseAccuracy ?? .nan, point.speedAccuracy ?? .nan,
                ]
                for (column, value) in zip(others, values) { column.append(value.isNaN ? nil : value) }
                try writer.endRow()
            }
        }
    }

    private func electrocardiograms(_ type: StoreContents.SampleType) throws {
        let shared = SampleColumns(contents)
        let classification = ParquetTextColumn("classification", optional: true)
        let rate = ParquetDoubleColumn("sample_rate")
        let unit = ParquetTextColumn("unit")
        let count = ParquetIntegerColumn("measurements")
        let heartRate = ParquetDoubleColumn("average_heart_rate", optional: true)
        let symptoms = ParquetIntegerColumn("symptoms_status", optional: true)
        let header = ParquetMapColumn("header")
        try parquet(
            "electrocardiograms.parquet",
            shared.first + [classification, rate, unit, count, heartRate, symptoms, header] + shared.last, of: [type],
            sortedBy: shared.start
        ) { _, sample, writer in
            guard let data = try contents.electrocardiogram(sample) else { return }
            try shared.append(sample, writer)
            classification.append(data.classification)
            rate.append(data.sampleRate)
            unit.append(data.unit)
            count.append(Int64(data.voltages.count))
            heartRate.append(data.averageHeartRate)
            symptoms.append(data.symptomsStatus.map(Int64.init))
            header.append(pairs: data.header)
            try writer.endRow()
        }
    }

    private func voltages(_ type: StoreContents.SampleType) throws {
        let place = ElementColumns(of: "electrocardiogram")
        let voltage = ParquetDoubleColumn("voltage")
        try parquet("electrocardiogram_voltages.parquet", place.all + [voltage], of: [type]) { _, sample, writer in
            let uuid = try contents.uuid(sample)
            let voltages = try contents.electrocardiogram(sample)?.voltages ?? []
            for (index, value) in voltages.enumerated() {
                place.append(uuid, index)
                voltage.append(value)
                try writer.endRow()
            }
            context.receipt.count(.voltages, times: voltages.count)
        }
    }

    private func beats() throws {
        let types = try contents.types.filter { try $0.kind == .quantity && contents.hasBeats($0) }
        let place = ElementColumns(of: "sample")
        let rate = ParquetDoubleColumn("beats_per_minute", optional: true)
        let time = ParquetDoubleColumn("time_of_day", optional: true)
        try parquet("beats.parquet", place.all + [rate, time], of: types) { _, sample, writer in
            let beats = try contents.beats(sample)
            if beats.isEmpty { return }
            context.receipt.count(.heartbeats)
            let uuid = try contents.uuid(sample)
            for (index, beat) in beats.enumerated() {
                place.append(uuid, index)
                rate.append(beat.bpm.isNaN ? nil : beat.bpm)
                time.append(beat.centisecondOfDay < 0 ? nil : Double(beat.centisecondOfDay) / 100)
                try writer.endRow()
            }
        }
    }
}

/// The files of series that apps saved: the readings of quantities, and heartbeats.
struct ReadingFiles: ParquetFiles {
    let context: ExportContext

    func write() throws {
        try readings(contents.types.filter { try $0.kind == .quantity && contents.hasReadings($0) })
        try beats(contents.types.filter { $0.identifier == HKDataTypeIdentifierHeartbeatSeries })
    }

    private func readings(_ types: [StoreContents.SampleType]) throws {
        if types.isEmpty { return }
        let typeNames = typeNames
        let (uuid, kind) = (ParquetUUIDColumn("sample"), ParquetTextColumn("type"))
        let (start, end) = (ParquetTimestampColumn("start"), ParquetTimestampColumn("end"))
        let (value, unit) = (ParquetDoubleColumn("value"), ParquetTextColumn("unit", optional: true))
        try context.parquet("quantity_series.parquet", [uuid, kind, start, end, value, unit]) { writer in
            for type in types {
                let name = try contents.unit(type)
                try contents.forEach(type) { sample in
                    guard try contents.hasReadings(sample) else { return }
                    let identity = try contents.uuid(sample)
                    for reading in try contents.readings(sample) {
                        context.receipt.count(.quantitySeries)
                        uuid.append(identity)
                        kind.append(typeNames[type.identifier])
                        start.append(seconds: reading.start)
                        end.append(seconds: reading.end)
                        value.append(reading.value)
                        unit.append(name)
                        try writer.endRow()
                    }
                }
            }
        }
    }

    private func beats(_ types: [StoreContents.SampleType]) throws {
        let uuid = ParquetUUIDColumn("series")
        let time = ParquetDoubleColumn("time")
        let gap = ParquetBooleanColumn("preceded_by_gap")
        try parquet("heartbeat_series.parquet", [uuid, time, gap], of: types) { _, sample, writer in
            let identity = try contents.uuid(sample)
            for beat in try contents.heartbeats(ofSeries: sample) {
                uuid.append(identity)
                time.append(beat.time)
                gap.append(beat.precededByGap)
                try writer.endRow()
            }
        }
    }
}
