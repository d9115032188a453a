// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import OpenHealthModel
import Testing

/// A record with the values of its indexes.
struct ReadRecord: Equatable {
    var type: String
    var provenance: ProvenanceData
    var metadata: [MetadataPair]
    var text: String?
    var start: Double
    var end: Double
    /// `nil` if the row contains NaN.
    var created: Double?
    /// `nil` if the row contains NaN.
    var value: Double?
    var beats: [Beat] = []
}

/// The complete output of a reader. The guarantees of batches are checked while it is read.
struct ReadExport {
    var types: [String] = []
    var provenances: [ProvenanceData] = []
    var metadata: [[MetadataPair]] = []
    var records: [ReadRecord] = []
    var items: [ImportedItem] = []
    /// The records inside correlations and workouts, in order.
    var nested: [ReadRecord] = []
    var diagnostics: [ImportDiagnostic] = []
    var tally = ReaderTally()
    var batches = 0
    private var oldestMetadata: Int32 = 0

    init(_ reader: AppleHealthExportReader) throws {
        while let batch = try reader.nextBatch() { try take(batch) }
        #expect(try reader.nextBatch() == nil, "the end is not the end")
    }

    /// Reads a document in memory.
    init(_ text: String, strict: Bool = false, partial: Bool = false) throws {
        try self.init(Array(text.utf8), strict: strict, partial: partial)
    }

    /// Reads a document in memory.
    init(_ bytes: [UInt8], strict: Bool = false, partial: Bool = false) throws {
        try self.init(
            AppleHealthExportReader(data: bytes, name: "export.xml", options: .init(strict: strict, partial: partial)))
    }

    /// Reads an archive, a folder or a document on disk.
    init(_ url: URL, strict: Bool = false, partial: Bool = false) throws {
        try self.init(AppleHealthExportReader(url: url, options: .init(strict: strict, partial: partial)))
    }

    private mutating func take(_ batch: SampleBatch) throws {
        batches += 1
        types += batch.newTypes
        provenances += batch.newProvenances
        metadata += batch.newMetadata
        diagnostics += batch.diagnostics
        tally = batch.tally
        if !batch.rows.isEmpty {
            #expect(batch.oldestMetadata >= oldestMetadata)
            oldestMetadata = batch.oldestMetadata
        }
        let beats = Dictionary(grouping: batch.beats, by: \.row)
        for (index, row) in batch.rows.enumerated() {
            let lists = beats[Int32(index)] ?? []
            try #require(lists.count <= 1)
            records.append(try resolve(row, lists.first?.beats ?? [], in: batch))
        }
        for item in batch.items {
            switch item {
            case .correlation(let facts):
                for member in facts.members { nested.append(try resolve(member.row, member.beats, in: batch)) }
            case .workout(let facts):
                for member in facts.records { nested.append(try resolve(member.row, member.beats, in: batch)) }
            default: break
            }
        }
        items += batch.items
    }

    private func resolve(_ row: SampleRow, _ beats: [Beat], in batch: SampleBatch) throws -> ReadRecord {
        try #require(types.indices.contains(Int(row.type)))
        try #require(provenances.indices.contains(Int(row.provenance)))
        try #require(row.metadata == -1 || (batch.oldestMetadata..<Int32(metadata.count)).contains(row.metadata))
        try #require(row.text == -1 || batch.texts.indices.contains(Int(row.text)))
        try #require(row.start <= row.end)
        return ReadRecord(
            type: types[Int(row.type)], provenance: provenances[Int(row.provenance)],
            metadata: row.metadata < 0 ? [] : metadata[Int(row.metadata)],
            text: row.text < 0 ? nil : batch.texts[Int(row.text)], start: row.start, end: row.end,
            created: row.created.isNaN ? nil : row.created, value: row.value.isNaN ? nil : row.value, beats: beats)
    }
}

/// The items of one kind.
extension ReadExport {
    var exportInfo: ExportInfo? {
        items.compactMap { if case .exportInfo(let facts) = $0 { facts } else { nil } }.last
    }
    var characteristics: [[MetadataPair]] {
        items.compactMap { if case .characteristics(let facts) = $0 { facts } else { nil } }
    }
    var correlations: [CorrelationData] {
        items.compactMap { if case .correlation(let facts) = $0 { facts } else { nil } }
    }
    var workouts: [WorkoutData] {
        items.compactMap { if case .workout(let facts) = $0 { facts } else { nil } }
    }
    var summaries: [ActivitySummaryData] {
        items.compactMap { if case .activitySummary(let facts) = $0 { facts } else { nil } }
    }
    var clinicalRecords: [ClinicalRecordData] {
        items.compactMap { if case .clinicalRecord(let facts) = $0 { facts } else { nil } }
    }
    var audiograms: [AudiogramData] {
        items.compactMap { if case .audiogram(let facts) = $0 { facts } else { nil } }
    }
    var prescriptions: [VisionPrescriptionData] {
        items.compactMap { if case .visionPrescription(let facts) = $0 { facts } else { nil } }
    }
    var electrocardiograms: [ElectrocardiogramData] {
        items.compactMap { if case .electrocardiogram(let facts) = $0 { facts } else { nil } }
    }
    var routeFiles: [RouteFileData] {
        items.compactMap { if case .routeFile(let facts) = $0 { facts } else { nil } }
    }
    var unknownElements: [UnknownElementData] {
        items.compactMap { if case .unknownElement(let facts) = $0 { facts } else { nil } }
    }
}
