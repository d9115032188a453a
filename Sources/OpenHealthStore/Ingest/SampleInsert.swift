// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import GRDBSQLite

/// The statements that add samples, with their current bindings.
///
/// Every microsecond per sample costs a second for a million samples. Starting and ending a statement costs as much as adding a
/// row, so sixteen rows share one statement: 0.45 s instead of 0.80 s for a million samples, measured. Bindings are kept after a
/// reset, and consecutive samples usually have the same type, provenance and metadata, so a column is bound only when it changes.
///
/// Rows are buffered until there are sixteen of them: call ``flush()`` before reading the table, and ``finish(_:)`` before the
/// end of the transaction.
struct SampleInsert: ~Copyable {
    private let many: Binder?
    private let one: Binder
    private var waiting: [(row: StoredSampleRow, id: Int64, text: String?)]
    private var sums = SampleSums()

    /// The number of rows of a statement.
    private static let batch = 16

    /// Creates the statements.
    /// - Parameter batches: Whether rows are buffered. If not, as when an app saves samples, the connection caches the single-row
    ///   statement, because compiling it costs more than adding a row.
    init(_ db: Database, batches: Bool = true) throws {
        let many = batches ? try Binder(db, rows: Self.batch) : nil
        let one = try Binder(db, rows: 1, isCached: !batches)
        self.many = many
        self.one = one
        waiting = []
        if batches { waiting.reserveCapacity(Self.batch) }
    }

    /// Adds a sample.
    /// - Parameter text: The value if it is a string.
    @inline(__always)
    mutating func run(_ row: StoredSampleRow, id: Int64, text: String? = nil) throws {
        sums.note(row, id: id, text: text)
        guard let many else {
            one.bind(row, id, text, 0)
            return try one.step()
        }
        waiting.append((row, id, text))
        if waiting.count == Self.batch {
            for slot in 0..<Self.batch { many.bind(waiting[slot].row, waiting[slot].id, waiting[slot].text, slot) }
            waiting.removeAll(keepingCapacity: true)
            try many.step()
        }
    }

    /// Adds the buffered samples.
    mutating func flush() throws {
        for sample in waiting {
            one.bind(sample.row, sample.id, sample.text, 0)
            try one.step()
        }
        waiting.removeAll(keepingCapacity: true)
    }

    /// Removes a sample from the checksums that the import added and deleted again.
    mutating func remove(_ sample: RawSample) { sums.remove(sample) }

    /// Adds the buffered samples, and writes the checksums of all added samples.
    mutating func finish(_ db: Database) throws {
        try flush()
        try sums.flush(db)
    }
}

/// A statement that adds a number of rows, with the current bindings of each row.
private final class Binder {
    private let statement: Statement
    private let handle: OpaquePointer
    private let slots: UnsafeMutablePointer<Slot>
    private let count: Int

    private struct Slot {
        var type: Int64 = .min
        var provenance: Int64 = .min
        // Unbound parameters are NULL.
        var metadata: Int64 = -1
        var ordinal: Int64 = -1
        var hasEnd = false
        var hasValue = false
        var hasLag = false
    }

    /// - Parameter isCached: Whether the connection keeps the statement. Its bindings are valid until the end of the transaction only, since
    ///   others use it between the parts of an import.
    init(_ db: Database, rows: Int, isCached: Bool = false) throws {
        // FAIL instead of ABORT, because rolling back a statement of several rows requires a statement journal, and an error here
        // rolls back the whole import.
        let values = Array(repeating: "(?, ?, ?, ?, ?, ?, ?, ?, ?)", count: rows).joined(separator: ", ")
        let sql = """
            INSERT OR FAIL INTO sample (type, start, id, end, value, provenance, metadata, lag, ordinal)
            VALUES \(values)
            """
        statement = try isCached ? db.cachedStatement(sql: sql) : db.makeStatement(sql: sql)
        handle = statement.sqliteStatement
        // The bindings of a cached statement are unknown.
        sqlite3_clear_bindings(handle)
        count = rows
        slots = .allocate(capacity: rows)
        slots.initialize(repeating: Slot(), count: rows)
    }

    deinit {
        slots.deinitialize(count: count)
        slots.deallocate()
    }

    @inline(__always)
    func bind(_ row: StoredSampleRow, _ id: Int64, _ text: String?, _ position: Int) {
        let first = Int32(position &* 9)
        let slot = slots + position
        if row.type != slot.pointee.type {
            slot.pointee.type = row.type
            sqlite3_bind_int64(handle, first + 1, row.type)
        }
        sqlite3_bind_double(handle, first + 2, row.start)
        sqlite3_bind_int64(handle, first + 3, id)
        if row.end != row.start {
            sqlite3_bind_double(handle, first + 4, row.end)
            slot.pointee.hasEnd = true
        } else {
            clear(&slot.pointee.hasEnd, first + 4)
        }
        if let text {
            SampleText.bind(text, handle, first + 5)
            slot.pointee.hasValue = true
        } else if !row.value.isNaN {
            sqlite3_bind_double(handle, first + 5, row.value)
            slot.pointee.hasValue = true
        } else {
            clear(&slot.pointee.hasValue, first + 5)
        }
        if row.provenance != slot.pointee.provenance {
            slot.pointee.provenance = row.provenance
            sqlite3_bind_int64(handle, first + 6, row.provenance)
        }
        if row.metadata != slot.pointee.metadata {
            slot.pointee.metadata = row.metadata
            bindNumber(row.metadata, first + 7)
        }
        if !row.created.isNaN {
            // checked: dates are finite and have at most 13 digits
            sqlite3_bind_int64(handle, first + 8, Int64((row.created - row.start).rounded()))
            slot.pointee.hasLag = true
        } else {
            clear(&slot.pointee.hasLag, first + 8)
        }
        if row.ordinal != slot.pointee.ordinal {
            slot.pointee.ordinal = row.ordinal
            bindNumber(row.ordinal, first + 9)
        }
    }

    /// Binds NULL unless it is bound already.
    @inline(__always)
    private func clear(_ isBound: inout Bool, _ index: Int32) {
        guard isBound else { return }
        sqlite3_bind_null(handle, index)
        isBound = false
    }

    private func bindNumber(_ number: Int64, _ index: Int32) {
        if number < 0 {
            sqlite3_bind_null(handle, index)
        } else {
            sqlite3_bind_int64(handle, index, number)
        }
    }

    func step() throws {
        let code = sqlite3_step(handle)
        sqlite3_reset(handle)
        guard code == SQLITE_DONE else {
            throw DatabaseError(code, of: handle)
        }
    }
}
