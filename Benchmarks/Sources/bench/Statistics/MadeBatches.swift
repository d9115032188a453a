// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStore

/// The batches of a generated series for a store.
struct MadeBatches: SampleBatchSource {
    private let series: any MadeSeries
    private var day = 0

    private static let daysInBatch = 30

    init(_ series: any MadeSeries) {
        self.series = series
    }

    mutating func nextBatch() throws -> SampleBatch? {
        guard day < Decade.days else { return nil }
        var batch = SampleBatch()
        if day == 0 {
            batch.newTypes = [series.type.rawValue]
            batch.newProvenances = series.provenances
            batch.newMetadata = series.metadata
        }
        let end = min(day + Self.daysInBatch, Decade.days)
        for sample in (day..<end).flatMap(series.samples(day:)) {
            batch.rows.append(
                SampleRow(
                    type: 0, provenance: Int32(sample.provenance), metadata: Int32(sample.metadata),
                    start: Double(sample.start), end: Double(sample.end), created: Double(sample.end + 4),
                    value: sample.value))
        }
        day = end
        return batch
    }
}

extension MadeSeries {
    /// Creates a store that contains only the series.
    func makeStore(at file: URL) throws {
        try removeStore(file)
        let database = try HealthDatabase(url: file)
        let receipt = try database.ingest(MadeBatches(self), options: .init(file: "made \(kind)"))
        guard receipt.records.added == count else {
            throw BenchError("the store took \(receipt.records.added) of \(count) made samples")
        }
    }

    /// Writes the same samples as lines of start, end, value and source.
    func writeRows(to file: URL) throws {
        try Data().write(to: file)
        let handle = try FileHandle(forWritingTo: file)
        let names = provenances.map(\.sourceName)
        for day in 0..<Decade.days {
            var text = ""
            for sample in samples(day: day) {
                text += "\(sample.start),\(sample.end),\(sample.value),\(names[sample.provenance])\n"
            }
            try handle.write(contentsOf: Data(text.utf8))
        }
        try handle.close()
    }
}
