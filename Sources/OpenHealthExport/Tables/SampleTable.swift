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

    /// The maximum number of metadata dictionaries that are kept.
    fileprivate static let maximumMetadata = 4096

    /// The path without a suffix: the short name of the type. Unknown types can have any name.
    var path: String {
        let name = HealthTypes.named(type.identifier)?.swiftName ?? type.identifier
        let plain = String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }.prefix(100))
        return "samples/" + (plain.isEmpty ? "unnamed" : plain)
    }

    /// Notes the rows that decide the types of columns. Only samples that have something that those before them lack are read.
    func decide(_ context: ExportContext, _ encoder: TableEncoder, _ first: inout FirstRows) throws {
        struct Decided: Error {}
        let rows = SampleRows(context.contents, type, encoder)
        var (origins, metadata): (Set<Int64>, Set<Int64>) = ([], [])
        var known = DistinctSampleFilter()
        do {
            try context.contents.forEachDistinct(
                type, first: max(0, FirstRows.enough - first.count), filter: { known }
            ) { sample in
                try context.meter.check()
                // Most samples have one of a few dictionaries; samples with one of their own need no set.
                if metadata.count >= Self.maximumMetadata { metadata.removeAll(keepingCapacity: true) }
                let hasNewMetadata = sample.metadata >= 0 && metadata.insert(sample.metadata).inserted
                let isNew =
                    origins.insert(sample.provenance).inserted || first.count < FirstRows.enough
                    || (hasNewMetadata && known.metadata != nil) || (sample.lag != nil && known.includesLags)
                    || (!sample.value.isNaN && known.includesNumbers) || (sample.text != nil && known.includesTexts)
                    || (sample.saved?.detail != nil && known.includesDetails)
                guard isNew else { return }
                first.note(try rows.cells(sample), key: sample.id, encoder)
                if first.isComplete { throw Decided() }
                known.provenances = first.hasUndecided(Self.origin..<Self.metadata) ? origins : nil
                if first.isDecided(Self.timeZone), first.isDecided(Self.metadata) {
                    known.metadata = nil
                } else if known.comparesMetadata {
                    known.metadata = metadata
                }
                known.includesLags = !first.isDecided(Self.created)
                let needsNames = !first.isDecided(Self.valueName)
                known.includesNumbers =
                    (rows.hasValue && !first.isDecided(Self.value)) || (rows.hasNames && needsNames)
                known.includesTexts = needsNames
                known.includesDetails = !first.isDecided(Self.detail)
            }
        } catch is Decided {}
    }

    /// Appends the rows.
    /// - Parameter added: Called after each row, with the place at which it begins, and its key.
    func append(
        _ context: ExportContext, _ encoder: TableEncoder, _ bytes: inout TableBytes,
        _ added: (inout TableBytes, Int, Int64) throws -> Void
    ) throws {
        let rows = SampleRows(context.contents, type, encoder)
        var (count, metadataCount) = (0, 0)
        try context.contents.forEachBlock(type, hasAllColumns: true) { block in
            try context.advance(by: block.count)
            count += block.count
            metadataCount += try rows.append(block, to: &bytes, added)
        }
        context.receipt.count(type: type.identifier, ExportKind(type), times: count)
        context.receipt.count(.metadata, times: metadataCount)
    }
}

/// Encoded text in memory that stays in place, so that it can be passed on without retaining an array.
private final class Pieces {
    private var kept: [UnsafeMutableBufferPointer<UInt8>] = []

    deinit { removeAll() }

    /// Copies bytes, and returns their place until ``removeAll()``.
    func keep(_ bytes: [UInt8]) -> UnsafeBufferPointer<UInt8> {
        let piece = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
        _ = piece.initialize(from: bytes)
        kept.append(piece)
        return UnsafeBufferPointer(piece)
    }

    func removeAll() {
        for piece in kept { piece.deallocate() }
        kept.removeAll(keepingCapacity: true)
    }
}

/// The rows of the samples of a type. What samples share (origins, metadata, units) is encoded once.
private final class SampleRows {
    typealias Piece = UnsafeBufferPointer<UInt8>

    /// Whether the samples have a value. The stored value of other kinds only tells samples of one start apart.
    let hasValue: Bool
    /// Whether the values have names.
    let hasNames: Bool

    private struct SharedMetadata {
        var timeZone: Piece
        var pairs: Piece
        var count: Int
    }

    private struct Units {
        var unit: Piece
        var originalUnit: Piece
    }

    /// The text between the values of a row, which is the same in all rows.
    private struct Parts {
        /// Until the UUID.
        var uuid: Piece
        /// From the UUID, with the type, until the start.
        var start: Piece
        /// From the start until the end.
        var end: Piece
        /// From the end until the creation date.
        var created: Piece
        /// From the creation date on.
        var afterCreated: Piece
        /// From the end on without a creation date.
        var noCreated: Piece
        /// Until the value.
        var value: Piece
        /// Until the original value.
        var originalValue: Piece
        /// A missing number.
        var noNumber: Piece
        /// The end of a row without details.
        var noDetail: Piece
    }

