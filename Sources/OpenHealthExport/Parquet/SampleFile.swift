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
