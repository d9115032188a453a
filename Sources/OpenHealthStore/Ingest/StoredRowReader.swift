// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB
import GRDBSQLite
import OpenHealthModel

/// A stored sample with the properties that identify it.
struct StoredRow {
    var id: Int64
    var start: Double
    var end: Double
    /// The value; NaN if there is none or it is a string.
    var value: Double
    /// The hash of the string, or 0 if the value isn't a string.
    var text: UInt64 = 0
    var provenance: Int64
    /// The number of the metadata, or -1 if there is none.
    var metadata: Int64
    /// The ordinal, or -1 if the UUID is stored.
    var ordinal: Int64
}

extension StoredRow {
    /// Returns the hash of a string, as in ``text``.
    package static func hash(_ text: String) -> UInt64 {
        var hash = ContentHash.empty
        hash.combine(text)
        return hash.low
    }
}

/// Reads samples of one type in a range of start dates, in order.
struct StoredRowReader: ~Copyable {
    private enum Columns: Int32, PositionedColumns {
        case id, start, end, value, provenance, metadata, ordinal

        var expression: String {
            switch self {
            case .end: "coalesce(end, start)"
            case .metadata, .ordinal: "coalesce(\(self), -1)"
            default: "\(self)"
            }
        }
    }

    private let statement: Statement
    private let handle: OpaquePointer

    init(_ db: Database) throws {
        statement = try db.makeStatement(
            sql: """
                SELECT \(Columns.selection) FROM sample WHERE type = ? AND start BETWEEN ? AND ? ORDER BY start, id
                """)
        handle = statement.sqliteStatement
    }

    /// Returns the samples from one start date to another, or nil if there are more than the limit.
    func rows(type: Int64, from: Double, to: Double, limit: Int = .max) throws -> [StoredRow]? {
        defer { sqlite3_reset(handle) }
        sqlite3_bind_int64(handle, 1, type)
        sqlite3_bind_double(handle, 2, from)
        sqlite3_bind_double(handle, 3, to)
        var rows: [StoredRow] = []
        while true {
            let code = sqlite3_step(handle)
            if code == SQLITE_DONE { return rows }
            guard code == SQLITE_ROW else {
                throw DatabaseError(code, of: handle)
            }
            if rows.count == limit { return nil }
            let kind = sqlite3_column_type(handle, Columns.value.rawValue)
            rows.append(
                try StoredRow(
                    id: sqlite3_column_int64(handle, Columns.id.rawValue),
                    start: sqlite3_column_double(handle, Columns.start.rawValue),
                    end: sqlite3_column_double(handle, Columns.end.rawValue),
                    value: kind == SQLITE_FLOAT || kind == SQLITE_INTEGER
                        ? sqlite3_column_double(handle, Columns.value.rawValue) : .nan,
                    text: SampleText.read(handle, Columns.value.rawValue).map(StoredRow.hash) ?? 0,
                    provenance: sqlite3_column_int64(handle, Columns.provenance.rawValue),
                    metadata: sqlite3_column_int64(handle, Columns.metadata.rawValue),
                    ordinal: StoredNumber.checked(
                        sqlite3_column_int64(handle, Columns.ordinal.rawValue), in: StoredNumber.all, of: "sample",
                        "the ordinal of a sample")))
        }
    }
}
