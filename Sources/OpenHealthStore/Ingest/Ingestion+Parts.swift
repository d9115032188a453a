// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The content of an import in parts that changes what others can see, so that the last transaction stores it.
struct Postponed {
    /// A record that can be a sample of a connection, which the import completes or replaces.
    struct Record {
        var row: SampleRow
        /// The number of the metadata in the store, or -1 for no metadata.
        var metadata: Int64
        /// The value if it is a string.
        var text: String?
        var beats: [Beat]

        init(_ record: IngestRecord, beats: [Beat]) {
            (row, metadata, text) = (record.row, record.metadata, record.text)
            self.beats = beats
        }
    }
    var records: [Record] = []
    var items: [ImportedItem] = []

    /// The maximum number of records, which are in memory.
    static let maximumCount = 200_000
    /// The number of records that are stored at once.
    static let chunk = 16_384
}

extension SampleBatch {
    /// Whether the batch has plain records and facts of the person only, so that an import can store it as a part.
    var isPlain: Bool {
        counts.isEmpty
            && items.allSatisfy { item in
                switch item {
                case .exportInfo, .characteristics: true
                default: false
                }
            }
    }
}

extension Ingestion {
    /// Whether the next batch can be stored as a part if it is plain.
    var canPostpone: Bool { postponed.records.count < Postponed.maximumCount }

    /// Begins a further transaction of parts.
    /// - Throws: A ``StoreError``: `busy` if another process has deleted the samples of the earlier parts.
    func beginPart() throws { try unfinished?.check(db) }

    /// Ends a transaction of parts.
    func endPart() throws {
        try insert.flush()
        try facts.createViews()
    }

    /// Begins the last transaction. The samples of the parts are no longer hidden when it ends.
    func endParts() throws {
        guard isPart, let unfinished else { return }
        try unfinished.end(db)
        isPart = false
        try runs.writeKept()
        if nextID == firstID {
            // No sample has a place, so that no places are left out.
            firstID = try (EffortUpdate.place(db) ?? firstID - 1) + 1
            nextID = firstID
        }
        // Samples that postponed records can be were searched already, and are searched again.
        large = LargeGroups()
        for item in postponed.items { try take(item, texts: []) }
        postponed.items = []
    }

    /// Returns whether an item of a part is stored later.
    func postpone(_ item: ImportedItem) -> Bool {
        guard isPart, case .characteristics = item else { return false }
        postponed.items.append(item)
        return true
    }

    /// Returns whether a record of a part is stored later, because it can be a sample of a connection.
    /// - Parameter rows: The samples that the record can be.
    @inline(__always)
    func postpones(_ found: Found, _ rows: @autoclosure () -> [StoredRow]) throws -> Bool {
        guard isPart, hasPushed else { return false }
        return try postpones(found, among: rows())
    }

    private func postpones(_ found: Found, among rows: [StoredRow]) throws -> Bool {
        if case .partial = found { return true }
        guard rows.count <= StartGroup.maximumPartialLength else { return false }
        return try rows.contains { row in
            try row.id < firstID && (!facts.identity(ofProvenance: row.provenance).missing.isEmpty || isPushed(row))
        }
    }

    /// Stores the postponed records, after all batches.
    func takePostponed() throws {
        let records = postponed.records
        postponed.records = []
        for from in stride(from: 0, to: records.count, by: Postponed.chunk) {
            var batch = SampleBatch()
            batch.hasRepeats = hasRepeats
            var metadata: [Int64] = []
            for record in records[from..<min(from + Postponed.chunk, records.count)] {
                var row = record.row
                row.metadata = Int32(metadata.count)
                metadata.append(record.metadata)
                row.text = record.text == nil ? -1 : Int32(batch.texts.count)
                if let text = record.text { batch.texts.append(text) }
                if !record.beats.isEmpty {
                    batch.beats.append(BeatList(row: Int32(batch.rows.count), beats: record.beats))
                }
                batch.rows.append(row)
            }
            setMetadata(metadata)
            try takeRows(batch, again: true)
        }
    }
}
