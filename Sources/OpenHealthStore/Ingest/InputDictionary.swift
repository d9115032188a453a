// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// A provenance of the input.
struct InputProvenance {
    var number: Int64
    var identity: SharedRows.Identity
}

/// The numbers in the store of the provenances and metadata that the records of the input refer to.
final class InputDictionary {
    private(set) var provenances: [InputProvenance] = []
    /// The numbers of metadata by index in the input; the first has the index `base`.
    private var metadata: [Int64] = []
    private var base: Int32 = 0

    /// Adds the next provenance.
    func add(_ provenance: InputProvenance) { provenances.append(provenance) }

    /// Adds the number of the next metadata, or -1 for no metadata.
    func add(metadata number: Int64) { metadata.append(number) }

    /// Removes the metadata before an index, to which no record refers any more.
    func removeMetadata(before index: Int32) {
        guard index > base else { return }
        metadata.removeFirst(min(metadata.count, Int(index - base)))
        base = index
    }

    /// Sets the numbers of the metadata that the next records and items refer to.
    /// - Parameter first: The index of the first one.
    func setMetadata(_ numbers: [Int64], first: Int32 = 0) {
        (metadata, base) = (numbers, first)
    }

    /// Returns a record of the input with the values of its indices.
    /// - Parameter texts: The strings of the batch.
    @inline(__always)
    func record(_ row: SampleRow, _ texts: [String]) -> IngestRecord {
        IngestRecord(
            row: row, text: row.text >= 0 ? texts[Int(row.text)] : nil, provenance: provenances[Int(row.provenance)],
            metadata: row.metadata < 0 ? -1 : metadata[Int(row.metadata - base)])
    }
}
