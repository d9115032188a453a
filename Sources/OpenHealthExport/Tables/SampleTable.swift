// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStore

/// The table of the samples of a type.
struct SampleTable: Sendable {
    let type: StoreContents.SampleType

    /// The columns, which are the same for all types.
    static let columns: [TableColumn] =
        [
            .uuid("uuid"), .text("type"), .date("start"), .date("end"), .date("created"), .text("time_zone"),
            .number("value"), .text("unit"), .text("value_name"), .number("original_value"), .text("original_unit"),
        ] + originColumns + [.pairs("metadata"), .json("detail")]

    private static let originColumns: [TableColumn] = [
        .text("source"), .text("bundle_identifier"), .text("source_version"), .text("product_type"),
        .text("operating_system"), .text("device_name"), .text("device_manufacturer"), .text("device_model"),
        .text("device_hardware"), .text("device_firmware"), .text("device_software"), .text("device_local_identifier"),
        .text("device_udi"), .pairs("device_other"),
    ]

    // The places of columns.
    fileprivate static let (typeColumn, start, end, created, timeZone, value) = (1, 2, 3, 4, 5, 6)
    fileprivate static let (unit, valueName, originalValue, originalUnit) = (7, 8, 9, 10)
    fileprivate static let (origin, metadata, detail) = (11, 11 + originColumns.count, 12 + originColumns.count)

    /// The number of samples after which the reading of the first rows is interrupted, if the export has ended.
    private static let samplesBetweenChecks = 4096

    /// The path without a suffix: the short name of the type. Unknown types can have any name.
    var path: String {
        let name = HealthTypes.named(type.identifier)?.swiftName ?? type.identifier
        let plain = String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }.prefix(100))
        return "samples/" + (plain.isEmpty ? "unnamed" : plain)
    }

    /// Notes the rows that decide the types of columns. Only samples that differ from those before are looked at.
    func decide(
        _ context: ExportContext, _ encoder: TableEncoder, _ first: inout FirstRows, _ number: inout Int
    ) throws {
        struct Decided: Error {}
        let rows = SampleRows(context.contents, type, encoder)
        var origins: Set<Int64> = []
        var (latestOrigin, latestMetadata): (Int64, Int64) = (-1, -1)
        do {
            try context.contents.forEach(type) { sample in
                defer { number += 1 }
                if number % Self.samplesBetweenChecks == 0 { try context.meter.check() }
                var isNew = false
                if sample.provenance != latestOrigin {
                    latestOrigin = sample.provenance
                    isNew = origins.insert(latestOrigin).inserted
                }
                if sample.metadata >= 0, sample.metadata != latestMetadata,
                    !first.isDecided(Self.timeZone) || !first.isDecided(Self.metadata)
                {
                    latestMetadata = sample.metadata
                    isNew = true
                }
                isNew =
                    isNew || (sample.lag != nil && !first.isDecided(Self.created))
                    || (rows.hasValue && !sample.value.isNaN && !first.isDecided(Self.value))
                    || ((sample.text != nil || rows.hasNames) && !first.isDecided(Self.valueName))
                    || (sample.saved?.detail != nil && !first.isDecided(Self.detail))
                guard isNew else { return first.noteRow() }
                first.note(try rows.cells(sample), number, encoder)
                if first.isComplete { throw Decided() }
            }
        } catch is Decided {}
    }

    /// Appends the rows.
    /// - Parameter added: Called after each row, with the place at which it begins.
    func append(
        _ context: ExportContext, _ encoder: TableEncoder, _ bytes: inout TableBytes,
        _ added: (inout TableBytes, Int) throws -> Void
    ) throws {
        let rows = SampleRows(context.contents, type, encoder)
        var (count, metadataCount) = (0, 0)
        try context.contents.forEach(type) { sample in
            try context.advance()
            let start = bytes.count
            metadataCount += try rows.append(sample, to: &bytes)
            count += 1
            try added(&bytes, start)
        }
        context.receipt.count(type: type.identifier, ExportKind(type), times: count)
        context.receipt.count(.metadata, times: metadataCount)
    }
}

/// The rows of the samples of a type. What samples share (origins, metadata, units) is encoded once.
private final class SampleRows {
    /// Whether the samples have a value. The stored value of other kinds only tells samples of one start apart.
    let hasValue: Bool
    /// Whether the values have names.
    let hasNames: Bool

