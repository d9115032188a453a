// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStore

/// The table of the samples of a type.
enum SampleTable {
    /// The columns, which are the same for all types.
    static let columns = [
        "uuid", "type", "start", "end", "created", "time_zone", "value", "unit", "value_name", "original_value",
        "original_unit", "source", "bundle_identifier", "source_version", "product_type", "operating_system",
        "device_name", "device_manufacturer", "device_model", "device_hardware", "device_firmware", "device_software",
        "device_local_identifier", "device_udi", "device_other", "metadata", "detail",
    ]

    static func table(_ type: StoreContents.SampleType) -> ExportTable {
        let kind = ExportKind(type)
        return ExportTable("samples/\(fileName(type.identifier))", columns) { context, add in
            try context.contents.forEach(type) { sample in
                try context.advance()
                try add(cells(sample, type, context.contents))
                context.receipt.count(type: type.identifier, kind)
                if sample.metadata >= 0 {
                    context.receipt.count(.metadata, times: try context.contents.metadata(sample).count)
                }
            }
        }
    }

    /// Returns the name of the file of a type: its short name. Unknown types can have any name.
    private static func fileName(_ identifier: String) -> String {
        let name = HealthTypes.named(identifier)?.swiftName ?? identifier
        let plain = String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }.prefix(100))
        return plain.isEmpty ? "unnamed" : plain
    }

    private static func cells(
        _ sample: RawSample, _ type: StoreContents.SampleType, _ contents: StoreContents
    ) throws -> [TableCell] {
        let written = try contents.written(sample)
        let origin = try contents.origin(sample)
        let metadata = try contents.metadata(sample)
        let device = origin.device
        // The stored value of other kinds only tells samples of one start apart.
        let hasValue = type.kind == nil || type.kind == .quantity || type.kind == .category
        let value = hasValue && !sample.value.isNaN ? sample.value : nil
        let isQuantity = type.kind != .category
        let original = value.flatMap { isQuantity ? written.approximate($0) : nil }
        return [
            .text(try contents.uuid(sample).uuidString), .text(type.identifier), .date(sample.start), .date(sample.end),
            sample.lag.map { .date(sample.start + Double($0)) } ?? .null,
            .optional(metadata.first { $0.key == HKMetadataKeyTimeZone }?.value), .optional(value),
            .optional(value == nil ? nil : written.storedUnit),
            .optional(sample.text ?? value.flatMap(written.name)), .optional(original),
            .optional(original == nil ? nil : written.unit), .text(origin.name), .optional(origin.bundleIdentifier),
            .optional(origin.version), .optional(origin.productType), .optional(origin.operatingSystem),
            .optional(device?.name), .optional(device?.manufacturer), .optional(device?.model),
            .optional(device?.hardware), .optional(device?.firmware), .optional(device?.software),
            .optional(device?.localIdentifier), .optional(device?.udiDeviceIdentifier), .metadata(device?.other ?? []),
            .metadata(metadata), sample.saved?.detail.flatMap(JSONValue.init).map(TableCell.json) ?? .null,
        ]
    }
}
