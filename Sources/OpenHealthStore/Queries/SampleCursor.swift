// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import GRDBSQLite

/// Reads samples of one type in order of their start, one at a time.
package final class SampleCursor {
    private let statement: Statement
    private let handle: OpaquePointer
    private var isDone = false
    /// The sample that the cursor stands on; nil behind the last.
    private(set) var current: RawSample?

    /// The samples that overlap a range: they end at its beginning or later, and start before its end.
    static func overlap(newestFirst: Bool) -> String {
        """
        SELECT \(RawSample.columns) FROM sample
        WHERE type = ?1 AND start >= ?2 AND start < ?3 AND (start >= ?4 OR end >= ?4)
        ORDER BY start \(newestFirst ? "DESC" : "ASC"), id \(newestFirst ? "DESC" : "ASC")
        """
    }

    /// The samples whose places lie in a run.
    package static let run = """
        SELECT \(RawSample.columns) FROM sample
        WHERE type = ?1 AND start BETWEEN ?2 AND ?3 AND id BETWEEN ?4 AND ?5
        """

    /// The same with what else there is of samples that apps saved.
    static let runWithSaved = """
        SELECT \(RawSample.columnsWithSaved) FROM sample AS s
        WHERE s.type = ?1 AND s.start BETWEEN ?2 AND ?3 AND s.id BETWEEN ?4 AND ?5
        """

    /// The sample with a key.
    static let single = "SELECT \(RawSample.columns) FROM sample WHERE type = ?1 AND start = ?2 AND id = ?3"

    /// Reads what overlaps a range; infinite where it has no bound. Stands on the first sample.
    package init(_ db: Database, type: Int64, from: Double, to: Double, newestFirst: Bool) throws {
        statement = try db.makeStatement(sql: Self.overlap(newestFirst: newestFirst))
        handle = statement.sqliteStatement
        sqlite3_bind_int64(handle, 1, type)
        sqlite3_bind_double(handle, 2, try TypeExtents.earliestStart(db, type: type, endingFrom: from))
        sqlite3_bind_double(handle, 3, to)
        sqlite3_bind_double(handle, 4, from)
        try advance()
    }

    deinit {
        sqlite3_reset(handle)
    }

    /// Goes on to the next sample.
    package func advance() throws {
        guard !isDone else { return }
        let code = sqlite3_step(handle)
        if code == SQLITE_ROW {
            current = RawSample(handle)
            return
        }
        isDone = true
        current = nil
        guard code == SQLITE_DONE else { throw DatabaseError(code, of: handle) }
    }

    /// The rows that a statement of ``RawSample/columns`` gives for some numbers.
    /// - Parameter withSaved: whether it is one of ``RawSample/columnsWithSaved``.
    package static func rows(
        _ statement: Statement, withSaved: Bool = false, _ bind: (OpaquePointer) -> Void
    ) throws -> [RawSample] {
        let handle = statement.sqliteStatement
        sqlite3_reset(handle)
        defer { sqlite3_reset(handle) }
        bind(handle)
        var rows: [RawSample] = []
        while true {
            switch sqlite3_step(handle) {
            case SQLITE_ROW: rows.append(withSaved ? RawSample(withSaved: handle) : RawSample(handle))
            case SQLITE_DONE: return rows
            case let code: throw DatabaseError(code, of: handle)
            }
        }
    }
}