    private struct SharedMetadata {
        var timeZone: [UInt8]
        var pairs: [UInt8]
        var count: Int
    }

    private struct Units {
        var unit: [UInt8]
        var originalUnit: [UInt8]
    }

    private let contents: StoreContents
    private let type: StoreContents.SampleType
    private let encoder: TableEncoder
    private let typeText: [UInt8]
    private let noUnits: Units
    private let noName: [UInt8]
    private let noMetadata: SharedMetadata
    private var origins: [Int64: [UInt8]] = [:]
    private var latestOrigin: (number: Int64, bytes: [UInt8])?
    private var metadata: [Int64: SharedMetadata] = [:]
    private var latestUnits: (number: Int, units: Units)?
    private var names: [Double: [UInt8]] = [:]

    /// The maximum number of metadata dictionaries that are kept.
    private static let maximumMetadata = 4096

    init(_ contents: StoreContents, _ type: StoreContents.SampleType, _ encoder: TableEncoder) {
        self.contents = contents
        self.type = type
        self.encoder = encoder
        hasValue = type.kind == nil || type.kind == .quantity || type.kind == .category
        hasNames = type.kind == .category
        typeText = Self.encoded([.text(type.identifier)], SampleTable.typeColumn, encoder)
        noUnits = Units(
            unit: Self.encoded([.null], SampleTable.unit, encoder),
            originalUnit: Self.encoded([.null], SampleTable.originalUnit, encoder))
        noName = Self.encoded([.null], SampleTable.valueName, encoder)
        noMetadata = SharedMetadata(
            timeZone: Self.encoded([.null], SampleTable.timeZone, encoder),
            pairs: Self.encoded([.null], SampleTable.metadata, encoder), count: 0)
    }

    /// Returns the bytes of consecutive values, beginning with those of a column.
    private static func encoded(_ cells: [TableCell], _ column: Int, _ encoder: TableEncoder) -> [UInt8] {
        var bytes = TableBytes(small: ())
        encoder.append(cells[...], SampleTable.columns[column..<column + cells.count], to: &bytes)
        return bytes.bytes
    }

    /// Appends a row.
    /// - Returns: The number of entries of the metadata.
    func append(_ sample: RawSample, to bytes: inout TableBytes) throws -> Int {
        let columns = SampleTable.columns
        let isJSON = encoder == .ndjson
        func appendDate(_ seconds: Double, _ column: Int) {
            encoder.append(beginningOf: columns[column], to: &bytes)
            if isJSON { bytes.append(0x22) }
            bytes.append(date: seconds)
            if isJSON { bytes.append(0x22) }
        }
        encoder.begin(&bytes)
        encoder.append(beginningOf: columns[0], isFirst: true, to: &bytes)
        if isJSON { bytes.append(0x22) }
        bytes.append(uuid: try contents.uuid(sample))
        if isJSON { bytes.append(0x22) }
        bytes.append(typeText)
        appendDate(sample.start, SampleTable.start)
        appendDate(sample.end, SampleTable.end)
        if let lag = sample.lag {
            appendDate(sample.start + Double(lag), SampleTable.created)
        } else {
            encoder.append(beginningOf: columns[SampleTable.created], to: &bytes)
            encoder.append(.null, columns[SampleTable.created], to: &bytes)
        }
        let shared = try sharedMetadata(sample.metadata)
        bytes.append(shared.timeZone)
        try appendValue(sample, to: &bytes)
        bytes.append(try origin(sample.provenance))
        bytes.append(shared.pairs)
        encoder.append(beginningOf: columns[SampleTable.detail], to: &bytes)
        encoder.append(Self.detail(sample), columns[SampleTable.detail], to: &bytes)
        encoder.end(&bytes)
        return shared.count
    }

