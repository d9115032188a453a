// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

extension HealthConnectReading {
    /// The name of the format in derived UUIDs.
    private static let format = "health-connect"

    /// Returns the dates, source and identity of a record; refuses it if it has no valid dates.
    /// - Parameter isSeries: Whether other readings have the identifier of the record.
    mutating func reading(_ record: PushJSON, isSeries: Bool = false) -> PushBuilder.Reading? {
        guard let start = record.instant("start_time") ?? record.instant("time") else {
            if let key = ["start_time", "time"].first(where: record.has) {
                refuse(key, "is not a date", record)
            } else {
                builder.refuse("it has no time", at: record.pointer)
            }
            return nil
        }
        guard let end = record.end("end_time", start: start) else {
            refuse("end_time", "is not a date", record)
            return nil
        }
        var reading = facts(record, start: start, end: end)
        if isSeries {
            reading.uuid = identifier(record).map {
                PushIdentity.uuid(of: $0, in: Self.format, part: "\(start)")
            }
        }
        return reading
    }

    /// Returns the source, metadata and identity of a record.
    func facts(_ record: PushJSON, start: Double, end: Double) -> PushBuilder.Reading {
        let data = record["metadata"]
        let origin = data?.text("data_origin") ?? record.text("source")
        var source = ProvenanceData(sourceName: origin ?? "Health Connect", bundleIdentifier: origin)
        // Equal records of a phone and a watch have the same origin.
        let device = data?["device"].map {
            DeviceData(manufacturer: $0.text("manufacturer"), model: $0.text("model"))
        }
        if let device, device != DeviceData() { source.device = device } else { source.missing = [.device] }
        var metadata: [MetadataPair] = []
        if let method = data?["recording_method"]?.metadataText?.lowercased(),
            method == "3" || method.contains("manual")
        {
            metadata.append(MetadataPair(key: HKMetadataKeyWasUserEntered, value: "1"))
        }
        let offset =
            data?.number("instant_zone_offset_seconds")
            ?? data?["interval_zone_offset"]?.number("start_zone_offset_seconds")
        if let zone = offset.flatMap({ Int(exactly: $0) }).flatMap(PushInstant.zone(seconds:)) {
            metadata.append(MetadataPair(key: HKMetadataKeyTimeZone, value: zone))
        }
        var reading = PushBuilder.Reading(
            start: start, end: end, source: source, metadata: metadata, place: record.place, index: record.index)
        reading.uuid = identifier(record).map { PushIdentity.uuid(of: $0, in: Self.format) }
        reading.updated =
            data?.instant("last_modified_time") ?? record.instant("updated_at") ?? record.instant("sleep_updated_at")
        return reading
    }

    private func identifier(_ record: PushJSON) -> String? { record["metadata"]?.text("id") ?? record.text("uuid") }

    /// Returns whether a record is a total that the app computed: those have no metadata.
    func isTotal(_ record: PushJSON) -> Bool { record["metadata"] == nil && identifier(record) == nil }

    /// The length from which records without metadata are totals, in seconds. Apps write records of some minutes.
    static let shortestTotal = 3600.0

    /// Returns the interval of a total; nil for one of some minutes, which can be a record of an older version of the app, which sends no metadata.
    ///
    /// The total of the day so far ends with the time of the push, and the first one begins with the time of the push some days before, so that
    /// it is only a part of its day.
    func totalInterval(_ reading: PushBuilder.Reading) -> AggregatedPoint.Interval? {
        let length = reading.end - reading.start
        guard length >= Self.shortestTotal else { return nil }
        let isRest = totalStarts.contains { $0 != reading.start && ($0 - reading.end).magnitude < 1 }
        return length == Self.shortestTotal || isRest && length < 22.5 * 3600 ? .hours : .days
    }

    mutating func value(_ record: PushJSON, _ field: String) -> Double? {
        if let value = record.number(field) { return value }
        if record.has(field) {
            refuse(field, "is not a number", record)
        } else {
            builder.refuse("it has no \(written(field))", at: "\(record.pointer)/\(written(field))")
        }
        return nil
    }

    /// Refuses a record because of a field, by the name that the app wrote.
    mutating func refuse(_ field: String, _ problem: String, _ record: PushJSON) {
        builder.refuse("\(written(field)) \(problem)", at: "\(record.pointer)/\(written(field))")
    }
}
