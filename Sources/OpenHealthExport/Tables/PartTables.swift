// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStore

/// The tables of the parts of samples other than workouts.
enum PartTables {
    static func all(_ contents: StoreContents) throws -> [ExportTable] {
        var tables: [ExportTable] = []
        for type in contents.types {
            switch type.kind {
            case .correlation: tables.append(members(type, contents))
            case .series where type.identifier == HKWorkoutRouteTypeIdentifier: tables += [routes(type), points(type)]
            case .series: tables.append(heartbeats(type))
            case .electrocardiogram: tables += [electrocardiograms(type), voltages(type)]
            case .audiogram: tables.append(tones(type))
            case .visionPrescription: tables.append(prescriptions(type))
            case .quantity:
                if try contents.hasBeats(type) { tables.append(beats(type)) }
                if try contents.hasReadings(type) { tables.append(readings(type)) }
            case .clinical, nil: tables.append(clinicalRecords(type))
            default: break
            }
        }
        return tables
    }

    /// Returns a table with rows of each sample of a type; the first column has its UUID.
    private static func table(
        _ path: String, _ key: String, _ columns: [TableColumn], _ type: StoreContents.SampleType,
        rows: @escaping @Sendable (ExportContext, RawSample, ([TableCell]) throws -> Void) throws -> Void
    ) -> ExportTable {
        ExportTable(path, [.uuid(key)] + columns) { context, add in
            try context.contents.forEach(type) { sample in
                var row: [TableCell] = []
                try rows(context, sample) { cells in
                    if row.isEmpty {
                        row = [.uuid(try context.contents.uuid(sample))] + cells
                    } else {
                        row.replaceSubrange(1..., with: cells)
                    }
                    try add(row)
                }
            }
        }
    }

    private static func name(_ type: StoreContents.SampleType) -> String {
        HealthTypes.named(type.identifier)?.swiftName ?? "unknown"
    }

    private static func members(_ type: StoreContents.SampleType, _ contents: StoreContents) -> ExportTable {
        table("correlation_members/\(name(type))", "correlation", [.uuid("sample"), .text("type")], type) {
            context, sample, add in
            for member in try context.contents.members(sample) {
                try add([
                    .uuid(try context.contents.uuid(member)), .text(try context.contents.type(member)),
                ])
            }
        }
    }

    private static func routes(_ type: StoreContents.SampleType) -> ExportTable {
        table("routes", "route", [.date("start"), .date("end"), .integer("points"), .text("workout")], type) {
            context, sample, add in
            try add([
                .date(sample.start), .date(sample.end), .integer(Int64(try context.contents.pointCount(sample))),
                .optional(try context.contents.workout(ofRoute: sample)?.uuidString),
            ])
        }
    }

    private static func points(_ type: StoreContents.SampleType) -> ExportTable {
        let columns: [TableColumn] = [
            .date("time"), .number("latitude"), .number("longitude"), .number("altitude"), .number("speed"),
            .number("course"), .number("horizontal_accuracy"), .number("vertical_accuracy"),
            .number("course_accuracy"), .number("speed_accuracy"),
        ]
        return table("route_points", "route", columns, type) { context, sample, add in
            try context.contents.forEachPoint(sample) { point in
                context.receipt.count(.routePoints)
                try add([
                    .date(point.time), .number(point.latitude), .number(point.longitude), .optional(point.altitude),
                    .optional(point.speed), .optional(point.course), .optional(point.horizontalAccuracy),
                    .optional(point.verticalAccuracy), .optional(point.courseAccuracy), .optional(point.speedAccuracy),
                ])
            }
        }
    }

    private static func heartbeats(_ type: StoreContents.SampleType) -> ExportTable {
        table("heartbeat_series", "series", [.number("time"), .truth("preceded_by_gap")], type) {
            context, sample, add in
            for beat in try context.contents.heartbeats(ofSeries: sample) {
                try add([.number(beat.time), .truth(beat.precededByGap)])
            }
        }
    }

    private static func electrocardiograms(_ type: StoreContents.SampleType) -> ExportTable {
        let columns: [TableColumn] = [
            .date("start"), .text("classification"), .number("sample_rate"), .text("unit"), .integer("measurements"),
            .number("average_heart_rate"), .integer("symptoms_status"),
            .pairs("header"),
        ]
        return table("electrocardiograms", "electrocardiogram", columns, type) { context, sample, add in
            guard let data = try context.contents.electrocardiogram(sample) else { return }
            try add([
                .date(sample.start), .optional(data.classification), .number(data.sampleRate), .text(data.unit),
                .integer(Int64(data.voltages.count)), .optional(data.averageHeartRate),
                data.symptomsStatus.map { .integer(Int64($0)) } ?? .null, .metadata(data.header),
            ])
        }
    }

