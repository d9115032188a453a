// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB
import OpenHealthModel

/// The samples that an import or a push adds and deletes: their positions in the order of changes, their rows, and the tables for queries.
final class SampleWriter {
    private let db: Database
    private let records: RecordReader
    private var insert: SampleInsert
    private var runs: ChangeRuns
    /// The durations of samples, for queries that match samples overlapping a range.
    private var extents = TypeExtents()
    /// The sources of each type, for the order of the sources.
    private var sources = TypeSources()
    /// The earliest start date and the latest end date of the stored samples that are better informed now.
    private var improved: (start: Double, end: Double) = (.infinity, -.infinity)
    /// The changed topics other than samples.
    private var topics: Set<ChangeRange.Topic> = []

    /// The first position in the order of changes that the import can use.
    private(set) var firstID: Int64
    /// The next free position.
    private(set) var nextID: Int64

    /// - Parameters:
    ///   - first: The first position that the import can use.
    ///   - keepsRuns: Whether runs are written by ``endParts()``, as their samples are hidden.
    init(_ db: Database, _ records: RecordReader, first: Int64, keepsRuns: Bool) throws {
        self.db = db
        self.records = records
        insert = try SampleInsert(db)
        runs = try ChangeRuns(db, keeps: keepsRuns)
        firstID = first
        nextID = first
    }

    /// Adds a sample, and updates the tables for queries.
    /// - Parameter source: The number of the source.
    /// - Returns: The position in the order of changes.
    @inline(__always)
    func add(_ sample: StoredSampleRow, text: String? = nil, source: Int64) throws -> Int64 {
        let id = nextID
        nextID += 1
        try insert.run(sample, id: id, text: text)
        try runs.add(id: id, type: sample.type, start: sample.start)
        extents.note(type: sample.type, start: sample.start, end: sample.end)
        sources.note(type: sample.type, source: source, start: sample.start, end: sample.end, place: id)
        return id
    }

    /// Deletes a stored sample.
    /// - Parameter keepsLinks: Whether another sample is about to replace the sample in correlations and workouts.
    func delete(_ sample: RawSample, keepsLinks: Bool = false) throws {
        try insert.flush()
        try SampleDeletion.delete(sample, reader: records, place: nextID, keepsLinks: keepsLinks)
        nextID += 1
    }

    /// Removes a sample that the import has added, which no reader has seen.
    func remove(_ sample: RawSample) throws {
        try insert.flush()
        try db.cachedStatement(sql: "DELETE FROM sample WHERE type = ? AND start = ? AND id = ?").execute(
            arguments: [sample.type, sample.start, sample.id])
        insert.remove(sample)
    }

    /// Notes that a stored sample has other dates or facts now. Its workouts can be other efforts.
    /// - Parameter source: The number of its source.
    func noteChange(of old: RawSample, to new: RawSample, source: Int64) {
        extents.note(type: new.type, start: new.start, end: new.end)
        sources.note(type: new.type, source: source, start: new.start, end: new.end, place: new.id)
        improved = (min(improved.start, old.start), max(improved.end, old.end, new.end))
    }

    /// Notes a change of a topic other than samples.
    func note(_ topic: ChangeRange.Topic) { topics.insert(topic) }

    /// Writes the buffered samples, so that the table can be read.
    func flush() throws { try insert.flush() }

    /// Ends the current run of positions.
    func endRun() throws { try runs.flush() }

    /// Ends the parts of an import, whose samples are no longer hidden.
    func endParts() throws {
        try runs.writeKept()
        guard nextID == firstID else { return }
        // No sample has a place, so that no places are left out.
        firstID = try (EffortUpdate.place(db) ?? firstID - 1) + 1
        nextID = firstID
    }

    /// Writes the tables for queries, and advances the order of changes.
    func finish() throws {
        try runs.flush()
        try insert.finish(db)
        try extents.flush(db)
        try sources.flush(db)
        let hasImproved = improved.start <= improved.end
        if hasImproved { try EffortTable.noteChange(db, from: improved.start, to: improved.end) }
        for topic in topics { try topic.bump(db) }
        // Cells that are computed at the same time are for the position of the last change, so that it must not stay the same.
        let last = hasImproved && nextID == firstID ? nextID : nextID - 1
        try db.execute(sql: "UPDATE counter SET value = ? WHERE name = 'change'", arguments: [last])
    }
}