    private let contents: StoreContents
    private let type: StoreContents.SampleType
    private let encoder: TableEncoder
    private let parts: Parts
    private let noUnits: Units
    private let noName: Piece
    private let noMetadata: SharedMetadata
    private let pieces = Pieces()
    private let metadataPieces = Pieces()
    private var origins: [Int64: Piece] = [:]
    private var metadata: [Int64: SharedMetadata] = [:]
    private var latestMetadata: (number: Int64, shared: SharedMetadata)?
    private var units: [Int: Units] = [:]
    private var names: [Double: Piece] = [:]

    init(_ contents: StoreContents, _ type: StoreContents.SampleType, _ encoder: TableEncoder) {
        self.contents = contents
        self.type = type
        self.encoder = encoder
        hasValue = type.kind == nil || type.kind == .quantity || type.kind == .category
        hasNames = type.kind == .category
        parts = Self.parts(type, encoder, pieces)
        noUnits = Units(
            unit: pieces.keep(Self.encoded([.null], SampleTable.unit, encoder)),
            originalUnit: pieces.keep(Self.encoded([.null], SampleTable.originalUnit, encoder)))
        noName = pieces.keep(Self.encoded([.null], SampleTable.valueName, encoder))
        noMetadata = SharedMetadata(
            timeZone: pieces.keep(Self.encoded([.null], SampleTable.timeZone, encoder)),
            pairs: pieces.keep(Self.encoded([.null], SampleTable.metadata, encoder)), count: 0)
    }

    /// Returns the bytes of consecutive values, beginning with those of a column.
    private static func encoded(_ cells: [TableCell], _ column: Int, _ encoder: TableEncoder) -> [UInt8] {
        var bytes = TableBytes(small: ())
        encoder.append(cells[...], SampleTable.columns[column..<column + cells.count], to: &bytes)
        return bytes.bytes
    }

    /// Returns what is between the values of a row.
    private static func parts(_ type: StoreContents.SampleType, _ encoder: TableEncoder, _ pieces: Pieces) -> Parts {
        let quote: [UInt8] = encoder == .ndjson ? [0x22] : []
        func bytes(_ write: (inout TableBytes) -> Void) -> [UInt8] {
            var bytes = TableBytes(small: ())
            write(&bytes)
            return bytes.bytes
        }
        func beginning(_ column: Int) -> [UInt8] {
            bytes { encoder.append(beginningOf: SampleTable.columns[column], isFirst: column == 0, to: &$0) }
        }
        func missing(_ column: Int) -> [UInt8] {
            bytes { encoder.append(.null, SampleTable.columns[column], to: &$0) }
        }
        let typeText = encoded([.text(type.identifier)], SampleTable.typeColumn, encoder)
        return Parts(
            uuid: pieces.keep(bytes { encoder.begin(&$0) } + beginning(0) + quote),
            start: pieces.keep(quote + typeText + beginning(SampleTable.start) + quote),
            end: pieces.keep(quote + beginning(SampleTable.end) + quote),
            created: pieces.keep(quote + beginning(SampleTable.created) + quote), afterCreated: pieces.keep(quote),
            noCreated: pieces.keep(quote + beginning(SampleTable.created) + missing(SampleTable.created)),
            value: pieces.keep(beginning(SampleTable.value)),
            originalValue: pieces.keep(beginning(SampleTable.originalValue)),
            noNumber: pieces.keep(missing(SampleTable.value)),
            noDetail: pieces.keep(
                beginning(SampleTable.detail) + missing(SampleTable.detail) + bytes { encoder.end(&$0) }))
    }

    /// The parts that the rows of a source and device have in common.
    private struct Shared {
        var provenance: Int64
        var origin: Piece
        var written: WrittenValue
        var units: Units
        /// Whether the original value is the value.
        var keepsValues: Bool
    }

