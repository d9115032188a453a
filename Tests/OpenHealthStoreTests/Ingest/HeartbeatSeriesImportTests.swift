// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import Testing

@testable import OpenHealthStore

@Suite struct HeartbeatSeriesImportTests {
    /// Returns a batch with a series of heartbeats.
    private static func batch(_ times: [Double]) -> SampleBatch {
        var batch = SampleBatch()
        batch.newProvenances = [ProvenanceData(sourceName: "Strap")]
        let sample = SampleData(provenance: 0, start: 1_700_000_000, end: 1_700_000_010)
        batch.items = [.heartbeatSeries(HeartbeatSeriesData(sample: sample, times: times, gaps: [2]))]
        return batch
    }

    @Test func heartbeatsOfAnImportAreStoredOnce() throws {
        let store = try ScratchStore()
        let type = HKDataTypeIdentifierHeartbeatSeries
        let first = try store.importBatches([Self.batch([0, 1, 2.5, 10])])
        #expect(first.byType[type]?.added == 1 && first.records.added == 1)
        let second = try store.importBatches([Self.batch([0, 1, 2.5, 10])])
        #expect(second.byType[type]?.added == 0 && second.byType[type]?.read == 1)
        #expect(try store.count("SELECT count(*) FROM heartbeat_series") == 4)
        #expect(
            try store.count("SELECT count(*) FROM heartbeat_series WHERE preceded_by_gap = 1 AND position = 2") == 1)
        #expect(try store.database.check().findings == [])
        try store.expectNoFaults()
    }

    @Test(arguments: [[0, 2, 1], [-1, 2], [0, 11]] as [[Double]])
    func heartbeatsOutOfOrderAreRefused(times: [Double]) throws {
        let store = try ScratchStore()
        let receipt = try store.importBatches([Self.batch(times)])
        #expect(receipt.diagnostics.count == 1 && receipt.byType.isEmpty)
    }
}
