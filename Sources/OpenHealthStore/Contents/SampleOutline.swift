// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB
import GRDBSQLite

/// The columns of a sample that tell whether it has something that the samples before it lack.
package struct SampleOutline {
    package var provenance: Int64
    /// The number of the metadata, or -1 if the sample has none.
    package var metadata: Int64
    /// Whether the creation date is known.
    package var hasLag: Bool
    /// Whether the value is a number.
    package var hasNumber: Bool
    /// Whether the value is a string.
    package var hasText: Bool
    /// Whether an app saved fields that the columns do not have.
    package var hasDetail: Bool

    fileprivate static let columns = """
        s.provenance, s.metadata, s.lag, s.value, s.start, s.id,
        CASE WHEN s.ordinal IS NULL THEN (SELECT d.detail IS NOT NULL FROM sample_detail AS d WHERE d.id = s.id) END
        """

    fileprivate init(_ handle: OpaquePointer) {
        provenance = sqlite3_column_int64(handle, 0)
        metadata = sqlite3_column_type(handle, 1) == SQLITE_NULL ? -1 : sqlite3_column_int64(handle, 1)
        hasLag = sqlite3_column_type(handle, 2) != SQLITE_NULL
        let value = sqlite3_column_type(handle, 3)
        hasNumber = value == SQLITE_FLOAT || value == SQLITE_INTEGER
        hasText = value == SQLITE_TEXT || value == SQLITE_BLOB
        hasDetail = sqlite3_column_int64(handle, 6) == 1
    }
}

extension StoreContents {
    /// Calls a function with the outlines of the selected samples of a type, in the order of ``forEach(_:_:)``.
    /// - Parameter body: Receives the outline, and a function that reads the sample.
    package func forEachOutline(
        _ type: SampleType, _ body: (SampleOutline, _ sample: () throws -> RawSample) throws -> Void
    ) throws {
        let request = try request(type)
        let statement = try db.makeStatement(sql: SampleScan.sql(request, columns: SampleOutline.columns))
        let handle = statement.sqliteStatement
        let work = StoreWork.current
        defer { sqlite3_reset(handle) }
        for range in request.starts.ranges {
            statement.setUncheckedArguments(StatementArguments(SampleScan.arguments(request, range)))
            while true {
                try work?.check()
                let code = sqlite3_step(handle)
                if code == SQLITE_DONE { break }
                guard code == SQLITE_ROW else { throw DatabaseError(code, of: handle) }
                try body(SampleOutline(handle)) {
                    try sample(
                        request.type, start: sqlite3_column_double(handle, 4), id: sqlite3_column_int64(handle, 5))
                }
            }
            sqlite3_reset(handle)
        }
    }

    private func sample(_ type: Int64, start: Double, id: Int64) throws -> RawSample {
        let statement = try db.cachedStatement(
            sql: """
                SELECT \(RawSample.columnsWithSaved) FROM sample AS s WHERE s.type = ? AND s.start = ? AND s.id = ?
                """)
        statement.setUncheckedArguments([type, start, id])
        let handle = statement.sqliteStatement
        defer { sqlite3_reset(handle) }
        guard sqlite3_step(handle) == SQLITE_ROW else {
            throw StoreError.inconsistent("there is no sample at place \(id)")
        }
        return RawSample(withSaved: handle)
    }
}
