// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB
import GRDBSQLite

/// A line of the table of samples.
struct RawSample {
    var type: Int64
    var start: Double
    var id: Int64
    var end: Double
    /// NaN where there is none or it is text.
    var value: Double
    var text: String?
    var provenance: Int64
    /// -1 for none.
    var metadata: Int64
    /// Seconds from the start until the sample was made, where that is known.
    var lag: Int64?
    /// -1 where the UUID is stored.
    var ordinal: Int64

    /// The columns, in the order that ``init(_:)`` takes them.
    static let columns = "type, start, id, coalesce(end, start), value, provenance, metadata, lag, ordinal"

    /// Takes a row of ``columns`` that a statement stands on.
    @inline(__always)
    init(_ handle: OpaquePointer) {
        type = sqlite3_column_int64(handle, 0)
        start = sqlite3_column_double(handle, 1)
        id = sqlite3_column_int64(handle, 2)
        end = sqlite3_column_double(handle, 3)
        switch sqlite3_column_type(handle, 4) {
        case SQLITE_NULL: value = .nan
        case SQLITE_TEXT:
            value = .nan
            text = sqlite3_column_text(handle, 4).map { String(cString: $0) }
        default: value = sqlite3_column_double(handle, 4)
        }
        provenance = sqlite3_column_int64(handle, 5)
        metadata = sqlite3_column_type(handle, 6) == SQLITE_NULL ? -1 : sqlite3_column_int64(handle, 6)
        lag = sqlite3_column_type(handle, 7) == SQLITE_NULL ? nil : sqlite3_column_int64(handle, 7)
        ordinal = sqlite3_column_type(handle, 8) == SQLITE_NULL ? -1 : sqlite3_column_int64(handle, 8)
    }
}
