// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import OpenHealthModel
import OpenHealthStatistics
import OpenHealthStore

/// The merged figures of days, since adding up the samples of several sources counts the same moments twice.
///
/// They are those of all sources, so there are none where some sources were selected.
struct StatisticsFiles: ParquetFiles {
    let context: ExportContext

    func write() throws {
        guard contents.selection.sources == nil else { return }
        let types = try contents.typesWithAggregates()
        try quantities(types.filter { $0.kind == .quantity })
        try categories(types.filter { $0.kind == .category })
    }

    private var zone: [(key: String, value: String)] { [("time_zone", contents.timeZone.identifier)] }

    private func quantities(_ types: [StoreContents.SampleType]) throws {
        if types.isEmpty { return }
        let typeNames = typeNames
        let (kind, unit) = (ParquetTextColumn("type"), ParquetTextColumn("unit", optional: true))
        let day = DayColumns()
        let count = ParquetIntegerColumn("count")
        let figures = ["sum", "average", "minimum", "maximum"].map { ParquetDoubleColumn($0, optional: true) }
        let (latest, covered) = (ParquetDoubleColumn("most_recent"), ParquetDoubleColumn("covered_seconds"))
        try context.parquet(
            "statistics/quantities.parquet", [kind, unit] + day.all + [count] + figures + [latest, covered],
            metadata: zone
        ) { writer in
            for type in types {
                let unitName = try contents.unit(type)
                for row in try contents.dailyFigures(type) {
                    kind.append(typeNames[type.identifier])
                    unit.append(unitName)
                    day.append(contents.day(row.start).number, from: row.start, to: row.end)
                    count.append(Int64(row.figures.count))
                    let values = [row.figures.sum, row.figures.average, row.figures.minimum, row.figures.maximum]
                    for (column, value) in zip(figures, values) { column.append(value) }
                    latest.append(row.figures.mostRecent.value)
                    covered.append(row.figures.duration)
                    try writer.endRow()
                }
            }
        }
    }

    private func categories(_ types: [StoreContents.SampleType]) throws {
        if types.isEmpty { return }
        let typeNames = typeNames
        let (kind, name) = (ParquetTextColumn("type"), ParquetTextColumn("value_name", optional: true))
        let day = DayColumns()
        let value = ParquetIntegerColumn("value")
        let (count, seconds) = (ParquetIntegerColumn("count"), ParquetDoubleColumn("seconds"))
        try context.parquet(
            "statistics/categories.parquet", [kind] + day.all + [value, name, count, seconds], metadata: zone
        ) { writer in
            for type in types {
                for row in try contents.dailyDurations(type, anchorHour: DailyFigures.anchorHour(type)) {
                    let number = DailyFigures.day(of: row, type, contents).number
                    for duration in row.values {
                        kind.append(typeNames[type.identifier])
                        day.append(number, from: row.start, to: row.end)
                        value.append(Int64(duration.value))
                        name.append(try contents.valueName(type, Double(duration.value)))
                        count.append(Int64(duration.count))
                        seconds.append(duration.duration)
                        try writer.endRow()
                    }
                }
            }
        }
    }
}
