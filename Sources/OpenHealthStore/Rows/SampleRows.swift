// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB
import GRDBSQLite

/// Statements that fetch samples by their keys.
package enum SampleRows {
    /// Selects the samples whose positions are in a run.
    package static let run = """
        SELECT \(RawSample.columns) FROM sample
        WHERE type = ?1 AND start BETWEEN ?2 AND ?3 AND id BETWEEN ?4 AND ?5
        """

    /// Selects the samples whose positions are in a run, with ``RawSample/columnsWithSaved``.
    static let runWithSaved = """
        SELECT \(RawSample.columnsWithSaved) FROM sample AS s
        WHERE s.type = ?1 AND s.start BETWEEN ?2 AND ?3 AND s.id BETWEEN ?4 AND ?5
        """

    /// Selects the sample with a key.
    static let single = "SELECT \(RawSample.columns) FROM sample WHERE type = ?1 AND start = ?2 AND id = ?3"

    /// Calls a function with each sample of the store.
    static func forEach(_ db: Database, _ body: (RawSample) -> Void) throws {
        let statement = try db.makeStatement(sql: "SELECT \(RawSample.columns) FROM sample")
        let handle = statement.sqliteStatement
        defer { sqlite3_reset(handle) }
        while true {
            switch sqlite3_step(handle) {
            case SQLITE_ROW: body(RawSample(handle))
            case SQLITE_DONE: return
            case let code: throw DatabaseError(code, of: handle)
            }
        }
    }

    /// Returns the rows of a statement that selects ``RawSample/columns``.
    /// - Parameters:
    ///   - withSaved: Whether the statement selects ``RawSample/columnsWithSaved``.
    ///   - bind: Binds the arguments of the statement.
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