    /// Appends the value, its unit and name, and the original value and unit.
    private func appendValue(_ sample: RawSample, to bytes: inout TableBytes) throws {
        let columns = SampleTable.columns
        let written = try contents.written(sample)
        let value = hasValue && !sample.value.isNaN ? sample.value : nil
        encoder.append(beginningOf: columns[SampleTable.value], to: &bytes)
        let first = bytes.count
        encoder.append(.optional(value), columns[SampleTable.value], to: &bytes)
        let place = first..<bytes.count
        let units = value == nil ? noUnits : units(written)
        bytes.append(units.unit)
        if let text = sample.text {
            bytes.append(Self.encoded([.text(text)], SampleTable.valueName, encoder))
        } else if let value, hasNames {
            bytes.append(name(value, written))
        } else {
            bytes.append(noName)
        }
        encoder.append(beginningOf: columns[SampleTable.originalValue], to: &bytes)
        let original = hasNames ? nil : value.flatMap(written.approximate)
        if let original, original == value {
            bytes.append(again: place)
        } else {
            encoder.append(.optional(original), columns[SampleTable.originalValue], to: &bytes)
        }
        bytes.append(original == nil ? noUnits.originalUnit : units.originalUnit)
    }

    private func units(_ written: WrittenValue) -> Units {
        if let latestUnits, latestUnits.number == written.number { return latestUnits.units }
        let units = Units(
            unit: Self.encoded([.optional(written.storedUnit)], SampleTable.unit, encoder),
            originalUnit: Self.encoded([.optional(written.unit)], SampleTable.originalUnit, encoder))
        latestUnits = (written.number, units)
        return units
    }

    private func name(_ value: Double, _ written: WrittenValue) -> [UInt8] {
        if let known = names[value] { return known }
        let name = Self.encoded([.optional(written.name(value))], SampleTable.valueName, encoder)
        names[value] = name
        return name
    }

    private func origin(_ number: Int64) throws -> [UInt8] {
        if let latestOrigin, latestOrigin.number == number { return latestOrigin.bytes }
        let bytes =
            try origins[number]
            ?? Self.encoded(Self.originCells(contents.origin(number: number)), SampleTable.origin, encoder)
        origins[number] = bytes
        latestOrigin = (number, bytes)
        return bytes
    }

    private func sharedMetadata(_ number: Int64) throws -> SharedMetadata {
        if number < 0 { return noMetadata }
        if let known = metadata[number] { return known }
        let pairs = try contents.metadata(number: number).pairs
        let shared = SharedMetadata(
            timeZone: Self.encoded([Self.timeZone(pairs)], SampleTable.timeZone, encoder),
            pairs: Self.encoded([.metadata(pairs)], SampleTable.metadata, encoder), count: pairs.count)
        if metadata.count >= Self.maximumMetadata { metadata.removeAll(keepingCapacity: true) }
        metadata[number] = shared
        return shared
    }

    // MARK: Values

    /// Returns the values of all columns.
    func cells(_ sample: RawSample) throws -> [TableCell] {
        let written = try contents.written(sample)
        let metadata = try contents.metadata(sample)
        let value = hasValue && !sample.value.isNaN ? sample.value : nil
        let original = hasNames ? nil : value.flatMap(written.approximate)
        let first: [TableCell] = [
            .text(try contents.uuid(sample).uuidString), .text(type.identifier), .date(sample.start), .date(sample.end),
            sample.lag.map { .date(sample.start + Double($0)) } ?? .null, Self.timeZone(metadata), .optional(value),
            .optional(value == nil ? nil : written.storedUnit),
            .optional(sample.text ?? (hasNames ? value.flatMap(written.name) : nil)), .optional(original),
            .optional(original == nil ? nil : written.unit),
        ]
        return first + Self.originCells(try contents.origin(sample)) + [.metadata(metadata), Self.detail(sample)]
    }

    private static func originCells(_ origin: Origin) -> [TableCell] {
        let device = origin.device
        return [
            .text(origin.name), .optional(origin.bundleIdentifier), .optional(origin.version),
            .optional(origin.productType), .optional(origin.operatingSystem), .optional(device?.name),
            .optional(device?.manufacturer), .optional(device?.model), .optional(device?.hardware),
            .optional(device?.firmware), .optional(device?.software), .optional(device?.localIdentifier),
            .optional(device?.udiDeviceIdentifier), .metadata(device?.other ?? []),
        ]
    }

    private static func timeZone(_ pairs: [MetadataPair]) -> TableCell {
        .optional(pairs.first { $0.key == HKMetadataKeyTimeZone }?.value)
    }

    private static func detail(_ sample: RawSample) -> TableCell {
        sample.saved?.detail.flatMap(JSONValue.init).map(TableCell.json) ?? .null
    }
}
