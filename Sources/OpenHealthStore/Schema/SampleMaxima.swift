// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB
import GRDBSQLite

/// The maximum of a column of the samples of each type and provenance, for migrations.
enum SampleMaxima {
    /// A type and a provenance.
    struct Key: Hashable {
        var type: Int64
        var provenance: Int64
    }

    /// Returns the maxima of a column. Reads the samples once, because grouping in SQL would sort all of them first.
    /// - Parameter value: Returns the value of a column of the current row.
    static func read<Value: Comparable>(
        _ db: Database, _ column: String, _ value: (OpaquePointer, Int32) -> Value
    ) throws -> [Key: Value] {
        var maxima: [Key: Value] = [:]
        // Most samples follow one of the same type and provenance.
        var current: (key: Key, value: Value)?
        func settle() {
            guard let current else { return }
            maxima[current.key] = max(maxima[current.key] ?? current.value, current.value)
        }
        let statement = try db.makeStatement(sql: "SELECT \(KeyColumn.selection), \(column) FROM sample")
        let handle = statement.sqliteStatement
        defer { sqlite3_reset(handle) }
        var code = sqlite3_step(handle)
        while code == SQLITE_ROW {
            let key = Key(
                type: sqlite3_column_int64(handle, KeyColumn.type.rawValue),
                provenance: sqlite3_column_int64(handle, KeyColumn.provenance.rawValue))
            let next = value(handle, Int32(KeyColumn.allCases.count))
            if let known = current, known.key == key {
                if next > known.value { current = (key, next) }
            } else {
                settle()
                current = (key, next)
            }
            code = sqlite3_step(handle)
        }
        guard code == SQLITE_DONE else { throw DatabaseError(code, of: handle) }
        settle()
        return maxima
    }
}

/// The columns of a key, which the value follows.
private enum KeyColumn: Int32, PositionedColumns {
    case type, provenance
}