    private static func voltages(_ type: StoreContents.SampleType) -> ExportTable {
        table("electrocardiogram_voltages", "electrocardiogram", [.number("time"), .number("voltage")], type) {
            context, sample, add in
            guard let data = try context.contents.electrocardiogram(sample), data.sampleRate > 0 else { return }
            for (index, voltage) in data.voltages.enumerated() {
                context.receipt.count(.voltages)
                try add([.number(Double(index) / data.sampleRate), .optional(voltage)])
            }
        }
    }

    private static func tones(_ type: StoreContents.SampleType) -> ExportTable {
        let columns: [TableColumn] = [
            .number("frequency"), .text("frequency_unit"), .number("left_ear"), .text("left_ear_unit"),
            .truth("left_ear_masked"), .number("right_ear"), .text("right_ear_unit"), .truth("right_ear_masked"),
            .pairs("attributes"),
        ]
        return table("audiogram_points", "audiogram", columns, type) { context, sample, add in
            for point in try context.contents.points(ofAudiogram: sample) {
                let values = Dictionary(point.map { ($0.key, $0.value) }) { $1 }
                func number(_ name: String) -> TableCell { .optional(values[name].flatMap(Double.init)) }
                func truth(_ name: String) -> TableCell {
                    values[name].map { .truth(StoredTone.isMasked($0)) } ?? .null
                }
                try add([
                    number("frequencyValue"), .optional(values["frequencyUnit"]), number("leftEarValue"),
                    .optional(values["leftEarUnit"]), truth("leftEarMasked"), number("rightEarValue"),
                    .optional(values["rightEarUnit"]), truth("rightEarMasked"), .metadata(point),
                ])
            }
        }
    }

    private static func prescriptions(_ type: StoreContents.SampleType) -> ExportTable {
        let columns: [TableColumn] = [
            .date("issued"), .date("expires"), .text("type"), .text("brand"), .pairs("right_eye"), .pairs("left_eye"),
            .texts("attachments"), .pairs("attributes"),
        ]
        return table("vision_prescriptions", "prescription", columns, type) { context, sample, add in
            guard let data = try context.contents.prescription(sample) else { return }
            try add([
                .date(data.dateIssued), data.expirationDate.map(TableCell.date) ?? .null, .text(data.type),
                .optional(data.brand), .metadata(data.rightEye), .metadata(data.leftEye),
                data.attachments.isEmpty ? .null : .json(.array(data.attachments.map(JSONValue.string))),
                .metadata(data.other),
            ])
        }
    }

    private static func beats(_ type: StoreContents.SampleType) -> ExportTable {
        table("heartbeats/\(name(type))", "sample", [.number("bpm"), .number("time_of_day")], type) {
            context, sample, add in
            let beats = try context.contents.beats(sample)
            if !beats.isEmpty { context.receipt.count(.heartbeats) }
            for beat in beats {
                let time = beat.centisecondOfDay
                try add([.optional(beat.bpm), time < 0 ? .null : .number(Double(time) / 100)])
            }
        }
    }

    private static func readings(_ type: StoreContents.SampleType) -> ExportTable {
        table("quantity_series/\(name(type))", "sample", [.date("start"), .date("end"), .number("value")], type) {
            context, sample, add in
            for reading in try context.contents.readings(sample) {
                context.receipt.count(.quantitySeries)
                try add([.date(reading.start), .date(reading.end), .number(reading.value)])
            }
        }
    }

    private static func clinicalRecords(_ type: StoreContents.SampleType) -> ExportTable {
        let columns: [TableColumn] = [
            .date("received"), .text("fhir_type"), .text("identifier"), .text("source_url"), .text("fhir_version"),
            .text("resource"),
        ]
        let path = "clinical_records/\(HealthTypes.named(type.identifier)?.swiftName ?? "others")"
        return table(path, "sample", columns, type) { context, sample, add in
            guard let record = try context.contents.clinicalRecord(sample) else { return }
            try add([
                .date(record.receivedDate), .text(record.type), .text(record.identifier), .text(record.sourceURL),
                .text(record.fhirVersion), .optional(record.resource.map { String(decoding: $0, as: UTF8.self) }),
            ])
        }
    }
}
