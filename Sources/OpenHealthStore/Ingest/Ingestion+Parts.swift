// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The parts of an import in parts, and its content that changes what others can see, so that the last transaction stores it.
final class ImportParts {
    /// A record that can be a sample of a connection, which the import completes or replaces.
    fileprivate struct Record {
        var row: SampleRow
        /// The number of the metadata in the store, or -1 for no metadata.
        var metadata: Int64
        /// The value if it is a string.
        var text: String?
        var beats: [Beat]
        /// Whether the record is from a file of a device; see ``SampleBatch/hasRepeats``.
        var hasRepeats: Bool
    }

    let unfinished: UnfinishedImport
    /// Whether a part is being stored.
    fileprivate(set) var isPart = true
    fileprivate var records: [Record] = []
    fileprivate var items: [ImportedItem] = []

    /// The maximum number of records, which are in memory.
    fileprivate static let maximumCount = 200_000
    /// The number of records that are stored at once.
    fileprivate static let chunk = 16_384

    init(_ unfinished: UnfinishedImport) { self.unfinished = unfinished }

    /// Keeps a record for the last transaction.
    func postpone(_ record: IngestRecord, beats: [Beat], hasRepeats: Bool) {
        records.append(
            Record(
                row: record.row, metadata: record.metadata, text: record.text, beats: beats, hasRepeats: hasRepeats))
    }
}

extension SampleBatch {
    /// Whether the batch has plain records and facts of the person only, so that an import can store it as a part.
    var isPlain: Bool {
        counts.isEmpty && versions.isEmpty
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
    var canPostpone: Bool { parts.map { $0.records.count < ImportParts.maximumCount } ?? false }

    /// Begins a further transaction of parts.
    /// - Throws: A ``StoreError``: `busy` if another process has deleted the samples of the earlier parts.
    func beginPart() throws { try parts?.unfinished.check(db) }

    /// Ends a transaction of parts.
    func endPart() throws {
        try writer.flush()
        try facts.createViews()
    }

    /// Begins the last transaction. The samples of the parts are no longer hidden when it ends.
    func endParts() throws {
        guard let parts, parts.isPart else { return }
        try parts.unfinished.end(db)
        parts.isPart = false
        try writer.endParts()
        // Samples that postponed records can be were searched already, and are searched again.
        large.removeAll()
        for item in parts.items { try take(item, texts: []) }
        parts.items = []
    }

    /// Returns whether an item of a part is stored later.
    func postpone(_ item: ImportedItem) -> Bool {
        guard let parts, parts.isPart, case .characteristics = item else { return false }
        parts.items.append(item)
        return true
    }

    /// Returns whether a record of a part is stored later, because it can be a sample of a connection.
    /// - Parameter rows: The samples that the record can be.
    @inline(__always)
    func postpones(_ found: Found, _ rows: @autoclosure () -> [StoredRow]) throws -> Bool {
        guard hasPushed, parts?.isPart == true else { return false }
        return try postpones(found, among: rows())
    }

    private func postpones(_ found: Found, among rows: [StoredRow]) throws -> Bool {
        if case .partial = found { return true }
        guard rows.count <= StartGroup.maximumPartialLength else { return false }
        return try rows.contains { row in
            try row.id < writer.firstID
                && (!facts.identity(ofProvenance: row.provenance).missing.isEmpty || isPushed(row))
        }
    }

    /// Stores the postponed records, after all batches.
    func takePostponed() throws {
        guard let parts else { return }
        let records = parts.records
        parts.records = []
        var rest = records[...]
        while let first = rest.first {
            var batch = SampleBatch()
            batch.hasRepeats = first.hasRepeats
            var metadata: [Int64] = []
            let chunk = rest.prefix(ImportParts.chunk).prefix { $0.hasRepeats == first.hasRepeats }
            rest = rest.dropFirst(chunk.count)
            for record in chunk {
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
            dictionary.setMetadata(metadata)
            try takeRows(batch, again: true)
        }
    }
}
