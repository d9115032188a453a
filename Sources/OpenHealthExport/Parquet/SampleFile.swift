// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthFormats
import OpenHealthModel
import OpenHealthStore

/// The file of the samples of a type.
struct SampleFile {
    private let context: ExportContext
    private let type: StoreContents.SampleType

    private let folder: String

    /// - Parameter folder: the value of the partition.
    init(_ context: ExportContext, _ type: StoreContents.SampleType, folder: String) {
        self.context = context
        self.type = type
        self.folder = folder
    }

    func write() throws {
        let shared = SampleColumns(context.contents)
        let values = try SampleValues(context.contents, type)
        var metadata = [(key: "type", value: type.identifier)]
        if let unit = values.unit { metadata.append(("unit", unit)) }
        var (count, metadataCount) = (0, 0)
        try context.parquet(
            "samples/type=\(folder)/data.parquet", shared.first + values.columns + shared.last,
            sortedBy: shared.start, metadata: metadata
        ) { writer in
            try context.contents.forEachBlock(type) { block in
                var first = 0
                while first < block.count {
                    let rows = first..<min(block.count, first + writer.rowsUntilCheck)
                    try shared.append(block, rows, writer)
                    try values.append(block, rows, writer)
                    try writer.endRows(rows.count)
                    first = rows.upperBound
                }
                count += block.count
                metadataCount += block.metadata.count { $0 >= 0 }
                try context.advance(by: block.count)
            }
        }
        context.receipt.count(type: type.identifier, ExportKind(type), times: count)
        context.receipt.count(.metadata, times: metadataCount)
    }
}

/// The columns of the values of samples of a type.
final class SampleValues {
    /// The unit; nil for types without one.
    let unit: String?
    private let contents: StoreContents
    private let type: StoreContents.SampleType
    private let hasValue: Bool
    private let value = ParquetDoubleColumn("value", optional: true)
    private let unitColumn = ParquetTextColumn("unit", optional: true)
    private let valueName = ParquetTextColumn("value_name", optional: true)
    /// The row group, since numbers of texts are those of one.
    private var group = -1
    private var unitNumber: UInt32?
    private var names: [Double: UInt32?] = [:]

    var columns: [ParquetColumn] { [value, unitColumn, valueName] }

    init(_ contents: StoreContents, _ type: StoreContents.SampleType) throws {
        self.contents = contents
        self.type = type
        // The stored value of other kinds only tells samples of one start apart.
        hasValue = type.kind == nil || type.kind == .quantity || type.kind == .category
        unit = hasValue && type.kind != .category ? try contents.unit(type) : nil
    }

    /// Appends the samples of a block that have these places in it.
    func append(_ block: SampleBlock, _ rows: Range<Int>, _ writer: ParquetWriter) throws {
        if writer.group != group { (group, unitNumber, names) = (writer.group, unit.map(unitColumn.number), [:]) }
        if hasValue {
            value.append(withoutNaN: block.values[rows])
            appendUnits(block.values[rows])
        } else {
            value.append(withoutValue: rows.count)
            unitColumn.append(number: nil, count: rows.count)
        }
        try appendNames(block, rows)
    }

    private func appendUnits(_ values: ArraySlice<Double>) {
        if unitNumber == nil || values.allSatisfy({ !$0.isNaN }) {
            unitColumn.append(number: unitNumber, count: values.count)
        } else {
            for value in values { unitColumn.append(number: value.isNaN ? nil : unitNumber) }
        }
    }

    private func appendNames(_ block: SampleBlock, _ rows: Range<Int>) throws {
        if block.texts.isEmpty, type.kind != .category {
            return valueName.append(number: nil, count: rows.count)
        }
        var texts = block.texts.drop { $0.row < rows.lowerBound }
        for row in rows {
            if let (place, text) = texts.first, place == row {
                valueName.append(text)
                texts.removeFirst()
            } else {
                valueName.append(number: try name(block.values[row]))
            }
        }
    }

    /// The number of the name of a category's value.
    private func name(_ value: Double) throws -> UInt32? {
        guard type.kind == .category, !value.isNaN else { return nil }
        if let known = names[value] { return known }
        let number = try contents.valueName(type, value).map(valueName.number)
        names[value] = .some(number)
        return number
    }
}
