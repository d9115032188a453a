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
        let contents = context.contents
        // The stored value of other kinds only tells samples of one start apart.
        let hasValue = type.kind == nil || type.kind == .quantity || type.kind == .category
        let unit = hasValue && type.kind != .category ? try contents.unit(type) : nil
        let shared = SampleColumns(contents)
        let value = ParquetDoubleColumn("value", optional: true)
        let unitColumn = ParquetTextColumn("unit", optional: true)
        let valueName = ParquetTextColumn("value_name", optional: true)
        let kind = ExportKind(type)
        var metadata = [(key: "type", value: type.identifier)]
        if let unit { metadata.append(("unit", unit)) }
        var (count, metadataCount) = (0, 0)
        // Numbers of texts are those of a row group.
        var (group, unitNumber, names): (Int, UInt32?, [Double: UInt32?]) = (-1, nil, [:])
        try context.parquet(
            "samples/type=\(folder)/data.parquet",
            shared.first + [value, unitColumn, valueName] + shared.last, sortedBy: shared.start, metadata: metadata
        ) { writer in
            try contents.forEach(type) { sample in
                try context.advance()
                try shared.append(sample, writer)
                let number = hasValue && !sample.value.isNaN ? sample.value : nil
                value.append(number)
                if writer.group != group {
                    (group, unitNumber, names) = (writer.group, unit.map(unitColumn.number), [:])
                }
                unitColumn.append(number: number == nil ? nil : unitNumber)
                if let text = sample.text {
                    valueName.append(text)
                } else if let number, type.kind == .category {
                    if names[number] == nil {
                        names[number] = .some(try contents.valueName(type, number).map(valueName.number))
                    }
                    valueName.append(number: names[number] ?? nil)
                } else {
                    valueName.append(number: nil)
                }
                try writer.endRow()
                count += 1
                if sample.metadata >= 0 { metadataCount += 1 }
            }
        }
        context.receipt.count(type: type.identifier, kind, times: count)
        context.receipt.count(.metadata, times: metadataCount)
    }
}
