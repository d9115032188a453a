// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import OpenHealthModel
import OpenHealthStore

/// The files of correlations, hearing tests, prescriptions, clinical records, activity summaries,
/// characteristics and sources.
struct RecordFiles: ParquetFiles {
    let context: ExportContext

    func write() throws {
        try correlations(contents.types.filter { $0.kind == .correlation })
        try clinicalRecords(contents.types.filter { $0.kind == .clinical || $0.kind == nil })
        for type in contents.types where type.kind == .audiogram { try tones(type) }
        for type in contents.types where type.kind == .visionPrescription { try prescriptions(type) }
        try summaries()
        try characteristics()
        try sources()
    }

    private func characteristics() throws {
        let pairs = try contents.characteristics()
        if pairs.isEmpty { return }
        let (name, value) = (ParquetTextColumn("name"), ParquetTextColumn("value"))
        try context.parquet("characteristics.parquet", [name, value]) { writer in
            for pair in pairs {
                context.receipt.count(.characteristics)
                name.append(pair.key)
                value.append(pair.value)
                try writer.endRow()
            }
        }
    }

    private func correlations(_ types: [StoreContents.SampleType]) throws {
        let typeNames = typeNames
        let (correlation, uuid) = (ParquetUUIDColumn("correlation"), ParquetUUIDColumn("sample"))
        let (outer, kind) = (ParquetTextColumn("correlation_type"), ParquetTextColumn("type"))
        let (start, end) = (ParquetTimestampColumn("start"), ParquetTimestampColumn("end"))
        let value = ParquetDoubleColumn("value", optional: true)
        let columns = [correlation, outer, uuid, kind, start, end, value]
        try parquet("correlations.parquet", columns, of: types) { type, sample, writer in
            for member in try contents.members(sample) {
                correlation.append(try contents.uuid(sample))
                outer.append(typeNames[type.identifier])
                uuid.append(try contents.uuid(member))
                kind.append(typeNames[try contents.type(member)])
                start.append(seconds: member.start)
                end.append(seconds: member.end)
                value.append(member.value.isNaN ? nil : member.value)
                try writer.endRow()
            }
        }
    }

    private func clinicalRecords(_ types: [StoreContents.SampleType]) throws {
        let typeNames = typeNames
        let uuid = ParquetUUIDColumn("sample")
        let (kind, fhirType, identifier) = (
            ParquetTextColumn("type"), ParquetTextColumn("fhir_type"), ParquetTextColumn("identifier")
        )
        let received = ParquetTimestampColumn("received")
        let (url, version) = (ParquetTextColumn("source_url"), ParquetTextColumn("fhir_version"))
        let resource = ParquetTextColumn("resource", optional: true)
        let columns = [uuid, kind, fhirType, identifier, received, url, version, resource]
        try parquet("clinical_records.parquet", columns, of: types) { type, sample, writer in
            guard let record = try contents.clinicalRecord(sample) else { return }
            uuid.append(try contents.uuid(sample))
            kind.append(typeNames[type.identifier])
            fhirType.append(record.type)
            identifier.append(record.identifier)
            received.append(seconds: record.receivedDate)
            url.append(record.sourceURL)
            version.append(record.fhirVersion)
            resource.append(record.resource.map { String(decoding: $0, as: UTF8.self) })
            try writer.endRow()
        }
    }

    private func tones(_ type: StoreContents.SampleType) throws {
        let place = ElementColumns(of: "audiogram")
        let attributes = ParquetMapColumn("attributes")
        try parquet("audiogram_points.parquet", place.all + [attributes], of: [type]) { _, sample, writer in
            for (index, point) in try contents.points(ofAudiogram: sample).enumerated() {
                place.append(try contents.uuid(sample), index)
                attributes.append(pairs: point)
                try writer.endRow()
            }
        }
    }

    private func prescriptions(_ type: StoreContents.SampleType) throws {
        let uuid = ParquetUUIDColumn("prescription")
        let issued = ParquetTimestampColumn("issued")
        let expires = ParquetTimestampColumn("expires", optional: true)
        let (kind, brand) = (ParquetTextColumn("type"), ParquetTextColumn("brand", optional: true))
        let maps = ["right_eye", "left_eye", "attributes"].map(ParquetMapColumn.init)
        let columns = [uuid, issued, expires, kind, brand] + maps
        try parquet("vision_prescriptions.parquet", columns, of: [type]) { _, sample, writer in
            guard let data = try contents.prescription(sample) else { return }
            uuid.append(try contents.uuid(sample))
            issued.append(seconds: data.dateIssued)
            expires.append(seconds: data.expirationDate)
            kind.append(data.type)
            brand.append(data.brand)
            for (map, pairs) in zip(maps, [data.rightEye, data.leftEye, data.other]) { map.append(pairs: pairs) }
            try writer.endRow()
        }
    }

    private func summaries() throws {
        let summaries = try contents.activitySummaries()
        if summaries.isEmpty { return }
        let day = ParquetDateColumn("day")
        let names = Tables.summaryColumns
        let numbers = names.filter { !$0.hasSuffix("Unit") }.map { ($0, ParquetDoubleColumn($0, optional: true)) }
        let units = names.filter { $0.hasSuffix("Unit") }.map { ($0, ParquetTextColumn($0, optional: true)) }
        let other = ParquetMapColumn("other")
        var columns: [ParquetColumn] = [day]
        for (_, column) in numbers { columns.append(column) }
        for (_, column) in units { columns.append(column) }
        columns.append(other)
        try context.parquet("activity_summaries.parquet", columns) { writer in
            for summary in summaries {
                guard let number = Self.day(summary.day) else {
                    context.receipt.omit(.activitySummaries)
                    continue
                }
                context.receipt.count(.activitySummaries)
                let values = Dictionary(summary.values.map { ($0.key, $0.value) }) { $1 }
                day.append(number)
                for (name, column) in numbers {
                    column.append(values[name].flatMap(Double.init).flatMap { $0.isFinite ? $0 : nil })
                }
                for (name, column) in units { column.append(values[name]) }
                other.append(pairs: summary.values.filter { !names.contains($0.key) })
                try writer.endRow()
            }
        }
    }

    /// Returns the number of days since 1970-01-01 of a day such as `2024-03-10`.
    private static func day(_ text: String) -> Int32? {
        let parts = text.split(separator: "-").compactMap { Int($0) }
        guard parts.count == 3, let date = try? Date("\(text)T00:00:00Z", strategy: .iso8601) else { return nil }
        // checked: the years of four digits
        return Int32((date.timeIntervalSince1970 / 86_400).rounded(.down))
    }

    private func sources() throws {
        let number = ParquetIntegerColumn("source_id")
        let name = ParquetTextColumn("source")
        let others = [
            "bundle", "version", "product_type", "operating_system", "unit", "device", "device_name", "manufacturer",
            "model", "hardware", "firmware", "software", "local_identifier", "udi",
        ].map { ParquetTextColumn($0, optional: true) }
        try context.parquet("sources.parquet", [number, name] + others) { writer in
            for (key, origin) in try contents.origins() {
                number.append(key)
                name.append(origin.name)
                let device = origin.device
                let texts = [
                    origin.bundleIdentifier, origin.version, origin.productType, origin.operatingSystem, origin.unit,
                    SampleColumns.deviceName(device), device?.name, device?.manufacturer, device?.model,
                    device?.hardware,
                    device?.firmware, device?.software, device?.localIdentifier, device?.udiDeviceIdentifier,
                ]
                for (column, text) in zip(others, texts) { column.append(text) }
                try writer.endRow()
            }
        }
    }
}
