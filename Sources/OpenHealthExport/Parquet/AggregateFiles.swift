// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import OpenHealthModel
import OpenHealthStore

/// The file of the figures of intervals that apps on phones pushed. They are not samples.
struct AggregateFiles: ParquetFiles {
    let context: ExportContext

    func write() throws {
        if try contents.aggregateCount() == 0 { return }
        let typeNames = typeNames
        let (type, interval) = (ParquetTextColumn("type"), ParquetTextColumn("interval"))
        let start = ParquetTimestampColumn("start")
        let end = ParquetTimestampColumn("end", optional: true)
        let figures = ["sum", "average", "minimum", "maximum"].map { ParquetDoubleColumn($0, optional: true) }
        let units = ["unit", "original_unit"].map { ParquetTextColumn($0, optional: true) }
        let others = ParquetMapColumn("others")
        let (sources, app) = (ParquetTextColumn("sources"), ParquetTextColumn("app"))
        let received = ParquetTimestampColumn("received")
        let columns = [type, start, end, interval] + figures + units + [others, sources, app, received]
        try context.parquet("aggregates.parquet", columns) { writer in
            try contents.forEachAggregate { aggregate in
                let point = aggregate.point
                context.receipt.count(.aggregates)
                type.append(typeNames[point.type])
                start.append(seconds: point.start)
                end.append(seconds: point.knownEnd)
                interval.append(point.interval.rawValue)
                let values = [point.sum, point.average, point.minimum, point.maximum]
                for (column, value) in zip(figures, values) { column.append(value) }
                for (column, unit) in zip(units, [aggregate.canonicalUnit, point.unit]) { column.append(unit) }
                others.append(pairs: point.others)
                sources.append(point.sources)
                app.append(aggregate.app)
                received.append(seconds: aggregate.received.timeIntervalSince1970)
                try writer.endRow()
            }
        }
    }
}
