// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthFormats
import OpenHealthModel
import OpenHealthStore

/// The files of series that apps saved: the readings of quantities, and heartbeats.
struct ReadingFiles: ParquetFiles {
    let context: ExportContext

    func write() throws {
        try readings(contents.types.filter { try $0.kind == .quantity && contents.hasReadings($0) })
        try beats(contents.types.filter { $0.identifier == HKDataTypeIdentifierHeartbeatSeries })
    }

    private func readings(_ types: [StoreContents.SampleType]) throws {
        if types.isEmpty { return }
        let (uuid, kind) = (ParquetUUIDColumn("sample"), ParquetTextColumn("type"))
        let (start, end) = (ParquetTimestampColumn("start"), ParquetTimestampColumn("end"))
        let (value, unit) = (ParquetDoubleColumn("value"), ParquetTextColumn("unit", optional: true))
        try context.parquet("quantity_series.parquet", [uuid, kind, start, end, value, unit]) { writer in
            for type in types {
                let name = try contents.unit(type)
                try contents.forEach(type) { sample in
                    guard try contents.hasReadings(sample) else { return }
                    let identity = try contents.uuid(sample)
                    for reading in try contents.readings(sample) {
                        context.receipt.count(.quantitySeries)
                        uuid.append(identity)
                        kind.append(type.identifier)
                        start.append(seconds: reading.start)
                        end.append(seconds: reading.end)
                        value.append(reading.value)
                        unit.append(name)
                        try writer.endRow()
                    }
                }
            }
        }
    }

    private func beats(_ types: [StoreContents.SampleType]) throws {
        let uuid = ParquetUUIDColumn("series")
        let time = ParquetDoubleColumn("time")
        let gap = ParquetBooleanColumn("preceded_by_gap")
        try parquet("heartbeat_series.parquet", [uuid, time, gap], of: types) { _, sample, writer in
            let identity = try contents.uuid(sample)
            for beat in try contents.heartbeats(ofSeries: sample) {
                uuid.append(identity)
                time.append(beat.time)
                gap.append(beat.precededByGap)
                try writer.endRow()
            }
        }
    }
}
