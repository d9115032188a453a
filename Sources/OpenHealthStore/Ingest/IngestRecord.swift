// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// A record of the input with the values of its indices.
struct IngestRecord {
    var row: SampleRow
    /// The value if it is a string.
    var text: String?
    var provenance: InputProvenance
    /// The number of the metadata in the store, or -1 for no metadata.
    var metadata: Int64

    /// The search criteria for the record.
    var wanted: StartGroup.Wanted {
        StartGroup.Wanted(
            end: row.end, value: row.value, text: textHash, identity: provenance.identity, metadata: metadata)
    }

    /// The hash of the string; see ``StoredRow/text``.
    var textHash: UInt64 { text.map(StoredRow.hash) ?? 0 }
}
