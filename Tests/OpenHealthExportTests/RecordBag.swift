// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import OpenHealthModel

/// The records of an export as a multiset.
struct RecordBag {
    /// The records of the top level.
    private(set) var top: [String: Int] = [:]
    /// The records inside correlations and workouts.
    private(set) var nested: [String: Int] = [:]

    /// The records, those inside others only if the top level does not have them.
    var distinct: [String: Int] { top.merging(nested) { max($0, $1) } }

    init(_ url: URL) throws {
        let reader = try AppleHealthExportReader(url: url)
        var types: [String] = []
        var provenances: [ProvenanceData] = []
        var metadata: [[MetadataPair]] = []
        while let batch = try reader.nextBatch() {
            types += batch.newTypes
            provenances += batch.newProvenances
            metadata += batch.newMetadata
            func text(_ row: SampleRow, _ beats: [Beat]) -> String {
                let origin = provenances[Int(row.provenance)]
                let entries = row.metadata < 0 ? [] : metadata[Int(row.metadata)]
                let value = row.text < 0 ? "\(row.value)" : batch.texts[Int(row.text)]
                return [
                    types[Int(row.type)], "\(row.start) \(row.end) \(row.created)", value, origin.sourceName,
                    origin.sourceVersion ?? "-", origin.unit ?? "-", "\(origin.device.map { "\($0)" } ?? "-")",
                    entries.filter { !$0.key.hasPrefix("@") }.map { "\($0.key)=\($0.value)" }.sorted()
                        .joined(separator: ";"), "\(beats)",
                ].joined(separator: " | ")
            }
            let beats = Dictionary(uniqueKeysWithValues: batch.beats.map { (Int($0.row), $0.beats) })
            for (index, row) in batch.rows.enumerated() { top[text(row, beats[index] ?? []), default: 0] += 1 }
            for item in batch.items {
                switch item {
                case .correlation(let correlation):
                    for member in correlation.members { nested[text(member.row, member.beats), default: 0] += 1 }
                case .workout(let workout):
                    for member in workout.records { nested[text(member.row, member.beats), default: 0] += 1 }
                default: continue
                }
            }
        }
    }
}
