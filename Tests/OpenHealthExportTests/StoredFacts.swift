// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStore

/// The facts of a store that an export contains, as text: those of a store and of its copy are equal.
enum StoredFacts {
    /// Returns a line for each sample with its parts, sorted.
    static func lines(_ database: HealthDatabase) throws -> [String] {
        try StoreContents.read(database, ContentSelection()) { contents in
            var lines: [String] = []
            for type in contents.types {
                try contents.forEach(type) { sample in
                    if let line = try self.line(sample, type, contents) { lines.append(line) }
                }
            }
            lines += try contents.activitySummaries().map { "\($0.day) \($0.values)" }
            return lines.sorted()
        }
    }

    private static func line(
        _ sample: RawSample, _ type: StoreContents.SampleType, _ contents: StoreContents
    ) throws -> String? {
        var parts = [type.identifier] + (try base(sample, contents))
        switch type.kind {
        case .quantity, .category:
            parts += try contents.beats(sample).map { "\($0)" }
        case nil:
            if let record = try contents.clinicalRecord(sample) { parts.append(clinical(record)) }
        case .clinical:
            parts = [type.identifier] + (try contents.clinicalRecord(sample).map { [clinical($0)] } ?? [])
        case .correlation:
            parts += try contents.members(sample).map { try base($0, contents).joined(separator: " ") }.sorted()
        case .workout:
            parts += try workout(sample, contents)
        case .audiogram:
            parts += try contents.points(ofAudiogram: sample).map { "\($0)" }
        case .visionPrescription:
            let data = try contents.prescription(sample)
            parts = [
                type.identifier, "\(sample.start.rounded(.down))", "\(data?.type ?? "")", "\(data?.brand ?? "")",
                "\(data?.rightEye ?? [])", "\(data?.leftEye ?? [])", "\(data?.attachments ?? [])",
                "\(data?.expirationDate?.rounded(.down) ?? 0)",
            ]
        case .electrocardiogram:
            let data = try contents.electrocardiogram(sample)
            parts = [
                type.identifier, "\(sample.start.rounded(.down))", "\(data?.sampleRate ?? 0)",
                "\(data?.voltages ?? [])",
            ]
        case .series where type.identifier == HKWorkoutRouteTypeIdentifier:
            guard try contents.hasWorkout(sample) else { return nil }
            try contents.forEachPoint(sample) { point in
                parts.append(
                    "\(point.time) \(point.latitude) \(point.longitude) \(point.altitude) \(point.speed) "
                        + "\(point.course) \(point.horizontalAccuracy) \(point.verticalAccuracy)")
            }
        default: return nil
        }
        return parts.joined(separator: " | ")
    }

    private static func base(_ sample: RawSample, _ contents: StoreContents) throws -> [String] {
        let origin = try contents.origin(sample)
        let metadata = try contents.metadata(sample).filter { !$0.key.hasPrefix("@") }
        return [
            "\(sample.start.rounded(.down))", "\(sample.end.rounded(.down))", "\(sample.value)", sample.text ?? "-",
            SourceIdentity.normalised(origin.name), origin.version ?? "-", "\(origin.device.map { "\($0)" } ?? "-")",
            metadata.map { "\(ExportText.carried($0.key))=\(ExportText.carried($0.value))" }.sorted().joined(
                separator: ";"),
            sample.lag.map { "\((sample.start + Double($0)).rounded(.down))" } ?? "-",
        ]
    }

    private static func clinical(_ record: ClinicalRecordData) -> String {
        "\(record.type) \(record.identifier) \(record.sourceURL) \(record.fhirVersion) \(record.receivedDate.rounded(.down)) "
            + "\(record.resource?.base64EncodedString() ?? "-")"
    }

    private static func workout(_ sample: RawSample, _ contents: StoreContents) throws -> [String] {
        let workout = try contents.workout(sample)
        var parts = [workout.activityName, "\(workout.duration)"]
        parts += workout.events.map(event)
        parts += workout.statistics.map(statistics)
        for activity in workout.activities {
            parts.append(
                "\(activity.uuid) \(activity.start.rounded(.down)) \(activity.end?.rounded(.down) ?? 0) "
                    + "\(activity.duration ?? 0) \(activity.metadata)")
            parts += activity.events.map(event) + activity.statistics.map(statistics)
        }
        parts += workout.zoneGroups.map { "\($0)" }
        parts += try contents.samples(ofWorkout: sample).map { try base($0, contents).joined(separator: " ") }.sorted()
        parts.append("routes \(try contents.routes(ofWorkout: sample).count)")
        return parts
    }

    private static func event(_ event: WorkoutEventData) -> String {
        "\(event.type) \(event.date.rounded(.down)) \(event.duration ?? 0) \(event.metadata.filter { !$0.key.hasPrefix("@") })"
    }

    private static func statistics(_ figures: WorkoutStatisticsData) -> String {
        "\(figures.type) \(figures.start.rounded(.down)) \(figures.end.rounded(.down)) \(figures.unit ?? "-") "
            + "\(figures.sum ?? .nan) \(figures.average ?? .nan) \(figures.minimum ?? .nan) \(figures.maximum ?? .nan)"
    }
}
