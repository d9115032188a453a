// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import GRDBSQLite

/// Reads samples and deletions in the order of changes.
///
/// Samples are found through runs, which map consecutive positions to a type and a range of start dates, and so to the table's
/// key. Only one run is in memory at a time.
package final class ChangeReader {
    /// A change of the store.
    package enum Change {
        case added(RawSample)
        case deleted(ChangeSet.DeletedRecord, DeletionTrace)
    }

    private let db: Database
    private let reader: RecordReader
    private let anchor: Int64
    private let through: Int64
    private var types: Set<Int64>?
    private let starts: [Int64: StartRanges]
    private let hasDeletions: Bool
    private let runs: RowCursor
    private let deletions: RowCursor
    private var samples: ArraySlice<RawSample> = []
    private var deletion: (record: ChangeSet.DeletedRecord, trace: DeletionTrace)?

    /// Selects the runs that extend beyond a position.
    static let runsAfter = """
        SELECT \(RunColumn.selection) FROM change_run
        WHERE first >= coalesce((SELECT max(first) FROM change_run WHERE first <= ?1), 0) AND last > ?1 ORDER BY first
        """
    /// Selects the deletions after a position.
    static let deletionsAfter = "SELECT \(deletionColumns) FROM deletion WHERE id > ?1 ORDER BY id"
    /// Selects the deletions of a type after a position, the latest first.
    package static let deletionsOfType = """
        SELECT \(deletionColumns) FROM deletion WHERE id > ?1 AND type = ?2 ORDER BY id DESC
        """
    /// Selects the sources of the deleted samples with a UUID.
    package static let deletionSources = "SELECT source FROM deletion WHERE uuid = ?1"
    private static let deletionColumns = "id, type, uuid, sync_identifier, sync_version, source, start, members"

    /// Creates a reader of the changes after a position.
    /// - Parameters:
    ///   - through: The last position to read.
    ///   - types: The numbers of the types; nil for all types.
    ///   - starts: The ranges of start dates by type, for types of which only some samples are read.
    ///   - deletions: Whether deletions are read.
    package init(
        _ reader: RecordReader, after anchor: Int64, through: Int64 = .max, types: Set<Int64>?,
        starts: [Int64: StartRanges] = [:], deletions hasDeletions: Bool = true
    ) throws {
        db = reader.db
        self.reader = reader
        self.anchor = anchor
        self.through = through
        self.types = types
        self.starts = starts
        self.hasDeletions = hasDeletions
        runs = try Row.fetchCursor(db, sql: Self.runsAfter, arguments: [anchor])
        deletions = try Row.fetchCursor(db, sql: Self.deletionsAfter, arguments: [anchor])
        try nextDeletion()
        try nextRun()
    }

    /// Returns the next change, or nil if there are no more changes.
    package func next() throws -> Change? {
        if let sample = samples.first, deletion.map({ sample.id < $0.record.id }) ?? true {
            samples.removeFirst()
            if samples.isEmpty { try nextRun() }
            return .added(sample)
        }
        guard let deletion else { return nil }
        try nextDeletion()
        return .deleted(deletion.record, deletion.trace)
    }

    /// Excludes a type from the following changes.
    package func leaveOut(_ type: Int64) throws {
        types?.remove(type)
        if samples.first?.type == type {
            samples = []
            try nextRun()
        }
        if deletion?.trace.type == type { try nextDeletion() }
    }

    private func nextRun() throws {
        while let row = try runs.next() {
            let type: Int64 = try row.value(at: RunColumn.type)
            if let types, !types.contains(type) { continue }
            let (first, last): (Int64, Int64) = (
                max(try row.value(at: RunColumn.first), anchor + 1), min(try row.value(at: RunColumn.last), through)
            )
            if first > through { return }
            var (from, to): (Double, Double) = (
                try row.value(at: RunColumn.minStart), try row.value(at: RunColumn.maxStart)
            )
            if let starts = starts[type] {
                guard let hull = starts.intersection(StartRanges(from: from, through: to)).hull else { continue }
                (from, to) = (hull.lowerBound, hull.upperBound)
            }
            let statement = try db.cachedStatement(sql: SampleRows.runWithSaved)
            let found = try SampleRows.rows(statement, withSaved: true) { handle in
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
        guard hasDeletions else { return }
        while let row = try deletions.next() {
            let type: Int64 = try row.value(of: "type")
            if let types, !types.contains(type) { continue }
            let id: Int64 = try row.value(of: "id")
            if id > through { return }
            deletion = try Self.deletion(row, reader)
            return
        }
    }

    /// Returns a deletion from its row.
    package static func deletion(
        _ row: Row, _ reader: RecordReader
    ) throws -> (record: ChangeSet.DeletedRecord, trace: DeletionTrace) {
        let (id, type): (Int64, Int64) = (try row.value(of: "id"), try row.value(of: "type"))
        guard let uuid = UUID(bytes: try row.value(of: "uuid")) else {
            throw StoreError.inconsistent("the deletion at place \(id) has no UUID")
        }
        let record = ChangeSet.DeletedRecord(
            uuid: uuid, type: try reader.type(type).identifier, syncIdentifier: try row.value(of: "sync_identifier"),
            syncVersion: try row.value(of: "sync_version"), id: id)
        return (
            record,
            DeletionTrace(
                type: type, source: try row.value(of: "source"), start: try row.value(of: "start"),
                members: DeletionTrace.members(try row.value(of: "members")))
        )
    }
}

private enum RunColumn: Int32, PositionedColumns {
    case first, last, type, minStart, maxStart

    var expression: String {
        switch self {
        case .first, .last, .type: "\(self)"
        case .minStart: "min_start"
        case .maxStart: "max_start"
        }
    }
}
