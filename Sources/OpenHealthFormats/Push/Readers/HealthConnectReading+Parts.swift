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
            builder.refuse("it has no valid time", at: record.pointer)
            return nil
        }
        guard let end = record.end("end_time", start: start) else {
            builder.refuse("its end_time is not a date", at: record.pointer + "/end_time")
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
        if let device = data?["device"] {
            let known = DeviceData(manufacturer: device.text("manufacturer"), model: device.text("model"))
            if known != DeviceData() { source.device = known }
        }
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

    mutating func value(_ record: PushJSON, _ field: String) -> Double? {
        guard let value = record.number(field) else {
            builder.refuse("\(field) is not a number", at: record.pointer + "/" + field)
            return nil
        }
        return value
    }
}
