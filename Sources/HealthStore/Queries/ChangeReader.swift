// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import GRDBSQLite

/// Reads samples and deletions in the order of changes.
///
/// Samples are found through the runs: the order in which they were saved is written down in stretches of a type and a
/// range of starts, which lead to the table's key. Only one run is held at a time.
final class ChangeReader {
    /// Something that happened.
    enum Change {
        case added(RawSample)
        case deleted(ChangeSet.DeletedRecord)
    }

    private let db: Database
    private let reader: RecordReader
    private let anchor: Int64
    private let types: Set<Int64>?
    private let runs: RowCursor
    private let deletions: RowCursor
    private var samples: ArraySlice<RawSample> = []
    private var deletion: ChangeSet.DeletedRecord?

    /// The runs that reach beyond a place.
    static let runsAfter = """
        SELECT first, last, type, min_start, max_start FROM change_run
        WHERE first >= coalesce((SELECT max(first) FROM change_run WHERE first <= ?1), 0) AND last > ?1 ORDER BY first
        """
    /// The deletions beyond a place.
    static let deletionsAfter = """
        SELECT id, type, uuid, sync_identifier, sync_version FROM deletion WHERE id > ?1 ORDER BY id
        """

    /// Reads what came after a place.
    /// - Parameter types: the numbers of the types; nil for all.
    init(_ reader: RecordReader, after anchor: Int64, types: Set<Int64>?) throws {
        db = reader.db
        self.reader = reader
        self.anchor = anchor
        self.types = types
        runs = try Row.fetchCursor(db, sql: Self.runsAfter, arguments: [anchor])
        deletions = try Row.fetchCursor(db, sql: Self.deletionsAfter, arguments: [anchor])
        try nextDeletion()
        try nextRun()
    }

    /// The next change, or nil where nothing more has happened.
    func next() throws -> Change? {
        if let sample = samples.first, deletion.map({ sample.id < $0.id }) ?? true {
            samples.removeFirst()
            if samples.isEmpty { try nextRun() }
            return .added(sample)
        }
        guard let deletion else { return nil }
        try nextDeletion()
        return .deleted(deletion)
    }

    private func nextRun() throws {
        while let row = try runs.next() {
            let type: Int64 = row[2]
            if let types, !types.contains(type) { continue }
            let (first, last): (Int64, Int64) = (max(row[0], anchor + 1), row[1])
            let (from, to): (Double, Double) = (row[3], row[4])
            let found = try SampleCursor.rows(db.cachedStatement(sql: SampleCursor.run)) { handle in
                sqlite3_bind_int64(handle, 1, type)
                sqlite3_bind_double(handle, 2, from)
                sqlite3_bind_double(handle, 3, to)
                sqlite3_bind_int64(handle, 4, first)
                sqlite3_bind_int64(handle, 5, last)
            }
            guard !found.isEmpty else { continue }
            samples = found.sorted { $0.id < $1.id }[...]
            return
        }
    }

    private func nextDeletion() throws {
        deletion = nil
        while let row = try deletions.next() {
            let type: Int64 = row[1]
            if let types, !types.contains(type) { continue }
            let id: Int64 = row[0]
            guard let uuid = UUID(bytes: row[2]) else {
                throw StoreError.inconsistent("the deletion at place \(id) has no UUID")
            }
            deletion = ChangeSet.DeletedRecord(
                uuid: uuid, type: try reader.type(type).identifier, syncIdentifier: row[3], syncVersion: row[4], id: id)
            return
        }
    }
}
