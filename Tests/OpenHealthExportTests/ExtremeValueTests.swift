// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthExport
import OpenHealthFormats
import OpenHealthFuzzing
import OpenHealthModel
import OpenHealthStore
import OpenHealthTestSupport
import Testing

/// Tests of exports of extreme values: the least and greatest numbers, subnormal numbers, dates at both ends of the calendar.
@Suite struct ExtremeValueTests {
    /// Every format writes every number for every type, and what is imported passes a check.
    @Test func everyFormatWritesEveryValueOfEveryType() throws {
        let world = try ExportWorld()
        let database = try world.store()
        _ = try database.ingest(ExtremeImport.everything(seed: 35), options: .init(file: "extremes"))
        #expect(try database.check().findings == [])
        for format in ExportFormats.all {
            let receipt = try world.export(database, to: "sound-\(format.name).zip", format: format.name)
            #expect(!receipt.written.isEmpty, "\(format.name)")
        }
        // The exports of phones are read as any other.
        let copy = try world.store()
        let receipt = try world.importExport(world.file("sound-apple.zip"), into: copy)
        #expect(receipt.records.added > 1000)
        #expect(try copy.check().findings == [])
    }

    @Test(arguments: ExtremeImport.damage.indices) func everyFormatWritesDamagedValues(index: Int) throws {
        let world = try ExportWorld()
        let database = try world.store()
        var source = ExtremeImport.everything(seed: UInt64(index))
        let whole = source.nextBatch()
        var batch = try #require(whole)
        batch.rows = batch.rows.enumerated().filter { $0.offset.isMultiple(of: 4) }.map(\.element)
        _ = try database.ingest(OneBatch(batch: batch), options: .init(file: "extremes"))
        try database.write { db in try db.execute(sql: ExtremeImport.damage[index]) }
        #expect(try !database.check().findings.isEmpty)
        for format in ExportFormats.all {
            // Nothing ends the process; dates far outside the calendar can be a named error.
            do {
                try world.export(database, to: "\(format.name).zip", format: format.name)
            } catch let error as ExportError where error.code == .nothing {
                // All places of routes are out of range.
            } catch {
                #expect("\(error)".contains("request longer buckets"), "\(format.name): \(error)")
            }
        }
    }

    /// The least integer is written as itself.
    @Test func theLeastIntegerIsWritten() throws {
        let world = try ExportWorld()
        let database = try world.store()
        var batch = SampleBatch()
        batch.newTypes = ["HKQuantityTypeIdentifierStepCount", "HKCategoryTypeIdentifierSleepAnalysis"]
        batch.newProvenances = [ProvenanceData(sourceName: "A", unit: "count"), ProvenanceData(sourceName: "A")]
        batch.items = [
            .characteristics([MetadataPair(key: "HKCharacteristicTypeIdentifierDateOfBirth", value: "1980-05-05")])
        ]
        batch.rows = [0, 1].map {
            SampleRow(type: $0, provenance: $0, start: 1_700_000_000, end: 1_700_000_060, value: Double(Int64.min))
        }
        _ = try database.ingest(OneBatch(batch: batch), options: .init(file: "least"))
        for format in ExportFormats.all {
            do {
                try world.export(database, to: "\(format.name).zip", format: format.name)
            } catch let error as ExportError where error.code == .nothing {
            }
        }
        let copy = try world.store()
        try world.importExport(world.file("apple.zip"), into: copy)
        #expect(try copy.records(SampleRequest()).compactMap(\.value).contains(Double(Int64.min)))
    }

    private struct OneBatch: SampleBatchSource {
        var batch: SampleBatch?

        mutating func nextBatch() -> SampleBatch? {
            defer { batch = nil }
            return batch
        }
    }
}