    /// Appends the rows of samples.
    /// - Parameter added: Called after each row, with the place at which it begins, and its key.
    /// - Returns: The number of entries of the metadata.
    func append(
        _ block: SampleBlock, to bytes: inout TableBytes, _ added: (inout TableBytes, Int, Int64) throws -> Void
    ) throws -> Int {
        var (texts, details) = (block.texts[...], block.details[...])
        var entries = 0
        var shared: Shared?
        for row in 0..<block.count {
            let first = bytes.count
            let (start, lag) = (block.starts[row], block.lags[row])
            bytes.append(parts.uuid)
            bytes.append(uuid: block.uuid(row))
            bytes.append(parts.start)
            bytes.append(date: start)
            bytes.append(parts.end)
            bytes.append(date: block.ends[row])
            if lag != SampleBlock.noLag {
                bytes.append(parts.created)
                bytes.append(date: start + Double(lag))
                bytes.append(parts.afterCreated)
            } else {
                bytes.append(parts.noCreated)
            }
            let metadata = try sharedMetadata(block.metadata[row])
            entries += metadata.count
            bytes.append(metadata.timeZone)
            if shared?.provenance != block.provenances[row] { shared = try self.shared(block.provenances[row]) }
            if let shared {
                let text = texts.first?.row == row ? texts.removeFirst().text : nil
                appendValue(block.values[row], text, shared, to: &bytes)
                bytes.append(shared.origin)
            }
            bytes.append(metadata.pairs)
            if details.first?.row == row {
                encoder.append(beginningOf: SampleTable.columns[SampleTable.detail], to: &bytes)
                encoder.append(
                    Self.detail(details.removeFirst().text), SampleTable.columns[SampleTable.detail], to: &bytes)
                encoder.end(&bytes)
            } else {
                bytes.append(parts.noDetail)
            }
            try added(&bytes, first, block.ids[row])
        }
        return entries
    }

    private func shared(_ provenance: Int64) throws -> Shared {
        let written = try contents.written(type, origin: provenance)
        return Shared(
            provenance: provenance, origin: try origin(provenance), written: written, units: units(written),
            keepsValues: written.keepsValues)
    }

    /// Appends the value, its unit and name, and the original value and unit.
    private func appendValue(_ stored: Double, _ text: String?, _ shared: Shared, to bytes: inout TableBytes) {
        let value = hasValue && !stored.isNaN ? stored : nil
        bytes.append(parts.value)
        let first = bytes.count
        append(value, to: &bytes)
        let place = first..<bytes.count
        bytes.append(value == nil ? noUnits.unit : shared.units.unit)
        if let text {
            bytes.append(Self.encoded([.text(text)], SampleTable.valueName, encoder))
        } else if let value, hasNames {
            bytes.append(name(value, shared.written))
        } else {
            bytes.append(noName)
        }
        bytes.append(parts.originalValue)
        let original = hasNames ? nil : shared.keepsValues ? value : value.flatMap(shared.written.approximate)
        if let original, original == value {
            bytes.append(again: place)
        } else {
            append(original, to: &bytes)
        }
        bytes.append(original == nil ? noUnits.originalUnit : shared.units.originalUnit)
    }

    /// Appends a number, or a missing one.
    private func append(_ number: Double?, to bytes: inout TableBytes) {
        if let number, number.isFinite { bytes.append(number: number) } else { bytes.append(parts.noNumber) }
    }

    private func units(_ written: WrittenValue) -> Units {
        if let known = units[written.number] { return known }
        let new = Units(
            unit: pieces.keep(Self.encoded([.optional(written.storedUnit)], SampleTable.unit, encoder)),
            originalUnit: pieces.keep(Self.encoded([.optional(written.unit)], SampleTable.originalUnit, encoder)))
        units[written.number] = new
        return new
    }

    private func name(_ value: Double, _ written: WrittenValue) -> Piece {
        if let known = names[value] { return known }
        let name = pieces.keep(Self.encoded([.optional(written.name(value))], SampleTable.valueName, encoder))
        names[value] = name
        return name
    }

    private func origin(_ number: Int64) throws -> Piece {
        if let known = origins[number] { return known }
        let bytes = pieces.keep(
            Self.encoded(Self.originCells(try contents.origin(number: number)), SampleTable.origin, encoder))
        origins[number] = bytes
        return bytes
    }

    private func sharedMetadata(_ number: Int64) throws -> SharedMetadata {
        if number < 0 { return noMetadata }
        if let latestMetadata, latestMetadata.number == number { return latestMetadata.shared }
        let shared = try metadata[number] ?? encodedMetadata(number)
        latestMetadata = (number, shared)
        return shared
    }

    private func encodedMetadata(_ number: Int64) throws -> SharedMetadata {
        let pairs = try contents.metadata(number: number).pairs
        if metadata.count >= SampleTable.maximumMetadata {
            metadata.removeAll(keepingCapacity: true)
            metadataPieces.removeAll()
        }
        let shared = SharedMetadata(
            timeZone: metadataPieces.keep(Self.encoded([Self.timeZone(pairs)], SampleTable.timeZone, encoder)),
            pairs: metadataPieces.keep(Self.encoded([.metadata(pairs)], SampleTable.metadata, encoder)),
            count: pairs.count)
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
        return first + Self.originCells(try contents.origin(sample)) + [
            .metadata(metadata), Self.detail(sample.saved?.detail),
        ]
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

    private static func detail(_ text: String?) -> TableCell {
        text.flatMap(JSONValue.init).map(TableCell.json) ?? .null
    }
}

extension SampleBlock {
    /// The UUID of a sample.
    @inline(__always)
    fileprivate func uuid(_ row: Int) -> UUID {
        UUID(uuid: uuids.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: row * 16, as: uuid_t.self) })
    }
}
